/* SPDX-License-Identifier: MIT */
/* Rank 1 changes its own private variable, which is its part of the window, in many ways, while a
 * put of rank 0 is under way. Each line that should be told of says so. */
#include <mpi.h>
#include <string.h>

struct parts {
    int small : 5, other : 9;
    char letters[16];
    double number;
    long rows[4][8];
    double _Complex twin;
};

static struct parts parts;    /* private: each rank has its own, at another address */
static struct parts source, copy;
static long sum;

static __attribute__((noinline)) void change(struct parts *mine, int i)
{
    mine->rows[i][i + 1] = 3;                       /* told */
    mine->number += 1.5;                            /* told */
    mine->small = 3;                                /* told */
    mine->letters[i + 2] = 'a';                     /* told */
    __imag__ mine->twin = 2;                        /* told */
    sum += mine->rows[i + 1][0];                    /* told */
    memset(mine->rows[3], i, sizeof mine->rows[3]); /* told */
    copy = *mine;                                   /* told */
}

int main(int argc, char **argv)
{
    MPI_Win win;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&parts, sizeof parts, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&source, sizeof source, MPI_BYTE, 1, 0, sizeof source, MPI_BYTE, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        change(&parts, argc - 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        change(&parts, argc - 1);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
