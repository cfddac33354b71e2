/* SPDX-License-Identifier: MIT */
/* Communicators that are made of a common one, and have members of one job only, connect no jobs:
 * the children go on alone, whatever becomes of their parents' communicators.
 *
 * ranks: 1 2
 * environment: ASAN_OPTIONS=detect_leaks=0
 * sanitizer: yes
 * expect-stderr: ^rank 1 of job 1: MPI_Abort
 * expect-stdout: the parents go on */
#include "child.h"

#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Comm inter, whole, part, dup;
    int rank, sum = 0, is_parent;

    MPI_Init(&argc, &argv);
    inter = parent_of();
    is_parent = inter == MPI_COMM_NULL;
    if (is_parent)
        inter = spawn(argv[0], MPI_ARGV_NULL, 2, MPI_COMM_WORLD);
    MPI_Intercomm_merge(inter, !is_parent, &whole);
    MPI_Comm_split(whole, is_parent, 0, &part);
    MPI_Comm_dup(part, &dup);
    MPI_Comm_disconnect(&whole);
    MPI_Comm_disconnect(&inter);
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, dup);
    MPI_Comm_rank(dup, &rank);
    if (!is_parent && rank == 1)
        MPI_Abort(dup, 5);
    if (!is_parent)
        MPI_Barrier(dup);
    MPI_Comm_free(&dup);
    MPI_Comm_free(&part);
    usleep(20000);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        puts("the parents go on");
    MPI_Finalize();
    return 0;
}
