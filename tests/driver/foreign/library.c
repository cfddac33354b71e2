/* SPDX-License-Identifier: MIT */
/* The library of globals.c, which opened.c opens. */
#include <stdlib.h>

int in_library = 1, *library_points = &in_library;
int add_in_library(int (*callback)(int), int value);
int started_in_library(void);
int draw_in_library(int seed);

static int calls, started;

static __attribute__((constructor)) void start(void)
{
    started++;
}

/* The numbers of rand from a seed of the caller's. */
int draw_in_library(int seed)
{
    if (seed != 0)
        srand((unsigned)seed);
    return rand() % 1000;
}

int add_in_library(int (*callback)(int), int value)
{
    return callback(value) + 100 * ++calls;
}

int started_in_library(void)
{
    return started;
}
