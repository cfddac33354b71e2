/* SPDX-License-Identifier: MIT */
/* The environment of a rank at its start: the process's environment, the variables that mpiexec
 * sets for the rank's part, and the rank and the number of ranks under the names that launchers use
 * (PMI_RANK, OMPI_COMM_WORLD_SIZE, ...). */
#ifndef JOB_ENVIRONMENT_H
#define JOB_ENVIRONMENT_H

#include "job/plan.h"

/* Collects what the ranks of one part have in common. Returns NULL if there is no memory. */
struct environment *environment_create(char *const process[], const struct plan_part *part);
void environment_destroy(struct environment *environment);

/* Makes a rank's environment in one block of memory, texts included, so that the rank may write to
 * it. Returns NULL if there is no memory. */
char **environment_make(const struct environment *environment, int rank, int size);

/* Copies a rank's arguments into one block, because programs write to their arguments. NULL: no
 * memory. */
char **arguments_copy(int argc, char **argv);

#endif
