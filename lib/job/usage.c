/* SPDX-License-Identifier: MIT */
/* The resources that a rank has used, which functions of libc (runtime/program/clock.c) return in
 * place of the process's. */
#include "job/start.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

__attribute__((visibility("default"))) bool heddle_usage(struct rusage *usage)
{
    struct rank *self = rank_self();
    bool is_rank = rank_is_in_its_process(self);

    if (is_rank)
        rank_usage(self, usage);
    return is_rank;
}
