/* SPDX-License-Identifier: MIT */
/* Programs that spawn themselves. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../must.h"

/* MPI_COMM_NULL: it was not spawned. */
static inline MPI_Comm parent_of(void)
{
    MPI_Comm parent;

    MPI_Comm_get_parent(&parent);
    return parent;
}

static inline MPI_Comm spawn(const char *program, char **argv, int count, MPI_Comm comm)
{
    MPI_Comm children;

    MPI_Comm_spawn(program, argv, count, MPI_INFO_NULL, 0, comm, &children, MPI_ERRCODES_IGNORE);
    return children;
}
