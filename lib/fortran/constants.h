/* SPDX-License-Identifier: MIT */
/* The constants that Fortran knows by their addresses (MPI 5.0, 2.5.4): the common block
 * /HEDDLE_FORTRAN/, whose members mpif.h and the modules name.
 *
 * The plugin lets ranks share variables whose names begin with "heddle_", so the block is at one
 * address for all ranks. Programs and libraries that name it have a definition of it, and the
 * loader chooses one for all of them: no code may assume that it is the one in constants.c. */
#ifndef FORTRAN_CONSTANTS_H
#define FORTRAN_CONSTANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi_types.h"

struct fortran_constants {
    int bottom;
    int in_place;
    int buffer_automatic;
    int status_ignore[MPI_F_STATUS_SIZE];
    int statuses_ignore[MPI_F_STATUS_SIZE];
    int errcodes_ignore[1];
    int unweighted[1];
    int weights_empty[1];
    char argv_null[1];
    char argvs_null[1];
    char filler[94];
} __attribute__((aligned(8)));

/* The block in a file whose INTEGERs have 8 bytes is as large, because a program may have
 * files of both kinds. */
struct wide_constants {
    int64_t bottom;
    int64_t in_place;
    int64_t buffer_automatic;
    int64_t status_ignore[MPI_F_STATUS_SIZE];
    int64_t statuses_ignore[MPI_F_STATUS_SIZE];
    int64_t errcodes_ignore[1];
    int64_t unweighted[1];
    int64_t weights_empty[1];
    char argv_null[1];
    char argvs_null[1];
    char filler[6];
};

_Static_assert(sizeof(struct fortran_constants) == sizeof(struct wide_constants),
               "the block has one size");

extern struct fortran_constants heddle_fortran_;

/* True if an argument is one of the constants. */
static inline bool is_constant(const void *argument)
{
    return (uintptr_t)argument - (uintptr_t)&heddle_fortran_ < sizeof heddle_fortran_;
}

#endif
