/* SPDX-License-Identifier: MIT */
/* The processors of this machine. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sanitizer.h"

/* Returns how many processors this process may run on. */
int cpu_count(void);

/* Returns the number of the processor that the calling thread runs on, or just ran on. */
unsigned cpu_current(void);

/* The processors that share the last level of cache with that one, as one number: that of the first
 * of them. -1: the system does not say. It is read once for each processor, at the first call: to
 * load all that hwloc knows of a machine takes longer than most that an answer saves, and ranks
 * need not be bound. */
int cpu_cluster(unsigned processor);

/* Moves the calling thread to another of the processors that it may run on, if there is one. */
void cpu_leave(void);

/* Hints to the processor that this is a spin loop. Call it between two polls of a line that another
 * processor is about to write. Without it, many loads are in flight when the line is taken away,
 * and all of them must be repeated before the new value is seen (bench/sync/mpsc: line.bounce,
 * line.hasty). */
NOT_INSTRUMENTED static inline void cpu_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Reads the processor's counter, which takes some nanoseconds less than a clock. Its ticks are only
 * good where cpu_counts_steadily: there they have one length, and all processors agree. */
static inline uint64_t cpu_ticks(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return 0;
#endif
}

bool cpu_counts_steadily(void);

/* Prefetches a cache line that is going to be written. The code spells out prefetchw because
 * compilers omit it by default: the oldest x86-64 processors lack the instruction. */
static inline void cpu_prefetch_to_write(const void *line)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw (%0)" : : "r"(line));
#else
    __builtin_prefetch(line, 1);
#endif
}

#endif
