/* SPDX-License-Identifier: MIT */
/* The common end of connected worlds (rank/worlds/connected.h): their ranks finalize MPI
 * together, and nothing of a world is destroyed as long as another one may use it. */
#ifndef RANK_ENDING_H
#define RANK_ENDING_H

#include "rank/world.h"

/* All ranks of the world have come to the end of MPI_Finalize, or have ended. If that is true of
 * all connected worlds, their ranks are told (world->is_finished) and woken. */
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
