/* SPDX-License-Identifier: MIT */
/* Processor time, and what else the kernel counts for a process: here of the rank's threads, not of
 * those of all ranks. clock_gettime itself is interposed (libc/clock.c). */
#include <dlfcn.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "job/start.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak clock
#pragma weak getrusage
#pragma weak times
#pragma weak heddle_usage

enum { NANOSECONDS = 1000000000, NANOSECONDS_OF_ONE = NANOSECONDS / CLOCKS_PER_SEC };

typedef int usage_getter(__rusage_who_t who, struct rusage *usage);
typedef clock_t times_getter(struct tms *times);

clock_t clock(void)
{
    struct timespec time;

    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
        return -1;
    return time.tv_sec * CLOCKS_PER_SEC + time.tv_nsec / NANOSECONDS_OF_ONE;
}

int getrusage(__rusage_who_t who, struct rusage *usage)
{
    static usage_getter *behind;

    if (who == RUSAGE_SELF && heddle_usage != NULL && heddle_usage(usage))
        return 0;
    if (behind == NULL)
        behind = (usage_getter *)dlsym(RTLD_NEXT, "getrusage");
    return behind(who, usage);
}

static clock_t ticks_of(const struct timeval *time)
{
    long ticks = sysconf(_SC_CLK_TCK);

    return time->tv_sec * ticks + time->tv_usec / (1000000 / ticks);
}

clock_t times(struct tms *times)
{
    static times_getter *behind;
    struct rusage usage;
    clock_t now;

    if (behind == NULL)
        behind = (times_getter *)dlsym(RTLD_NEXT, "times");
    now = behind(times);
    if (times != NULL && heddle_usage != NULL && heddle_usage(&usage)) {
        times->tms_utime = ticks_of(&usage.ru_utime);
        times->tms_stime = ticks_of(&usage.ru_stime);
    }
    return now;
}
