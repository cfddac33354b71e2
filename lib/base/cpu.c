/* SPDX-License-Identifier: MIT */
#include "base/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <sched.h>
#include <unistd.h>

int cpu_count(void)
{
    cpu_set_t allowed;
    long online;

    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return CPU_COUNT(&allowed);
    online = sysconf(_SC_NPROCESSORS_ONLN); /* more processors than a cpu_set_t holds */
    return online > 0 ? (int)online : 1;
}

unsigned cpu_current(void)
{
    int current = sched_getcpu();

    return current >= 0 ? (unsigned)current : 0;
}

void cpu_leave(void)
{
    unsigned here = cpu_current();
    cpu_set_t all, others;

    if (here >= CPU_SETSIZE || sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    others = all;
    CPU_CLR(here, &others);
    if (CPU_COUNT(&others) > 0 && sched_setaffinity(0, sizeof others, &others) == 0)
        sched_setaffinity(0, sizeof all, &all);
}

bool cpu_counts_steadily(void)
{
#if defined(__x86_64__)
    enum { POWER_LEAF = 0x80000007, INVARIANT = 1 << 8 };
    unsigned a, b, c, d = 0;

    return __get_cpuid(POWER_LEAF, &a, &b, &c, &d) != 0 && (d & INVARIANT) != 0;
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}
