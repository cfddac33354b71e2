/* SPDX-License-Identifier: MIT */
#include "base/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/limit.h"

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

/* Reads it from the system's list, such as "8-15,72-79". */
static int read_cluster(unsigned processor)
{
    enum { INDEX_MAX = 4, PATH_BYTES = 96 };
    char path[PATH_BYTES];
    long first;
    int index;

    for (index = INDEX_MAX; index >= 0; index--) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/cache/index%d/shared_cpu_list",
                 processor, index);
        first = limit_read(path);
        if (first >= 0 && first < CPU_SETSIZE)
            return (int)first;
    }
    return -1;
}

int cpu_cluster(unsigned processor)
{
    enum { NOT_ASKED, OFFSET = 2 };
    static _Atomic(int) clusters[CPU_SETSIZE];
    int known;

    if (processor >= CPU_SETSIZE)
        return -1;
    known = load_relaxed(&clusters[processor]);
    if (known == NOT_ASKED) {
        known = read_cluster(processor) + OFFSET;
        store_relaxed(&clusters[processor], known);
    }
    return known - OFFSET;
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
