/* SPDX-License-Identifier: MIT */
/* What the programs about private globals share. Each rank writes to its variables, all meet, and
 * each rank finds what it wrote and what it was given, nothing of the others'. */
#ifndef PROGRAMS_GLOBALS_H
#define PROGRAMS_GLOBALS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define expect(condition) expect_that((condition), #condition, __FILE__, __LINE__)

/* No variable of the program's counts the faults: it might be the one at fault. */
static inline void expect_that(int holds, const char *condition, const char *file, int line)
{
    int rank;

    if (holds)
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "%s:%d: rank %d: not so: %s\n", file, line, rank, condition);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static inline int my_rank(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static inline void meet(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

#endif
