/* SPDX-License-Identifier: MIT */
/* Fortran routines in a C program: they share common blocks and bind(C) variables with it, and call
 * back.
 * options: -O0 -O2 -O3
 * ranks: 1 2 5
 * with: called_from_c_routines.f90
 * flags: -lgfortran */
#include "../globals.h"

/* A common block, and the variables of a module. */
extern struct {
    int count;
    double values[4];
} shared_;
int limit = 3;
extern int started_with;
extern double grid[2][3];

void fill_(const double *by);
double total_(void);
int called_back(int n);
void apply(int (*function)(int), int times);

static int calls;

int called_back(int n)
{
    calls += n;
    return calls;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = my_rank();
    double by = rank + 0.5;

    expect(started_with == 11);
    limit = 4 - rank % 2;
    started_with += rank;
    meet();
    fill_(&by);
    meet();
    expect(shared_.count == limit);
    for (int i = 0; i < limit; i++)
        expect(shared_.values[i] == (i + 1) * by);
    shared_.values[0] = 1000;
    expect(grid[1][2] == 11 + rank + 6);
    expect(total_() == 1000 + (limit * (limit + 1) / 2 - 1) * by);
    apply(called_back, rank + 1);
    meet();
    expect(calls == (rank + 1) * (rank + 2) / 2);
    MPI_Finalize();
    return 0;
}
