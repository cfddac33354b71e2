/* SPDX-License-Identifier: MIT */
/* The processor time and other resources that a rank has used, which functions of libc
 * (runtime/program/clock.c) return in place of the process's. */
#include "job/start.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

__attribute__((visibility("default"))) bool heddle_cpu_time(struct timespec *time)
{
    struct rank *self = rank_self();
    uint64_t ns;

    if (!rank_is_in_its_process(self))
        return false;
    ns = rank_cpu_ns(self);
    *time = (struct timespec){.tv_sec = (time_t)(ns / 1000000000u),
                              .tv_nsec = (long)(ns % 1000000000u)};
    return true;
}

__attribute__((visibility("default"))) bool heddle_usage(struct rusage *usage)
{
    struct rank *self = rank_self();
    bool is_rank = rank_is_in_its_process(self);

    if (is_rank)
        rank_usage(self, usage);
    return is_rank;
}
