/* SPDX-License-Identifier: MIT */
/* The processors of this machine. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include "base/sanitizer.h"

/* How many processors this process may run on. */
int cpu_count(void);

/* The number of the one that the calling thread runs on, or just did. */
unsigned cpu_current(void);

/* Moves the calling thread to another of the processors that it may run on, if there is one. */
void cpu_leave(void);

/* Tells the processor that this is a spin loop. Between two looks at a line that another processor
 * is about to write: without it many looks are under way when the line is taken away, and all of
 * them have to be made again before what has come is seen (bench/sync/mpsc: line.bounce,
 * line.hasty). */
NOT_INSTRUMENTED static inline void cpu_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Asks for a cache line that is going to be written. The instruction is none to the oldest x86-64
 * processors, so compilers leave it out unless they are told otherwise. */
static inline void cpu_prefetch_to_write(const void *line)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw (%0)" : : "r"(line));
#else
    __builtin_prefetch(line, 1);
#endif
}

#endif
