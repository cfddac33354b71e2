/* SPDX-License-Identifier: MIT */
#include "sync/park.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void park_sleep(struct park *park, uint32_t seen, uint64_t timeout_ns)
{
    const struct timespec timeout = {.tv_sec = (time_t)(timeout_ns / 1000000000u),
                                     .tv_nsec = (long)(timeout_ns % 1000000000u)};

    syscall(SYS_futex, &park->count, FUTEX_WAIT_PRIVATE, seen,
            timeout_ns == PARK_FOREVER ? NULL : &timeout, NULL, 0);
}

void park_wake(struct park *park)
{
    fetch_add_acq_rel(&park->count, 1); /* edge park.count */
    syscall(SYS_futex, &park->count, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
