/* SPDX-License-Identifier: MIT */
/* Attributes that Fortran has set. C keeps an address for each attribute; where Fortran stores an
 * integer, C reads it through that address (MPI 5.0, 19.3.7). A cell is where such an integer
 * lies. Equal integers have one cell, which stays for good: code that deletes an attribute, or
 * copies one, need not be Fortran. */
#ifndef FORTRAN_CELL_H
#define FORTRAN_CELL_H

#include "mpi_types.h"

/* NULL without memory. */
void *cell_of(MPI_Aint value);

/* Returns what Fortran reads of an attribute: the integer in a cell, or the address that C has
 * stored. */
MPI_Aint cell_value(void *attribute);

#endif
