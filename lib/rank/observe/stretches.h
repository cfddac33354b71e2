/* SPDX-License-Identifier: MIT */
/* A thread's time in stretches: it works outside of MPI, is in a call, or waits in one, and for
 * whom. From those of all threads the summary finds the critical path (timeline/path.h).
 *
 *   writer         the thread whose time it is, through its tally (rank/observe/tally.h). Stretches
 *                  are in order and do not overlap; between them lies what was too short
 *   memory         STRETCHES_MAX of them. When the list is full, the shortest are left out, now and
 *                  from then on, if all that are lost are little of the time; else the older half,
 *                  and what is left is complete from `since` on. If later more of the time is lost
 *                  than little, the limit falls again
 *   cost           of what is too short two comparisons; else a lock that only a reader holds
 *                  besides, and one line of memory
 *   reader         any thread, at any time, a copy
 *   an abort       never leaves the lock taken: what holds it calls nothing that waits */
#ifndef RANK_STRETCHES_H
#define RANK_STRETCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "sync/lock.h"

enum { STRETCHES_MAX = 2048 };

/* A microsecond or two. What is shorter cannot be much of a path, however often it comes. */
enum { STRETCHES_SHORTEST = 5000 };

enum stretch_kind { STRETCH_WORK, STRETCH_CALL, STRETCH_WAIT };

struct stretch {
    uint64_t begin, end; /* by tape_now */
    const char *name;    /* of the call, or of the one that ends the work */
    uint32_t site;       /* that call's */
    uint32_t who;        /* a wait's, by tally_who; tally_nobody: unknown */
    enum stretch_kind kind;
};

struct stretches {
    uint64_t mark; /* all time before belongs to some stretch, or was too short */
    uint64_t shortest; /* that is kept, in ticks */
    uint64_t from; /* the list has the time from here on, */
    uint64_t lost; /* and this many ticks of that are lost, of STRETCHES_SHORTEST or more */

    struct lock lock; /* of all below; only its thread writes */
    uint64_t since; /* complete from here on; 0: from the beginning */
    int count;
    struct stretch all[STRETCHES_MAX];
};

/* The memory is zeroed; the thread has begun at that time. */
void stretches_init(struct stretches *stretches, uint64_t begin);

static inline bool stretches_want(const struct stretches *stretches, uint64_t ticks)
{
    return ticks >= stretches->shortest;
}

/* Keeps a stretch that is wanted. */
void stretches_keep(struct stretches *stretches, const struct stretch *stretch);

/* A stretch that is not wanted is lost. */
void stretches_lose(struct stretches *stretches, uint64_t ticks);

/* All time until `end` is a stretch of that kind, or was too short for one. */
static inline void stretches_end(struct stretches *stretches, enum stretch_kind kind,
                                 const char *name, uint32_t site, uint64_t end)
{
    uint64_t ticks = end > stretches->mark ? end - stretches->mark : 0;

    if (unlikely(stretches_want(stretches, ticks)))
        stretches_keep(stretches, &(struct stretch){.begin = stretches->mark,
                                                    .end = end,
                                                    .name = name,
                                                    .site = site,
                                                    .who = UINT32_MAX,
                                                    .kind = kind});
    else if (unlikely(ticks >= STRETCHES_SHORTEST))
        stretches_lose(stretches, ticks);
    stretches->mark = end;
}

/* Copies all to `to`, which has room for STRETCHES_MAX. Returns how many they are, and in *since
 * from when on they are complete. */
int stretches_copy(struct stretches *stretches, struct stretch to[], uint64_t *since);

#endif
