/* SPDX-License-Identifier: MIT */
/* A program of the wrapper that uses called.c: each rank sees what it has done alone. */
#include <mpi.h>
#include <stdio.h>

#include <called.h>

static int mine = 5;
static struct {
    const char *name;
    called_step *step;
} steps[] = {{"twice", called_twice}};
static const struct {
    called_step *step;
} constant = {called_twice};

static int callback(int x)
{
    return x + mine;
}

int main(int argc, char **argv)
{
    called_step *volatile by_name = called_twice;
    int rank, first, second, now, applied, other, in_table, in_constant;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first = called_add(rank + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    second = called_add(10 * (rank + 1));
    called_count++;
    mine += rank;
    MPI_Barrier(MPI_COMM_WORLD);
    now = called_now(0);
    applied = called_apply(callback, 0);
    if (rank == 1)
        called_current = callback;
    MPI_Barrier(MPI_COMM_WORLD);
    other = called_now(1);
    in_table = steps[0].step(0);
    in_constant = constant.step(0);
    printf("rank %d: %d %d count %d now %d applied %d other %d table %d %d equal %d\n", rank, first,
           second, called_count, now, applied, other, in_table, in_constant,
           by_name == steps[0].step && by_name == constant.step);
    MPI_Finalize();
    return 0;
}
