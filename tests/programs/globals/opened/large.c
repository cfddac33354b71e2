/* SPDX-License-Identifier: MIT */
/* A library with more data than others, opened after the start: 800 MB of zeros, which cost what is
 * touched.
 * options: -O2
 * ranks: 1 2 5
 * plugin: large_part.c
 * sanitizer: no */
#include "../globals.h"

#include <dlfcn.h>

int main(int argc, char **argv)
{
    void *library;
    long (*step)(long);

    MPI_Init(&argc, &argv);
    library = dlopen("./large_part.so", RTLD_NOW);
    expect(library != NULL);
    *(void **)&step = dlsym(library, "step");
    expect(step != NULL);
    expect(step(my_rank()) == my_rank());
    meet();
    expect(step(1) == my_rank() + 1);
    MPI_Finalize();
    return 0;
}
