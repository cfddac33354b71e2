/* SPDX-License-Identifier: MIT */
/* The picture of who sent how much to whom: `mpiexec -matrix FILE`, or HEDDLE_MATRIX=FILE. */
#ifndef DRIVER_MATRIX_H
#define DRIVER_MATRIX_H

struct world;

/* Lets the ranks of a world count, before they start; 0, or -1 with a note. */
int matrix_begin(struct world *world);
void matrix_end(struct world *world);

/* Writes what they have counted so far, as an SVG with all it needs, under that title; what goes
 * wrong is told on stderr. */
void matrix_write(const struct world *world, const char *title, const char *file);

#endif
