/* SPDX-License-Identifier: MIT */
#include "job/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "base/memory.h"
#include "base/note.h"
#include "job/recorded.h"
#include "mpi_types.h"
#include "p2p/p2p.h"
#include "rank/choice.h"
#include "rank/journal.h"
#include "rank/world.h"

enum { FAULTS_WRITTEN_MAX = 8 };

/* A fault that a rank has reported, in its job's memory. */
struct fault_text {
    struct fault_text *newer;
    char text[];
};

static bool is_meant(const struct rank *self, const struct heddle_faults *wanted)
{
    return wanted->rank == HEDDLE_EVERY_RANK || wanted->rank == self->world_rank;
}

void faults_begin(struct faults *faults, struct rank *self, const struct heddle_faults *wanted)
{
    if (!is_meant(self, wanted))
        return;
    if (wanted->order != 0) {
        chance_init(&faults->chance, wanted->order, self->world_rank, CHANCE_ALL_KINDS);
        choice_set(self, &faults->chance.chooser);
    }
    memory_fail_at(wanted->memory);
}

void faults_end(struct rank *self, const struct heddle_faults *wanted)
{
    long made = memory_fail_at(0);

    if (!is_meant(self, wanted))
        return;
    if (kept_of(self) != NULL)
        kept_of(self)->has_missed_fault = made < labs(wanted->memory);
    if (wanted->order == 0)
        return;
    choice_set(self, journal_is_followed(self) ? &self->journal->chooser : NULL);
    if (self->phase == RANK_ACTIVE)
        p2p_decide_fast_path(self);
}

/* ---- faults of heddle/faults.h --------------------------------------------------------------- */

__attribute__((visibility("default"))) void heddle_tell_fault_(const char *text)
{
    struct rank *self = rank_self();
    struct fault_text **place, *added;
    size_t bytes = strlen(text) + 1;

    if (!recorded_is_wanted(self))
        return;
    added = memory_take(sizeof *added + bytes);
    if (added == NULL)
        return;
    added->newer = NULL;
    memcpy(added->text, text, bytes);
    for (place = &kept_of(self)->faults; *place != NULL; place = &(*place)->newer)
        continue;
    *place = added;
}

/* Declared in heddle/called.h: raises an error as the function of that name would, called there. */
int heddle_raise_fault_(const char *name, const void *site, MPI_Comm comm, int err,
                        const char *text);
__attribute__((visibility("default")))
int heddle_raise_fault_(const char *name, const void *site, MPI_Comm comm, int err,
                        const char *text)
{
    const struct call call = {.name = name, .site = site};

    note(err, "%s", text);
    return raise_comm(&call, handle_comm(comm), err);
}

/* ---- the result ------------------------------------------------------------------------------ */

/* All ranks whose memory was to fail have come to their end without it. A rank that still runs may
 * not be looked at. */
static bool have_all_missed(const struct heddle_faults *wanted, const struct world *world)
{
    bool have_missed = wanted->memory != 0;
    int i;

    for (i = 0; i < world->size; i++)
        if (is_meant(&world->ranks[i], wanted))
            have_missed = have_missed && load_acquire(&world->ranks[i].is_over) &&
                          kept_of(&world->ranks[i])->has_missed_fault; /* edge rank.over */
    return have_missed;
}

static const struct fault_text *faults_of(const struct rank *rank)
{
    return load_acquire(&rank->is_over) ? kept_of(rank)->faults : NULL; /* edge rank.over */
}

static const char *write_wanted(FILE *out, const struct heddle_faults *wanted, bool have_missed)
{
    const char *before = ":";

    if (wanted->rank == HEDDLE_EVERY_RANK)
        fputs("in every rank", out);
    else
        fprintf(out, "in rank %d", wanted->rank);
    if (wanted->memory != 0) {
        fprintf(out, have_missed ? "%s memory was to fail at request %ld, and fewer were made"
                                 : "%s memory fails at request %ld",
                before, wanted->memory);
        before = ";";
    }
    if (wanted->order != 0)
        fprintf(out, "%s order of seed %llu", before, (unsigned long long)wanted->order);
    return "; ";
}

/* Writes what ranks have reported, but for a sentence that the reader has already. */
static void write_faults(FILE *out, const struct world *world, const char *before,
                         const char *known)
{
    const struct fault_text *next;
    int i, written = 0;

    for (i = 0; i < world->size; i++)
        for (next = faults_of(&world->ranks[i]); next != NULL; next = next->newer) {
            if (known != NULL && strstr(known, next->text) != NULL)
                continue;
            if (written++ == FAULTS_WRITTEN_MAX) {
                fprintf(out, "%s...", before);
                return;
            }
            fprintf(out, "%sin rank %d: %s", before, i, next->text);
            before = "; ";
        }
}

/* Returns "(on purpose, in rank 1: ...)"; NULL: nothing is, or there is no memory. */
static char *describe_wanted(const struct heddle_faults *wanted, const struct world *world,
                             const char *known, bool have_missed)
{
    const char *before = "";
    char *text = NULL;
    size_t length = 0, start;
    bool is_nothing;
    FILE *out = memory_open_stream(&text, &length);

    if (out == NULL)
        return NULL;
    start = (size_t)fprintf(out, "(on purpose, ");
    if (wanted->memory != 0 || wanted->order != 0)
        before = write_wanted(out, wanted, have_missed);
    write_faults(out, world, before, known);
    fflush(out);
    is_nothing = length == start;
    fputs(")", out);
    fclose(out);
    text = memory_take_over(text);
    if (!is_nothing)
        return text;
    memory_give(text);
    return NULL;
}

void faults_tell(const struct heddle_faults *wanted, const struct world *world,
                 struct heddle_result *result)
{
    bool have_missed = have_all_missed(wanted, world);
    char *more, *text = NULL;
    size_t bytes;
    FILE *out;

    result->missed_faults = have_missed;
    result->faults = describe_wanted(wanted, world, NULL, have_missed);
    if (result->status == 0 || result->faults == NULL)
        return;
    more = describe_wanted(wanted, world, result->text, have_missed);
    out = more != NULL ? memory_open_stream(&text, &bytes) : NULL;
    if (out != NULL) {
        fprintf(out, "%s %s", result->text != NULL ? result->text : "a rank has failed", more);
        fclose(out);
        memory_give(result->text);
        result->text = memory_take_over(text);
    }
    memory_give(more);
}
