/* SPDX-License-Identifier: MIT */
/* The library of globals.c, which opened.c opens. */
int in_library = 1, *library_points = &in_library;
int add_in_library(int (*callback)(int), int value);
int started_in_library(void);

static int calls, started;

static __attribute__((constructor)) void start(void)
{
    started++;
}

int add_in_library(int (*callback)(int), int value)
{
    return callback(value) + 100 * ++calls;
}

int started_in_library(void)
{
    return started;
}
