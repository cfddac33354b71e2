/* SPDX-License-Identifier: MIT */
#include "sync/park.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void park_init(struct park *park)
{
    store_relaxed(&park->permit, 0);
}

void park_sleep(struct park *park, uint64_t timeout_ns)
{
    struct timespec timeout;

    if (exchange_acq_rel(&park->permit, 0) != 0) /* edge park.permit */
        return;
    timeout.tv_sec = (time_t)(timeout_ns / 1000000000u);
    timeout.tv_nsec = (long)(timeout_ns % 1000000000u);
    syscall(SYS_futex, &park->permit, FUTEX_WAIT_PRIVATE, 0,
            timeout_ns == PARK_FOREVER ? NULL : &timeout, NULL, 0);
    exchange_acq_rel(&park->permit, 0); /* edge park.permit */
}

void park_wake(struct park *park)
{
    if (exchange_acq_rel(&park->permit, 1) == 0) /* edge park.permit */
        syscall(SYS_futex, &park->permit, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
