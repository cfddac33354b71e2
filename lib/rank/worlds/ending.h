/* SPDX-License-Identifier: MIT */
/* The common end of connected worlds (rank/worlds/connected.h): their ranks finalize MPI
 * together, and nothing of a world is destroyed as long as another one may use it.
 *
 * Edges
 *   world.finalized  the end of MPI_Finalize in one world is published to connected ones. */
#ifndef RANK_ENDING_H
#define RANK_ENDING_H

#include <stdbool.h>

#include "base/atomic.h"

struct world;

/* How far the end of a world is. Each stage comes when all threads of the world were joined. */
enum world_stage {
    WORLD_RUNS,
    WORLD_ENDED, /* nothing of it runs any more */
    WORLD_REPORTED,  /* and it looks no longer at what others have made: they may be destroyed */
    WORLD_LEFT,  /* ranks never end; nothing of it is ever destroyed */
};

/* The end of a world and of its ranks. */
struct ending {
    enum world_stage stage; /* under the register (rank/worlds/connected.h) */

    /* Ranks that have called MPI_Finalize, and those that have come to its end. */
    _Atomic(int) finalizing;
    _Atomic(int) finalized;
    _Atomic(bool) is_finished; /* as have all ranks of connected worlds */
};

/* All ranks of the world have come to the end of MPI_Finalize, or have ended. If that is true of
 * all connected worlds, their ranks are woken and see is_finished. */
void ending_finish(struct world *world);

/* Looks whether all connected worlds have come as far as this one. The thread that has the register
 * calls it when the world is connected with fewer worlds than before. */
void ending_check(struct world *world);

/* Notes that the world has come to that stage, and wakes those that wait for it. The thread that
 * joins the world calls it. */
void ending_reach(struct world *world, enum world_stage stage);

/* Have all connected worlds come to that stage? */
bool ending_have_reached(struct world *world, enum world_stage stage);

/* Notes that the root has come to that stage, and serves its family until all connected worlds
 * have; at the last stage, until its family is gone. The thread that joins the root calls it.
 * False: some worlds never end. */
bool ending_await(struct world *root, enum world_stage stage);

/* A world of them has ranks that never end, so none of them can be destroyed. */
bool ending_are_left(struct world *world);

#endif
