/* SPDX-License-Identifier: MIT */
#include "rank/journal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "mpi_types.h"
#include "rank/abort.h"
#include "rank/journal_entry.h"
#include "rank/name.h"
#include "rank/wait.h"
#include "rank/world.h"

static const char *const events[JOURNAL_KINDS] = {
    [JOURNAL_PROBE] = "a probe of any source",
    [JOURNAL_YES] = "a call that does not wait",
    [JOURNAL_NO] = "a call that does not wait",
    [JOURNAL_ANY] = "MPI_Waitany or MPI_Testany",
    [JOURNAL_SOME] = "MPI_Waitsome or MPI_Testsome",
    [JOURNAL_LOCK] = "a lock of a window",
    [JOURNAL_LOOKED] = "a look at a window or pointer",
    [JOURNAL_CHANGED] = "a change of a window or pointer",
};

void journal_stop(struct rank *self)
{
    if (self->journal == NULL)
        return;
    if (self->chooser == &self->journal->chooser)
        choice_set(self, NULL);
    store_relaxed(&self->journal->has_stopped, true);
    self->journal = NULL;
}

/* ---- writing -------------------------------------------------------------------------------- */

void journal_write_entry(struct rank *self, uint64_t entry)
{
    if (!journal_is_written(self))
        return;
    guard_enter(&self->guard);
    self->journal->noes = self->journal->looks = NULL;
    (void)journal_append(self->journal, entry);
    guard_leave(&self->guard);
}

void journal_write_event(struct rank *self, enum journal_kind kind, int value)
{
    journal_write_entry(self, journal_entry(kind, 0, value));
}

void journal_end_all(struct journal *journal)
{
    if (journal->why_full != NULL && load_relaxed(journal->why_full) == 0)
        store_relaxed(journal->why_full, EOVERFLOW);
}

/* One more of what the latest event counts. False: there is no such event. */
static bool count_one(const struct journal *journal, _Atomic(uint64_t) *entry)
{
    if (entry == NULL || journal_is_full(journal) ||
        journal_value_of(load_relaxed(entry)) == INT32_MAX)
        return false;
    store_relaxed(entry, load_relaxed(entry) + 1);
    return true;
}

static void write_no(struct rank *self)
{
    struct journal *journal = self->journal;

    guard_enter(&self->guard);
    if (!count_one(journal, journal->noes)) {
        journal->looks = NULL;
        journal->noes = journal_append(journal, journal_entry(JOURNAL_NO, 0, 1));
    }
    guard_leave(&self->guard);
}

void journal_write_looked(struct rank *self, const void *seen, uint32_t changes)
{
    struct journal *journal = self->journal;
    const bool goes_on = journal->looks != NULL && journal->looked_at == seen &&
                         journal_entry(JOURNAL_LOOKED, changes, 0) >> 32 ==
                             load_relaxed(journal->looks) >> 32;

    guard_enter(&self->guard);
    if (!goes_on || !count_one(journal, journal->looks)) {
        journal->noes = NULL;
        journal->looks = journal_append(journal, journal_entry(JOURNAL_LOOKED, changes, 1));
        journal->looked_at = seen;
    }
    guard_leave(&self->guard);
}

void journal_write_look(struct rank *self, bool says_yes)
{
    if (!journal_is_written(self))
        return;
    if (says_yes)
        journal_write_event(self, JOURNAL_YES, 0);
    else
        write_no(self);
}

/* ---- following ------------------------------------------------------------------------------ */

_Noreturn void journal_refuse(struct rank *self, const struct call *call, const char *format, ...)
{
    char text[80];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    world_abort_call(self->world, EXIT_FAILURE, call, "",
                     "%s: %s does not fit %s, where %s stands at this point: the program is not "
                     "the one that was recorded, or depends on more than MPI, such as time or "
                     "random numbers",
                     rank_name(self).text, call->name != NULL ? call->name : "a call",
                     self->journal->path, text);
    __builtin_unreachable();
}

int journal_begin_receive(struct rank *self, const void *site, int peers, uint32_t *number)
{
    struct journal *journal = self->journal;
    int32_t noted;

    *number = journal->receives++;
    if (!journal->follows || *number >= journal->sources_count)
        return MPI_ANY_SOURCE;
    noted = journal->sources[*number];
    if (noted == 0)
        return MPI_ANY_SOURCE;
    if (noted - 2 == JOURNAL_CANCELLED)
        return JOURNAL_NEVER_SENT;
    if (noted - 2 >= peers)
        journal_refuse(self, &(struct call){.name = "a receive of any source", .site = site},
                       "a message of rank %d", noted - 2);
    return noted - 2;
}

bool journal_has_receive(const struct rank *self, uint32_t number)
{
    const struct journal *journal = self->journal;

    return number < journal->sources_count && journal->sources[number] >= 2;
}

uint64_t journal_next_event(const struct journal *journal)
{
    return journal->event < journal->events_count ? journal->events[journal->event] : 0;
}

long journal_count_left(const struct journal *journal)
{
    long left = journal->events_count - journal->event;
    uint32_t i;

    for (i = journal->receives; i < journal->sources_count; i++)
        left += journal->sources[i] != 0;
    return left;
}

void journal_take_one(struct journal *journal, uint64_t entry)
{
    if (++journal->repeated < (uint32_t)journal_value_of(entry))
        return;
    journal->repeated = 0;
    journal->event++;
}

bool journal_take_event(struct rank *self, enum journal_kind kind, int *value)
{
    struct journal *journal = self->journal;
    const uint64_t entry = journal_next_event(journal);

    if (entry == 0)
        return false;
    if (journal_kind_of(entry) != kind)
        journal_refuse(self, &self->call, "%s", events[journal_kind_of(entry)]);
    journal->event++;
    *value = journal_value_of(entry);
    return true;
}

/* Takes one no from the journal, if that is next. */
static bool take_no(struct journal *journal)
{
    const uint64_t entry = journal_next_event(journal);

    if (journal_kind_of(entry) != JOURNAL_NO)
        return false;
    journal_take_one(journal, entry);
    return true;
}

static void describe_look(void *subject, struct wait_report *wait_report)
{
    (void)subject;
    fputs("what this call has found in the run that was recorded", wait_report->words);
    wait_report->is_open = true;
}

static bool follow_look(struct rank *self, const struct look *look)
{
    const struct wait found = {.is_pending = look->is_pending, .describe = describe_look};
    int value;

    if (take_no(self->journal)) {
        rank_poll(self);
        return false;
    }
    if (!journal_take_event(self, JOURNAL_YES, &value))
        return rank_look_once(self, look);
    rank_wait(self, &found, look->subject);
    return true;
}

bool journal_look(struct rank *self, const struct look *look)
{
    bool says_yes;

    if (self->journal->follows)
        return follow_look(self, look);
    says_yes = rank_look_once(self, look);
    journal_write_look(self, says_yes);
    return says_yes;
}
