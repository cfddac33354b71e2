/* SPDX-License-Identifier: MIT */
/* The life of a rank: its world makes it, MPI_Init begins it, and it ends before or after
 * MPI_Finalize. Others wait for a rank that has begun, so one that ends too early aborts the job.
 *
 * Edges
 *   world.absent  a rank that ends before MPI_Init, and one that calls it: at least one sees the
 *                 other. */
#ifndef RANK_LIFE_H
#define RANK_LIFE_H

#include "rank/rank.h"

bool rank_init(struct rank *rank, struct world *world, int world_rank); /* false: no memory */
void rank_fini(struct rank *rank);

/* Called by MPI_Init: from here on others count on the rank. */
void rank_begin(struct rank *self);

/* The calling rank, or the process of a singleton, ends: aborts the job if others count on it. */
void rank_account_for_end(struct rank *self);

#endif
