/* SPDX-License-Identifier: MIT */
/* From what ranks have added up (rank/observe/tally.h) to what a person should change first: a
 * function of tables, which knows neither ranks that run nor clocks.
 *
 * Advice is ordered by the time that it could win, as a part of the job's: the mean over all ranks
 * of what they wait or do too often. Waits of less than a twentieth of the time are the noise of
 * any machine. What is counted, such as messages, is no noise, and a hundredth is enough.
 *
 * A rank that is late in collective operations because of what other advice names, such as a
 * wait for a message, is not named again. */
#ifndef TIMELINE_ADVICE_H
#define TIMELINE_ADVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "rank/observe/event.h"
#include "rank/observe/tally.h"

enum { SUMMARY_NO_RANK = -1 };

/* Calls of one function at one place, of all ranks. */
struct summary_call {
    uint32_t site;
    const char *name;
    int ranks;                  /* that have made it */
    uint64_t calls, ns, waited; /* waited: nanoseconds, too */
    uint64_t before, similar, adjacent, strided; /* rank/observe/tally.h; before: nanoseconds */
    uint64_t awaited; /* nanoseconds for which ranks waited for its messages; advice_find's */
};

/* Waits, or messages, of one rank. */
struct summary_link {
    enum tally_kind kind;
    uint32_t site, there;
    const char *name; /* of the call that waits */
    int rank, other;  /* numbers in the summary; SUMMARY_NO_RANK: unknown */
    uint64_t count, sum; /* waits: nanoseconds; messages: bytes */
};

static inline bool summary_is_wait(const struct summary_link *link)
{
    return link->kind != TALLY_MATCHED && link->kind != TALLY_UNEXPECTED;
}

/* The time that a rank's calls at one place take. */
struct summary_time {
    uint32_t site;
    int rank;
    uint64_t ns;
};

struct summary {
    uint64_t ns; /* that the job took */
    uint64_t processor_ns; /* that the process used; 0: unknown */
    int ranks;
    struct summary_call *calls;
    int call_count;
    struct summary_time *times;
    int time_count;
    struct summary_link *links;
    int link_count;
    uint64_t counts[WAYS]; /* of events of all ranks, by the way in which they happened */
    uint64_t lost; /* calls, waits and messages for which there was no room */
};

enum advice_kind {
    ADVICE_LATE_SENDER,
    ADVICE_LATE_RECEIVER,
    ADVICE_IMBALANCE, /* a member enters an operation late */
    ADVICE_EPOCH,
    ADVICE_SMALL_MESSAGES,
    ADVICE_UNEXPECTED_MESSAGES,
    ADVICE_SMALL_ACCESSES, /* each where the one before has ended */
    ADVICE_STRIDED_ACCESSES,
    ADVICE_KINDS,
};

struct summary_advice {
    enum advice_kind kind;
    uint64_t ns;     /* that could be won: of all ranks together */
    uint32_t site, there; /* there: the other side's call; 0: unknown */
    const char *name;     /* of the call at the site */
    int late;        /* the rank for which the others wait; SUMMARY_NO_RANK: not one of them */
    int waiters;     /* ranks that wait, */
    int longest;     /* and the one of them that waits longest, */
    uint64_t longest_ns; /* and how long */
    uint64_t count, bytes; /* of messages or accesses */
    int ranks;             /* that make the accesses */
};

enum { ADVICE_MAX = 5 };

/* The word for a kind, as JSON has it. */
const char *advice_word(enum advice_kind kind);

/* Fills in the advice that is worth most. Returns how many these are; -1: no memory. Orders the
 * summary's tables anew. */
int advice_find(struct summary *summary, struct summary_advice advice[ADVICE_MAX]);

#endif
