/* SPDX-License-Identifier: MIT */
/* The life of a rank: its world makes it, MPI_Init begins it, and it ends before or after
 * MPI_Finalize. Others wait for a rank that has begun, so one that ends too early aborts the job.
 *
 *   ownership  a world has a struct world_life by value, in which its ranks' threads count
 *              themselves
 *
 * Edges
 *   world.absent  a rank that ends before MPI_Init, and one that calls it: at least one sees the
 *                 other.
 *   world.running  the ranks' threads, which begin together, count themselves.
 *   world.stopped  a rank that has stopped no longer uses the memory of the ranks that wait.
 *   world.ended    a rank's end publishes its exit status to the thread that joins the world. */
#ifndef RANK_LIFE_H
#define RANK_LIFE_H

#include <stdbool.h>

#include "base/atomic.h"

struct rank;
struct world;

/* How far the ranks of a world are. */
struct world_life {
    _Atomic(int) running; /* ranks whose threads have started to run */
    _Atomic(int) stopped; /* that run nothing of the program any more: ended, or being unwound */
    _Atomic(int) ended;

    /* 1 + a rank that has ended before MPI_Init, and whether others have called it. A job in which
     * both happen is aborted. */
    _Atomic(int) absent;
    _Atomic(bool) has_begun;

    _Atomic(bool) could_not_start; /* a rank has no thread, or no memory for its variables */
};

bool rank_init(struct rank *rank, struct world *world, int world_rank); /* false: no memory */
void rank_fini(struct rank *rank);

/* Called by MPI_Init: from here on others count on the rank. */
void rank_begin(struct rank *self);

/* The calling rank, or the process of a singleton, ends: aborts the job if others count on it. */
void rank_account_for_end(struct rank *self);

#endif
