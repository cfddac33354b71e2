/* SPDX-License-Identifier: MIT */
#include "io/accord.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "comm/round.h"
#include "rank/name.h"
#include "rank/sleep/wake.h"
#include "rank/wait.h"
#include "request/request.h"

static struct accord *create_accord(struct description *description, int member, uint64_t number)
{
    int size = description->group->size;
    struct accord *made =
        memory_take_zeroed(sizeof *made + (size_t)size * sizeof made->showings[0]);

    if (made == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a collective call on \"%s\"", description->path);
        return NULL;
    }
    made->description = description;
    made->number = number;
    made->first = member;
    store_relaxed(&made->holders, size);
    list_append(&description->accords, &made->link);
    return made;
}

static struct accord *find_accord(struct description *description, int member, uint64_t number)
{
    struct list *link;

    for (link = description->accords.next; link != &description->accords; link = link->next) {
        struct accord *accord = container_of(link, struct accord, link);

        if (accord->number == number)
            return accord;
    }
    return create_accord(description, member, number);
}

bool accord_is_over(const struct accord *accord)
{
    return load_acquire(&accord->is_over); /* edge accord.over */
}

void accord_wake(const struct accord *accord)
{
    const struct group *group = accord->description->group;

    rank_wake_many(group->members, group->size);
}

/* The members that have come get the error, and so will those that come later. */
static void fail(struct accord *accord, int err)
{
    int i, size = accord->description->group->size;

    accord->err = err;
    accord->sentence = memory_copy_text(note_text());
    for (i = 0; i < size; i++)
        if (accord->showings[i] != NULL && accord->showings[i]->request != NULL)
            accord->showings[i]->request->error = err;
}

static void end_accord(struct accord *accord)
{
    store_seq_cst(&accord->is_over, true); /* edge accord.over */
    accord_wake(accord);
}

/* No member comes meanwhile: all have come, or the description's lock is taken. A member that waits
 * may leave as soon as the accord is over, so requests are completed before that. */
static void end_failed(struct accord *accord)
{
    int i, size = accord->description->group->size;

    for (i = 0; i < size; i++)
        if (accord->showings[i] != NULL && accord->showings[i]->request != NULL)
            request_complete(accord->showings[i]->request);
    end_accord(accord);
}

static int note_difference(const struct accord *accord, int member,
                           const struct showing *showing)
{
    const struct showing *first = accord->showings[accord->first];
    const struct group *group = accord->description->group;
    char ours[CALL_TEXT_BYTES], others[CALL_TEXT_BYTES];
    struct places *places = places_open();

    round_describe_call(places, showing->call.name, showing->call.site, ours);
    round_describe_call(places, first->call.name, first->call.site, others);
    places_close(places);
    return note(MPI_ERR_OTHER, "%s calls %s while %s calls %s, and these must match, on \"%s\"",
                rank_name(group->members[member]).text, ours,
                rank_name(group->members[accord->first]).text, others, accord->description->path);
}

/* Under the description's lock. Returns true if the member is the last and there is something to
 * decide. */
static bool join_accord(struct accord *accord, int member, const struct showing *showing)
{
    const struct showing *first = accord->showings[accord->first];
    bool is_last = ++accord->arrived == accord->description->group->size;

    if (is_last)
        list_remove(&accord->link);
    if (showing->abandoned != NULL) {
        memcpy(showing->abandoned, &accord->abandoned, sizeof accord->abandoned);
        accord->abandoned = showing->abandoned;
    }
    if (accord_is_over(accord)) { /* it has failed */
        if (showing->request != NULL) {
            showing->request->error = accord->err;
            request_complete(showing->request);
        }
        return false;
    }
    accord->showings[member] = showing;
    if (first == NULL || first->word == showing->word)
        return is_last;
    fail(accord, note_difference(accord, member, showing));
    end_failed(accord);
    return false;
}

/* The error of the first member whose arguments are wrong. */
static int find_error(const struct accord *accord)
{
    const struct group *group = accord->description->group;
    int i;

    for (i = 0; i < group->size; i++) {
        const struct showing *showing = accord->showings[i];

        if (showing->err != MPI_SUCCESS)
            return note(showing->err, "at %s: %s", rank_name(group->members[i]).text,
                        showing->sentence != NULL ? showing->sentence : "its call failed");
    }
    return MPI_SUCCESS;
}

struct accord *accord_enter(struct description *description, int member, uint64_t number,
                              const struct showing *showing, accord_decision *decide,
                              bool *decides)
{
    struct accord *accord;
    int err;

    lock_take(&description->accords_lock);
    accord = find_accord(description, member, number);
    *decides = accord != NULL && join_accord(accord, member, showing);
    lock_release(&description->accords_lock);
    if (!*decides)
        return accord;
    err = find_error(accord);
    if (err == MPI_SUCCESS)
        err = decide(accord);
    if (err != MPI_SUCCESS) {
        *decides = false;
        fail(accord, err);
        end_failed(accord);
    } else {
        end_accord(accord);
    }
    return accord;
}

int accord_note(const struct accord *accord)
{
    if (accord->err == MPI_SUCCESS)
        return MPI_SUCCESS;
    return note(accord->err, "%s", accord->sentence != NULL ? accord->sentence : "it failed");
}

void accord_hold(struct accord *accord)
{
    fetch_add_relaxed(&accord->holders, 1);
}

void accord_leave(struct accord *accord)
{
    /* edge accord.over */
    if (fetch_sub_acq_rel(&accord->holders, 1) > 1)
        return;
    if (accord->dispose != NULL)
        accord->dispose(accord->outcome);
    while (accord->abandoned != NULL) {
        void *block = accord->abandoned;

        memcpy(&accord->abandoned, block, sizeof accord->abandoned);
        memory_give(block);
    }
    memory_give(accord->sentence);
    memory_give(accord);
}

/* ---- waiting --------------------------------------------------------------------------------- */

void accord_describe(const struct accord *accord, const char *in, struct wait_report *wait_report)
{
    const struct group *group = accord->description->group;
    struct wait_report part;
    int i;

    wait_report->needs_all = true;
    if (!wait_report_begin_part(wait_report, &part))
        return;
    for (i = 0; i < group->size; i++)
        if (accord->showings[i] == NULL)
            wait_report_await(&part, group->members[i]);
    if (!wait_report_end_part(wait_report, &part))
        fputs("others, which have all come, to go on", wait_report->words);
    else
        fputs(" to take part", wait_report->words);
    fprintf(wait_report->words, "%s%s, on \"%s\"", in != NULL ? " in " : "", in != NULL ? in : "",
            accord->description->path);
}

static bool is_pending(void *subject)
{
    return !accord_is_over(subject);
}

static void describe_accord(void *subject, struct wait_report *wait_report)
{
    accord_describe(subject, NULL, wait_report);
}

static const struct wait over = {.is_pending = is_pending, .describe = describe_accord};

int accord_hold_all(struct rank *self, struct description *description, int member,
                     uint64_t number, const struct showing *showing, accord_decision *decide)
{
    bool decides;
    struct accord *accord =
        accord_enter(description, member, number, showing, decide, &decides);
    int err;

    if (accord == NULL)
        return MPI_ERR_NO_MEM;
    if (!accord_is_over(accord))
        rank_wait(self, &over, accord);
    err = accord_note(accord);
    accord_leave(accord);
    if (err != MPI_SUCCESS && showing->err != MPI_SUCCESS && showing->sentence != NULL)
        return note(showing->err, "%s", showing->sentence);
    return err;
}
