/* SPDX-License-Identifier: MIT */
/* Ranks open libraries at once, each in an order of its own: a library that another rank is still
 * opening is not refused as uninstrumented, and no rank waits for ever.
 * ranks: 3 8
 * flags: -rdynamic
 * plugin: at_once_part.c */
#include "../globals.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIBRARIES = 20, ROUNDS = 2 };

int total;

static void name_library(char name[32], int round, int library)
{
    snprintf(name, 32, "./at_once_%d_%d.so", round, library);
}

static void copy_library(const char *name)
{
    char command[64];

    snprintf(command, sizeof command, "cp at_once_part.so %s", name);
    expect(system(command) == 0);
}

static void make_libraries(void)
{
    char name[32];
    int i;

    for (i = 0; i < ROUNDS * LIBRARIES; i++) {
        name_library(name, i / LIBRARIES, i % LIBRARIES);
        copy_library(name);
    }
}

static void open_library(int round, int library)
{
    char name[32];
    void *handle;
    void (*add)(int);

    name_library(name, round, library);
    handle = dlopen(name, RTLD_NOW);
    expect(handle != NULL);
    *(void **)&add = dlsym(handle, "add");
    expect(add != NULL);
    add(my_rank());
}

int main(int argc, char **argv)
{
    int round, i;

    MPI_Init(&argc, &argv);
    if (my_rank() == 0)
        make_libraries();
    for (round = 0; round < ROUNDS; round++) {
        total = 0;
        meet();
        for (i = 0; i < LIBRARIES; i++)
            open_library(round, (i + 7 * my_rank()) % LIBRARIES);
        expect(total == LIBRARIES * (my_rank() + 1));
    }
    MPI_Finalize();
    return 0;
}
