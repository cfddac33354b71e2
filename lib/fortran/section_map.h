/* SPDX-License-Identifier: MIT */
/* Datatypes with gaps in sections with gaps: the elements that the type names are elsewhere than in
 * an array without gaps. */
#ifndef FORTRAN_SECTION_MAP_H
#define FORTRAN_SECTION_MAP_H

#include <ISO_Fortran_binding.h>
#include <stdbool.h>

#include "mpi_types.h"

/* Makes the type of `count` of these where the section has their elements. False if none of the
 * predefined types within lies in one piece there, or a call of MPI fails. */
bool section_map(const CFI_cdesc_t *array, MPI_Count count, MPI_Datatype type, MPI_Datatype *made);

#endif
