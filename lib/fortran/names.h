/* SPDX-License-Identifier: MIT */
/* The names of procedures. Each file of procedures is compiled twice: for the names mpi_..._ that
 * programs call, which call MPI_ functions of C, so that tools for C see them; and for the names
 * pmpi_..._ (with FORTRAN_PROFILING), which call PMPI_ functions.
 *
 * The first ones are weak, so that a tool written in Fortran may define them. */
#ifndef FORTRAN_NAMES_H
#define FORTRAN_NAMES_H

#include <stddef.h>

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

/* Functions that other libraries with the standard's ABI may lack: the old ones for attributes, and
 * the large forms of two that take large counts by their plain names in the text of MPI 5.0. Those
 * that are called in their place are weak, too: the loader asks for a function whose address is
 * taken when a program starts, and a library with a part of MPI suffices for one that calls no
 * more. */
#pragma weak MPI_Attr_delete
#pragma weak MPI_Attr_get
#pragma weak MPI_Attr_put
#pragma weak MPI_Comm_create_keyval
#pragma weak MPI_Comm_delete_attr
#pragma weak MPI_Comm_free_keyval
#pragma weak MPI_Comm_get_attr
#pragma weak MPI_Comm_set_attr
#pragma weak MPI_Keyval_create
#pragma weak MPI_Keyval_free
#pragma weak MPI_Precv_init
#pragma weak MPI_Precv_init_c
#pragma weak MPI_Psend_init
#pragma weak MPI_Psend_init_c
#pragma weak PMPI_Attr_delete
#pragma weak PMPI_Attr_get
#pragma weak PMPI_Attr_put
#pragma weak PMPI_Comm_create_keyval
#pragma weak PMPI_Comm_delete_attr
#pragma weak PMPI_Comm_free_keyval
#pragma weak PMPI_Comm_get_attr
#pragma weak PMPI_Comm_set_attr
#pragma weak PMPI_Keyval_create
#pragma weak PMPI_Keyval_free
#pragma weak PMPI_Precv_init
#pragma weak PMPI_Precv_init_c
#pragma weak PMPI_Psend_init
#pragma weak PMPI_Psend_init_c

#define MPI_OR(name, other) \
    (MPI(name) != NULL ? MPI(name) : (__typeof__(&MPI(name)))(void (*)(void))MPI(other))

#define FORTRAN_TEXT(name)  FORTRAN_TEXT_(FORTRAN(name))
#define FORTRAN_TEXT_(name) FORTRAN_TEXT__(name)
#define FORTRAN_TEXT__(name) #name

/* Another name of a procedure: that of mpi_f08, whose handles are structures of one integer and
 * whose statuses are those of C, so that they come in the form in which mpi's come. */
#define ALIAS(name, of)                      \
    extern __typeof__(FORTRAN(of)) FORTRAN(name) \
        __attribute__((weak, alias(FORTRAN_TEXT(of))));

#endif
