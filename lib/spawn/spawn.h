/* SPDX-License-Identifier: MIT */
/* Ranks start a job and are connected with it (MPI 5.0, 11.8). */
#ifndef SPAWN_SPAWN_H
#define SPAWN_SPAWN_H

#include "comm/comm.h"
#include "rank/worlds/family.h"

/* The arguments of a spawn. All members give the root and the name of the function, and only the
 * root gives the others. */
struct spawn {
    int root;
    const char *name;
    int err; /* what is wrong with the root's arguments, with a note */
    const struct spawn_order *order; /* the job keeps a copy */
    int asked; /* ranks; by how many error codes a failure is returned */
};

/* Collective over `comm`, which is an intracommunicator. The intercommunicator has the spawned
 * ranks as its remote group. Error codes, if `errcodes` is not NULL, are written also after
 * MPI_ERR_SPAWN. 0, MPI_ERR_SPAWN, MPI_ERR_NO_MEM, or the root's error. */
int spawn_ranks(struct comm *comm, const struct spawn *spawn, int errcodes[],
                struct comm **created);

/* In MPI_Init: the communicator to those that have spawned the calling rank's world; NULL: it was
 * not spawned. 0, MPI_ERR_NO_MEM. */
int spawn_open_parent(struct rank *self);
/* In MPI_Finalize, if it still exists. */
void spawn_close_parent(struct rank *self);

/* When all ranks of a spawned world have ended: for those that never called MPI_Init. */
void spawn_forget_parents(struct world *world);

#endif
