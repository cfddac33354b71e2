/* SPDX-License-Identifier: MIT */
/* Words of the tests of one-sided communication. */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "check.h"

/* Windows of MPICH 4.0 begin at the multiple of 64 below the address that they were given, so
 * memory for MPI_Win_create is ALIGNED, and BYTES of MPI_Win_allocate are rounded up for it. */
#define ALIGNED _Alignas(64)
#ifdef MPICH_VERSION
#define BYTES(bytes) ((MPI_Aint)(((bytes) + 63) / 64 * 64))
#else
#define BYTES(bytes) ((MPI_Aint)(bytes))
#endif

/* A window of the world whose errors are returned. */
static inline MPI_Win window_over(void *base, MPI_Aint size, int unit)
{
    MPI_Win win = MPI_WIN_NULL;

    check_ok(MPI_Win_create(base, size, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    check_ok(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    return win;
}

/* The address, as that rank has it, of what the calling rank's `memory` is here. */
static inline MPI_Aint address_at(int rank, const void *memory)
{
    MPI_Aint all[64] = {0}, mine;

    MPI_Get_address(memory, &mine);
    MPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
    return all[rank];
}

#endif
