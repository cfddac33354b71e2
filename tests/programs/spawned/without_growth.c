/* SPDX-License-Identifier: MIT */
/* Thousands of jobs that are spawned one after another leave nothing behind.
 *
 * ranks: 1
 * options: -O1
 * sanitizer: no */
#include "child.h"

#include "../memory.h"

enum { BEFORE = 500, LOOPS = 4000, GROWTH_KB_MAX = 1500 };

static void spawn_often(const char *program, int times)
{
    for (int i = 0; i < times; i++) {
        MPI_Comm children = spawn(program, MPI_ARGV_NULL, 2, MPI_COMM_SELF);

        MPI_Barrier(children);
        MPI_Comm_disconnect(&children);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm parent;
    long before;

    MPI_Init(&argc, &argv);
    parent = parent_of();
    if (parent != MPI_COMM_NULL) {
        MPI_Barrier(parent);
        MPI_Comm_disconnect(&parent);
    } else {
        spawn_often(argv[0], BEFORE);
        before = resident_kb();
        spawn_often(argv[0], LOOPS);
        printf("grown by %ld KB\n", resident_kb() - before);
        must(resident_kb() - before <= GROWTH_KB_MAX);
    }
    MPI_Finalize();
    return 0;
}
