/* SPDX-License-Identifier: MIT */
/* The names of procedures. Each file of procedures is compiled twice: for the names mpi_..._ that
 * programs call, which call MPI_ functions of C, so that tools for C see them; and for the names
 * pmpi_..._ (with FORTRAN_PROFILING), which call PMPI_ functions.
 *
 * The first ones are weak, so that a tool written in Fortran may define them. */
#ifndef FORTRAN_NAMES_H
#define FORTRAN_NAMES_H

#include "mpi.h"

#ifdef FORTRAN_PROFILING
#define FORTRAN(name) pmpi_##name
#define MPI(name)     PMPI_##name
#define WEAK
#else
#define FORTRAN(name) mpi_##name
#define MPI(name)     MPI_##name
#define WEAK          __attribute__((weak))
#endif

#define FORTRAN_TEXT(name)  FORTRAN_TEXT_(FORTRAN(name))
#define FORTRAN_TEXT_(name) FORTRAN_TEXT__(name)
#define FORTRAN_TEXT__(name) #name

/* Another name of a procedure: that of mpi_f08, whose handles are structures of one integer and
 * whose statuses are those of C, so that they come in the form in which mpi's come. */
#define ALIAS(name, of)                      \
    extern __typeof__(FORTRAN(of)) FORTRAN(name) \
        __attribute__((weak, alias(FORTRAN_TEXT(of))));

#endif
