/* SPDX-License-Identifier: MIT */
/* An array section as loops over elements, and the types that describe parts of it. */
#ifndef FORTRAN_LOOPS_H
#define FORTRAN_LOOPS_H

#include <ISO_Fortran_binding.h>
#include <stdbool.h>

#include "mpi_types.h"

/* The innermost loop comes first. Loops that follow each other without a gap are one, and no loop
 * has one turn only. A section of one element has no loop. */
struct loops {
    int count;
    struct loop {
        MPI_Count turns;
        MPI_Aint stride;
    } loop[CFI_MAX_RANK + 1];
};

/* The loops over the elements of a section as `type` sees them, which is without gaps and has
 * `bytes`: several make an element, or one is made of several in a row. False if neither fits. */
bool loops_of_section(struct loops *loops, const CFI_cdesc_t *array, MPI_Count bytes);

/* How many elements all loops but the outermost `without` have. */
MPI_Count loops_elements(const struct loops *loops, int without);

/* Make types of the first `count` elements. The type is not committed. */
int loops_type(const struct loops *loops, MPI_Count count, MPI_Datatype element,
               MPI_Datatype *made);

#endif
