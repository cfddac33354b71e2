/* SPDX-License-Identifier: MIT */
/* Each rank opens the library and has it for itself. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int offset;
int add(int value);

int add(int value)
{
    return value + offset;
}

int main(int argc, char **argv)
{
    int rank, value = 0, drawn[2], expected[2], *variable;
    int (*draw)(int), (*function)(int (*callback)(int), int);
    void *library;
    Dl_info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    offset = rank;
    library = dlopen(argv[1], RTLD_LAZY);
    if (library == NULL || dlopen("./none.so", RTLD_NOW) != NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    *(void **)&function = dlsym(library, "add_in_library");
    variable = dlsym(library, "in_library");
    for (int i = 0; i <= rank; i++)
        value = function(add, 10);
    *variable += rank;
    *(void **)&draw = dlsym(library, "draw_in_library");
    srand(rank + 1U);
    expected[0] = rand() % 1000;
    expected[1] = rand() % 1000;
    drawn[0] = draw(rank + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    drawn[1] = draw(0);
    dladdr((void *)variable, &info);
    printf("rank %d: value %d variable %d %s %d %d drawn %d\n", rank, value, *variable,
           info.dli_sname, dlsym(RTLD_DEFAULT, "offset") == (void *)&offset,
           dlopen(argv[1], RTLD_NOW) == library,
           drawn[0] == expected[0] && drawn[1] == expected[1]);
    MPI_Finalize();
    return 0;
}
