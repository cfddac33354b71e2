/* SPDX-License-Identifier: MIT */
/* The records of worlds that ranks of a job have spawned (rank/worlds/family.h). Such a world runs
 * the main of the program that was asked for. In a job of heddle_run, ranks of the process's own
 * program run the job's function in its place. */
#ifndef JOB_SPAWN_H
#define JOB_SPAWN_H

#include "job/input.h"
#include "rank/world.h"
#include "rank/worlds/family.h"

/* Under FLOOR_JOB of the spawned world. */
struct offspring {
    struct spawn_order order; /* with texts of its own */
    struct input_end *ends;   /* of standard input, by rank */
};

/* NULL: the world is a root. */
static inline struct offspring *offspring_of(const struct world *world)
{
    return load_relaxed(&world->local[FLOOR_JOB]);
}

/* For the options of a root: implement `spawn`, and `tell` and `drop` of a spawned world. */
int offspring_make(struct rank *self, const struct spawn_order *order, struct world **made);
bool offspring_tell(struct world *world);
void offspring_drop(struct world *world);

/* The part of the order that a rank belongs to. */
const struct spawn_part *offspring_part(const struct rank *rank);

#endif
