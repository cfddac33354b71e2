/* SPDX-License-Identifier: MIT */
/* The loader would put a large library a whole number of steps below a small one, for all that lies
 * between is taken: its copies would lie where other ranks have those of the small one.
 * options: -O0
 * ranks: 24
 * plugin: many_second.c
 * plugin: many_large.c
 * sanitizer: no */
#define _GNU_SOURCE
#include "../globals.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

enum { LARGE_BYTES = 82 << 20, PAGE_BYTES = 4096, RANKS = 24 };

static char variable;

static void *function(const char *file, const char *name)
{
    void *library = dlopen(file, RTLD_NOW);
    void *found = library != NULL ? dlsym(library, name) : NULL;

    expect(found != NULL);
    return found;
}

/* From one rank's copies to those of the next. */
static uintptr_t step(void)
{
    uintptr_t mine = (uintptr_t)&variable, of[RANKS];

    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, of, sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
    return of[2] < of[1] ? of[1] - of[2] : of[2] - of[1];
}

/* Fills memory above this address, so that the next mapping has its middle a whole number of steps
 * below it. */
static bool try_to_fill_above(uintptr_t address, uintptr_t apart)
{
    char *hole = mmap(NULL, LARGE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uintptr_t lowest = (uintptr_t)hole - LARGE_BYTES;
    uintptr_t middle = address - ((address - lowest) / apart + 1) * apart;
    char *end = (char *)(middle + LARGE_BYTES / 2), *filled;

    expect(hole != MAP_FAILED);
    expect(address - middle < (RANKS - 1) * apart);
    expect(munmap(hole, LARGE_BYTES) == 0);
    filled = mmap(end, (size_t)(hole + LARGE_BYTES - end), PROT_NONE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    expect(filled != MAP_FAILED);
    if (filled == end)
        return true;
    /* Something lies between. The next hole is to be below this one. */
    munmap(filled, (size_t)(hole + LARGE_BYTES - end));
    expect(mmap(hole, LARGE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) !=
           MAP_FAILED);
    return false;
}

/* Other ranks, or their malloc, may have taken a part of it. */
static void fill_above(uintptr_t address, uintptr_t apart)
{
    int tries = 0;

    while (!try_to_fill_above(address, apart))
        expect(++tries < 100);
}

int main(int argc, char **argv)
{
    int (*small_number)(void);
    int (*large_step)(int);
    uintptr_t apart;

    MPI_Init(&argc, &argv);
    *(void **)&small_number = function("./many_second.so", "second_number");
    apart = step();
    if (my_rank() == 0)
        fill_above((uintptr_t)small_number & -(uintptr_t)PAGE_BYTES, apart);
    meet();
    *(void **)&large_step = function("./many_large.so", "large_step");
    expect(large_step(my_rank()) == my_rank());
    expect(small_number() == 99);
    meet();
    expect(large_step(0) == my_rank());
    expect(small_number() == 100);
    MPI_Finalize();
    return 0;
}
