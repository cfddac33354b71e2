/* SPDX-License-Identifier: MIT */
/* MPI 5.0: types and constants, the functions that this library has, and conversions from and to
 * Fortran. */
#ifndef MPI_H_ABI
#define MPI_H_ABI

#include "mpi_types.h"

#include "mpi_functions.h"

#include "mpi_fortran.h"

#endif
