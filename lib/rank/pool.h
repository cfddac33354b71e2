/* SPDX-License-Identifier: MIT */
/* The threads that GCC's OpenMP library keeps for a rank's main thread. Between two parallel
 * regions they can do nothing: only that thread begins another region. So when it falls asleep
 * outside of all regions, it takes their places among those who may still do something with it
 * (rank/waiter.h), and brings them back when it has been woken.
 *
 * It knows whether it is in a region by asking the library (omp_get_level), which has come to the
 * end of one when none of its threads is in the program's code any more. A `target` region hides
 * those around it: so before a deadlock is told the stack must agree that the thread is in no
 * function of the library. Threads of other OpenMP libraries, which hand them from one master to
 * another, and of other masters than the main thread, keep their places. */
#ifndef RANK_POOL_H
#define RANK_POOL_H

#include <stdbool.h>

#include "sync/lock.h"

struct rank;
struct trace;

struct pool {
    int (*level)(void); /* how many regions the caller is in; NULL: there has been no such thread */
    void *library;      /* where that is loaded */
    struct lock lock;   /* for what follows */
    int threads;        /* that have not ended */
    int absent;         /* of them, those whose places the main thread has taken with it */
    bool is_in_doubt;   /* it has taken them while it was in a region: it does so no more */
};

/* Is that what a thread of the pool runs, which the calling thread is about to create? Then it is
 * counted here. */
bool pool_admits(struct rank *self, void *(*start)(void *));

/* The end of such a thread. True: so is its place among those who may still do something. */
bool pool_dismiss(struct rank *rank);

/* The calling thread is about to sleep: so many others cannot do anything either. */
int pool_take_along(struct rank *self);
/* By who looks at the sleepers: does the main thread's stack agree, if there is one? Otherwise they
 * keep their places from then on. */
bool pool_is_idle(struct rank *rank, const struct trace *trace);
/* It has been woken, and so may they. */
void pool_bring_back(struct rank *self);

#endif
