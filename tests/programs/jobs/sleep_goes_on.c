/* SPDX-License-Identifier: MIT */
/* A report of what ranks do wakes no sleeper: the functions that sleep return when their time has
 * passed.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "../must.h"

enum { SLEEPERS = 4, SLEPT_S = 10, SLEPT_MS = SLEPT_S * 1000 };

/* The process's, not a rank's. */
struct shared {
    atomic_int over;
    long left[SLEEPERS];
    double passed_ms[SLEEPERS];
};

static double now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static long sleep_somehow(int how)
{
    const struct timespec time = {.tv_sec = SLEPT_S};

    switch (how) {
    case 0:
        return (long)sleep(SLEPT_S);
    case 1:
        return usleep(SLEPT_MS * 1000);
    case 2:
        return nanosleep(&time, NULL);
    default:
        return clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
    }
}

static int sleep_through_a_report(void *argument)
{
    struct shared *shared = argument;
    int rank = heddle_rank();
    double start_ms = now_ms();

    shared->left[rank] = sleep_somehow(rank);
    shared->passed_ms[rank] = now_ms() - start_ms;
    shared->over++;
    return 0;
}

int main(void)
{
    const struct heddle_options options = {.timeout = 1};
    struct shared shared = {0};
    struct heddle_result result;

    must(heddle_run(&options, SLEEPERS, sleep_through_a_report, &shared, &result) == 124);
    must(shared.over == 0);
    heddle_result_free(&result);
    while (shared.over < SLEEPERS)
        usleep(10000);
    for (int i = 0; i < SLEEPERS; i++) {
        printf("%d: %ld after %.1f ms\n", i, shared.left[i], shared.passed_ms[i]);
        must(shared.left[i] == 0 && shared.passed_ms[i] >= SLEPT_MS);
    }
    return 0;
}
