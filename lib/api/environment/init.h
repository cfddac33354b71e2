/* SPDX-License-Identifier: MIT */
/* A world made ready for MPI: what lower floors call and cannot name is put into its tables
 * here. */
#ifndef API_INIT_H
#define API_INIT_H

#include "rank/world.h"

/* Between world_create and world_start: 0, or -1 with a note. */
int init_world(struct world *world);
/* Before world_destroy. */
void init_fini_world(struct world *world);

/* A rank's use of MPI: by MPI_Init, and by each session. The first opens its messaging, the last
 * that leaves closes it. 0, MPI_ERR_NO_MEM. */
int init_join(struct rank *self, int thread_level);

bool init_is_thread_level(int level); /* one of MPI_THREAD_... */
void init_leave(struct rank *self);

#endif
