/* SPDX-License-Identifier: MIT */
/* Libraries by turns: before each point all ranks wait for the word of bench/compare, so that its
 * programs of all libraries are at the same point and one of them runs at a time. A rank that
 * waits sleeps in the kernel. Without BENCH_TURNS in the environment no program waits.
 *
 * The word is one byte for each rank, in the named pipe that BENCH_TURNS names: 'n', go on; 'a',
 * measure the latest point again. Plain C. */
#ifndef BENCH_API_TURNS_H
#define BENCH_API_TURNS_H

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static inline char turn_await(void)
{
    static int pipe = -1;
    const char *path = getenv("BENCH_TURNS");
    char word = 'n';

    if (path == NULL)
        return word;
    if (pipe < 0)
        pipe = open(path, O_RDONLY);
    return read(pipe, &word, 1) == 1 ? word : 'n';
}

/* A point is measured like this: for (due = turn_begin(); due; due = turn_again()) ... */
static inline int turn_begin(void)
{
    static int has_begun;

    if (!has_begun)
        turn_await();
    return has_begun = 1;
}

static inline int turn_again(void)
{
    return turn_await() == 'a';
}

#endif
