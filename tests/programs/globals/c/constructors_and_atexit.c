/* SPDX-License-Identifier: MIT */
/* Constructors run on each rank's variables before main; what was registered with atexit and
 * on_exit, and destructors, when it ends.
 * options: -O0 -O2
 * ranks: 3
 * expect-stdout: ^rank 0: 0 2 1 -1$
 * expect-stdout: ^rank 1: 0 2 1 -1$
 * expect-stdout: ^rank 2: 0 2 1 -1$
 * expect-stdout: ^destroyed after 100$
 * expect-stdout: ^destroyed after 101$
 * expect-stdout: ^destroyed after 102$ */
#define _DEFAULT_SOURCE
#include "../globals.h"

static int order[8], count, constructed, rank = -1;

__attribute__((constructor(300))) static void construct_second(void)
{
    constructed = constructed * 10 + 2;
}

__attribute__((constructor(200))) static void construct_first(int argc, char **argv)
{
    if (argc >= 1 && argv[0] != NULL)
        constructed = constructed * 10 + 1;
}

__attribute__((constructor)) static void construct_last(void)
{
    constructed = constructed * 10 + 3;
}

__attribute__((destructor)) static void destroy(void)
{
    printf("destroyed after %d\n", count * 100 / 4 + rank);
    fflush(stdout);
}

static void say(void)
{
    order[count++] = -1;
    printf("rank %d: %d %d %d %d\n", rank, order[0], order[1], order[2], order[3]);
}

static void first(void)
{
    order[count++] = 1;
}

static void second(int status, void *argument)
{
    order[count++] = status;
    order[count++] = *(int *)argument;
    atexit(first);
}

int main(int argc, char **argv)
{
    static int two = 2;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    expect(constructed == 123);
    constructed += rank;
    meet();
    expect(constructed == 123 + rank);
    atexit(say);
    on_exit(second, &two);
    MPI_Finalize();
    if (rank == 1)
        exit(0);
    return 0;
}
