/* SPDX-License-Identifier: MIT */
/* The picture of how much each rank sent to each other: `mpiexec -matrix FILE`, or
 * HEDDLE_MATRIX=FILE. */
#ifndef JOB_MATRIX_H
#define JOB_MATRIX_H

struct world;

/* Has the ranks of a world count before they start. Returns 0, or -1 with a note. */
int matrix_begin(struct world *world);

/* Writes what the ranks have counted so far as a self-contained SVG file with that title. Reports
 * errors on stderr. */
void matrix_write(const struct world *world, const char *title, const char *file);

#endif
