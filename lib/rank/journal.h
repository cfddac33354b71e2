/* SPDX-License-Identifier: MIT */
/* The journal of a rank: how choices that the standard leaves open have come out in a run that
 * nothing controls (HEDDLE_RECORD), and a later run that repeats them (HEDDLE_REPLAY=file).
 *
 * A journal is written or followed. Both runs are as parallel as any: a rank waits for what its
 * journal names instead of for anything, and for nothing else.
 *
 * Entries are of two sorts.
 *   Receives of any source, by their number among those that the rank has begun: the source of
 *   the message. A rank that follows begins such a receive as one of that source. The order of
 *   messages of one source is the standard's, so the source says which message it is.
 *   Events, in the order of the rank's calls: what a probe of any source found, whether a call that
 *   looks said yes, which request Waitany and its like reported. Noes in a row are one entry.
 *
 * A journal may end in the middle of a run, because that was killed or the file was full. From
 * its end on a rank goes on as it likes. The ends of a job's journals fit each other: a choice is
 * in one of them only if all choices that may have led to it are. So the first rank that finds no
 * room ends all journals, before it does anything that others can see.
 *
 * A call that is not the one of the journal ends the job with a sentence, and a job that waits for
 * what never comes is a deadlock, and reported as such.
 *
 * An entry is one store of eight bytes to memory that outlives the process. A rank whose threads
 * call MPI at the same time has no journal, because its calls have no order.
 *
 * Owner: the rank. Receives are also noted by other ranks that do its matching, and for that
 * entries are written under its guard. */
#ifndef RANK_JOURNAL_H
#define RANK_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "rank/choice.h"
#include "rank/rank.h"

enum journal_kind {
    JOURNAL_NOTHING,
    JOURNAL_RECEIVE, /* number: of the receive; value: its source, or JOURNAL_CANCELLED, and how
                      * many receives behind it have it, too */
    JOURNAL_PROBE,   /* value: the source that a probe of any source has found */
    JOURNAL_YES,     /* a look has said yes */
    JOURNAL_NO,      /* this many looks have said no in a row */
    JOURNAL_ANY,     /* the place of the request that Waitany or Testany has reported */
    JOURNAL_SOME,    /* how many Waitsome or Testsome has reported, and then each place */
    JOURNAL_LOCK,    /* number: of the grants of the lock of a window that came before this one */
    JOURNAL_LOOKED,  /* number: of the changes of a window's part before this many looks in a row */
    JOURNAL_CHANGED, /* number: of the changes before this one; value: of the looks before it */
    JOURNAL_KINDS,
};

enum { JOURNAL_CANCELLED = -1, JOURNAL_NO_MESSAGE = -1 };

/* Numbers of an entry; a later receive ends the journals. */
enum { JOURNAL_NUMBERS = 1 << 28 };

/* The value of a receive. */
enum { JOURNAL_SOURCE_BASE = 1, JOURNAL_REPEATS_SHIFT = 20, JOURNAL_REPEATS_MAX = 2047 };

/* The next receive of the rank; and none that has a number. */
#define JOURNAL_NEXT (UINT32_MAX - 1)
#define JOURNAL_NO_NUMBER UINT32_MAX

/* No message has this tag. */
#define JOURNAL_NEVER_SENT INT32_MIN

struct journal {
    bool follows;
    _Atomic(bool) has_stopped; /* journal_stop */
    uint32_t receives; /* of any source, that the rank has begun */

    /* While it is written. */
    _Atomic(uint64_t) *next, *end; /* of the page */
    _Atomic(uint64_t) *noes;       /* the latest event, if it is JOURNAL_NO; else NULL */
    _Atomic(uint64_t) *looks;      /* the latest event, if it is JOURNAL_LOOKED, */
    const void *looked_at;         /* and of what */
    _Atomic(uint64_t) *received;   /* the latest receive, */
    uint32_t received_number;      /* the last that it counts, */
    int received_source;           /* and its source */
    /* Not 0: no rank of the job writes any more, and this is the reason, an errno. NULL: the
     * journal has no page yet. */
    _Atomic(uint32_t) *why_full;
    /* Gives it another page, and `why_full`. False: there is no room, and nothing more is
     * written. */
    bool (*turn)(struct journal *journal);
    void *owner; /* for `turn` */
    int rank;

    /* While it is followed. */
    const char *path;
    const uint64_t *events; /* [events_count] */
    long events_count, event;
    uint32_t repeated;         /* noes, or looks, of the entry at `event` */
    const int32_t *sources;    /* [sources_count], by number: 0 for none, else 2 more */
    uint32_t sources_count;
    _Atomic(unsigned) left_out; /* calls of the rank whose order no journal has
                                 * (job/uncontrolled.h) */
    struct chooser chooser; /* gives the default answers; calls note where they are */
};

static inline uint64_t journal_entry(enum journal_kind kind, uint32_t number, int32_t value)
{
    return (uint64_t)kind << 60 | (uint64_t)(number & 0xfffffff) << 32 | (uint32_t)value;
}

static inline enum journal_kind journal_kind_of(uint64_t entry)
{
    return (enum journal_kind)(entry >> 60);
}

static inline uint32_t journal_number_of(uint64_t entry)
{
    return (uint32_t)(entry >> 32) & 0xfffffff;
}

static inline int32_t journal_value_of(uint64_t entry)
{
    return (int32_t)(uint32_t)entry;
}

static inline int journal_source_of(uint64_t entry)
{
    return (int)(entry & ((1 << JOURNAL_REPEATS_SHIFT) - 1)) - JOURNAL_SOURCE_BASE;
}

static inline uint32_t journal_repeats_of(uint64_t entry)
{
    return (uint32_t)entry >> JOURNAL_REPEATS_SHIFT;
}

/* Does the rank write its journal, or follow one? */
static inline bool journal_is_written(const struct rank *self)
{
    return unlikely(self->journal != NULL) && !self->journal->follows;
}

static inline bool journal_is_followed(const struct rank *self)
{
    return unlikely(self->journal != NULL) && self->journal->follows;
}

/* The rank has no journal from here on. */
void journal_stop(struct rank *self);

/* ---- receives ------------------------------------------------------------------------------- */

static inline bool journal_is_full(const struct journal *journal)
{
    return journal->why_full != NULL && unlikely(load_relaxed(journal->why_full) != 0);
}

/* Adds an entry. NULL: there is no room. Under the rank's guard. */
static inline _Atomic(uint64_t) *journal_append(struct journal *journal, uint64_t entry)
{
    if (journal_is_full(journal))
        return NULL;
    if (unlikely(journal->next == journal->end) && !journal->turn(journal))
        return NULL;
    store_relaxed(journal->next, entry);
    return journal->next++;
}

/* Counts the receive in the latest entry, if it is the next one and of the same source: so the
 * journal of a rank with one peer takes little memory, and little time. */
static inline bool journal_repeats_receive(struct journal *journal, uint32_t number, int source)
{
    uint64_t entry;

    if (journal->received == NULL || number != journal->received_number + 1 ||
        source != journal->received_source || journal_is_full(journal))
        return false;
    entry = load_relaxed(journal->received);
    if (journal_repeats_of(entry) == JOURNAL_REPEATS_MAX)
        return false;
    store_relaxed(journal->received, entry + (1 << JOURNAL_REPEATS_SHIFT));
    journal->received_number = number;
    return true;
}

/* The journal has no numbers any more. */
void journal_end_all(struct journal *journal);

/* The receive of that number, or JOURNAL_NEXT, has got a message of that source. Under the rank's
 * guard. */
static inline void journal_note_receive(struct journal *journal, uint32_t number, int source)
{
    if (number == JOURNAL_NEXT)
        number = journal->receives++;
    if (unlikely(number >= JOURNAL_NUMBERS)) {
        journal_end_all(journal);
        return;
    }
    if (journal_repeats_receive(journal, number, source))
        return;
    journal->received = journal_append(
        journal, journal_entry(JOURNAL_RECEIVE, number, source + JOURNAL_SOURCE_BASE));
    journal->received_number = number;
    journal->received_source = source;
}

/* The rank begins a receive of any source, on a communicator of that many peers. Sets its number,
 * and returns the source that it is to have: MPI_ANY_SOURCE, or JOURNAL_NEVER_SENT if it was
 * cancelled before a message came. */
int journal_begin_receive(struct rank *self, const void *site, int peers, uint32_t *number);

/* The receive of that number has got a message in the run that the rank follows. */
bool journal_has_receive(const struct rank *self, uint32_t number);

/* ---- events --------------------------------------------------------------------------------- */

void journal_write_event(struct rank *self, enum journal_kind kind, int value);

/* A choice of the rank has come out so, if it writes a journal. */
static inline void journal_note(struct rank *self, enum journal_kind kind, int value)
{
    if (journal_is_written(self))
        journal_write_event(self, kind, value);
}

void journal_write_look(struct rank *self, bool says_yes);

/* A look of the rank has said so. Returns true. */
static inline bool journal_note_look(struct rank *self, bool says_yes)
{
    if (unlikely(self->journal != NULL))
        journal_write_look(self, says_yes);
    return true;
}

/* Takes the next event of the journal that the rank follows. False: the journal is at its end, or
 * there is none. */
bool journal_take_event(struct rank *self, enum journal_kind kind, int *value);

static inline bool journal_take(struct rank *self, enum journal_kind kind, int *value)
{
    return journal_is_followed(self) && journal_take_event(self, kind, value);
}

/* How many choices of the journal the rank that followed it, and has ended, has not come to. */
long journal_count_left(const struct journal *journal);

/* rank_look of a rank with a journal. */
bool journal_look(struct rank *self, const struct look *look);

/* Ends the job, because the call cannot be the one that the journal names. */
_Noreturn void journal_refuse(struct rank *self, const struct call *call, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

#endif
