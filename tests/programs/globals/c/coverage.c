/* SPDX-License-Identifier: MIT */
/* gcov's counters are the process's: each rank's runs are counted, and the program is none the
 * worse for it.
 * options: -O0 -O2
 * ranks: 4
 * flags: --coverage -fprofile-update=atomic */
#include "../globals.h"

static int runs;

static __attribute__((noinline)) void run(void)
{
    runs++;
}

int main(int argc, char **argv)
{
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 1000; i++)
        run();
    meet();
    expect(runs == 1000);
    MPI_Finalize();
    return 0;
}
