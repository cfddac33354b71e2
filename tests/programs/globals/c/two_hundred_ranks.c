/* SPDX-License-Identifier: MIT */
/* Two hundred ranks count for themselves.
 * options: -O2
 * ranks: 1 200 */
#include "../globals.h"

enum { ROUNDS = 1000 };

int global_count;

static int count_here(void)
{
    static int count;

    return ++count;
}

int main(int argc, char **argv)
{
    int i, size, sum = 0, last = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < ROUNDS; i++) {
        global_count++;
        last = count_here();
    }
    expect(global_count == ROUNDS && last == ROUNDS);
    MPI_Allreduce(&global_count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect(global_count == ROUNDS && sum == ROUNDS * size);
    MPI_Finalize();
    return 0;
}
