/* SPDX-License-Identifier: MIT */
/* A library that the program opens after the start: each rank has its variables, and its
 * constructors run when the rank opens it.
 * options: -O0 -O2
 * ranks: 1 4
 * flags: -rdynamic
 * plugin: variables_part.c
 * variant: thread; options: -O1; ranks: 1 2 8 64; flags: -fsanitize=thread; sanitizer: no */
#include "../globals.h"

#include <dlfcn.h>

int program_variable = 1;

int main(int argc, char **argv)
{
    void *library;
    int (*step)(int);
    int *state;
    int rank;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    program_variable += rank;
    if (rank == 1)
        meet(); /* so that another rank is the first to open it */
    library = dlopen("./variables_part.so", RTLD_NOW);
    if (rank == 0)
        meet();
    if (rank > 1)
        meet();
    expect(library != NULL);
    *(void **)&step = dlsym(library, "plugin_step");
    state = dlsym(library, "plugin_state");
    expect(step != NULL && state != NULL);
    step(rank);
    meet();
    expect(*state == 5 + rank);
    expect(step(1) == (6 + rank) * 100 + 10 * (2 + rank));
    MPI_Finalize();
    return 0;
}
