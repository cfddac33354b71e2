/* SPDX-License-Identifier: MIT */
/* The threads that GCC's OpenMP library keeps for a rank's main thread. Between two parallel
 * regions they can do nothing, because only the main thread begins another region. When the main
 * thread falls asleep outside of all regions, it takes them off the runnable count together with
 * itself (rank/sleep/waiter.h), and puts them back when it has been woken.
 *
 * The main thread asks the library whether it is in a region (omp_get_level). The library has come
 * to the end of a region when none of its threads is in the program's code any more. A `target`
 * region hides those around it, so before a deadlock is reported the stack must agree: the main
 * thread is in no function of the library. Other OpenMP libraries hand threads from one master to
 * another; their threads, and those of other masters, stay on the count.
 *
 * A rank has a pool from its first such thread on, and until its world is destroyed.
 *
 * Edges
 *   pool.made  the pool is whole when another thread sees it. */
#ifndef RANK_POOL_H
#define RANK_POOL_H

#include <stdbool.h>

#include "sync/lock.h"

struct rank;
struct trace;

struct pool {
    int (*level)(void); /* how many regions the caller is in */
    void *library;      /* where that is loaded */
    struct lock lock;   /* for what follows */
    int threads;        /* that have not ended */
    int absent;         /* of them, those that the main thread has taken off the count */
    bool is_in_doubt;   /* it did so inside a region: it does so no more */
};

/* True, and the thread is counted here, if the calling thread is about to create a thread of the
 * pool, which runs `start`. */
bool pool_admits(struct rank *self, void *(*start)(void *));

/* A thread of the pool ends. True: the caller is to take it off the runnable count. */
bool pool_dismiss(struct rank *rank);

/* The calling thread is about to sleep; returns how many threads of the pool it takes off the
 * runnable count. */
int pool_take_along(struct rank *self);
/* Called while one looks for a deadlock: false if the main thread's stack, NULL if there is none,
 * shows that it is in a region. From then on the pool's threads stay on the count. */
bool pool_is_idle(struct rank *rank, const struct trace *trace);
/* The main thread has been woken: puts the pool's threads back on the count. */
void pool_bring_back(struct rank *self);

#endif
