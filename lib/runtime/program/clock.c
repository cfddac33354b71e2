/* SPDX-License-Identifier: MIT */
/* The clocks of processor time: they count the rank's threads, not those of all ranks. */
#include <dlfcn.h>
#include <time.h>

#include "job/start.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak clock
#pragma weak clock_gettime
#pragma weak heddle_cpu_time

enum { NANOSECONDS = 1000000000, NANOSECONDS_OF_ONE = NANOSECONDS / CLOCKS_PER_SEC };

typedef int getter(clockid_t id, struct timespec *time);

int clock_gettime(clockid_t id, struct timespec *time)
{
    static getter *behind;

    if (id == CLOCK_PROCESS_CPUTIME_ID && heddle_cpu_time != NULL &&
        heddle_cpu_time(time))
        return 0;
    if (behind == NULL)
        behind = (getter *)dlsym(RTLD_NEXT, "clock_gettime");
    return behind(id, time);
}

clock_t clock(void)
{
    struct timespec time;

    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
        return -1;
    return time.tv_sec * CLOCKS_PER_SEC + time.tv_nsec / NANOSECONDS_OF_ONE;
}
