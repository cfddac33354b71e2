/* SPDX-License-Identifier: MIT */
/* What the environment of a rank is when it starts: the process's, the variables that mpiexec was
 * told to set for its part, and its rank and the number of ranks under the names that launchers
 * give them (PMI_RANK, OMPI_COMM_WORLD_SIZE, ...). */
#ifndef DRIVER_ENVIRONMENT_H
#define DRIVER_ENVIRONMENT_H

#include "job/plan.h"

/* What the ranks of one part have in common. NULL: no memory. */
struct environment *environment_create(char *const process[], const struct plan_part *part);
void environment_destroy(struct environment *environment);

/* One block of memory with all it holds, so that a rank may write to its own. NULL: no memory. */
char **environment_make(const struct environment *environment, int rank, int size);

#endif
