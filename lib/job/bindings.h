/* SPDX-License-Identifier: MIT */
/* Where ranks run, in words (mpiexec -report-bindings). */
#ifndef JOB_BINDINGS_H
#define JOB_BINDINGS_H

struct world;

/* Prints a line for each rank of a world: its processors, and the package and the core that these
 * are part of, as far as they are known. */
void bindings_print(const struct world *world);

#endif
