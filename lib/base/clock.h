/* SPDX-License-Identifier: MIT */
/* The clocks of the kernel in nanoseconds. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* 0 for the clock of a thread that has ended. */
static inline uint64_t clock_read(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The monotonic clock. */
static inline uint64_t clock_ns(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

#endif
