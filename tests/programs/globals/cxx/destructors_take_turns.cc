/* SPDX-License-Identifier: MIT */
/* Destructors and exit handlers run in one rank at a time, as constructors do, for what they reach
 * outside the program was never written for threads; a rank that waits for others in one of them
 * lets these go on.
 * options: -O0
 * ranks: 1 2 5
 * expect-stdout: ^rank 0 has ended after all$
 * sanitizer: no */
#include "../globals.h"

#include <time.h>

#include <cstdlib>

__attribute__((heddle_shared)) static int inside;
static int rank;

/* Long enough for others to come. */
static void stay_alone()
{
    const timespec time = {0, 3000000};

    if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) != 1)
        std::abort();
    nanosleep(&time, nullptr);
    __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
}

struct alone {
    alone() { stay_alone(); }
    ~alone() { stay_alone(); }
};

struct meeting {
    ~meeting()
    {
        meet();
        MPI_Finalize();
        if (rank == 0)
            printf("rank 0 has ended after all\n");
    }
};

static alone last;
static meeting in_between;

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rank = my_rank();
    std::atexit(stay_alone);
    return 0;
}
