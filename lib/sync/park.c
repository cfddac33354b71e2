/* SPDX-License-Identifier: MIT */
#include "sync/park.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Since Linux 6.16 a process has lists of sleeping threads of its own, some for each processor, and
 * a wake searches one of them: with thousands of threads on two processors that takes longer than
 * all else. Older kernels have lists that all processes share, and refuse this. */
#ifndef PR_FUTEX_HASH
#define PR_FUTEX_HASH 78
#define PR_FUTEX_HASH_SET_SLOTS 1
#define PR_FUTEX_HASH_GET_SLOTS 2
#endif

enum { THREADS_WITHOUT_LISTS = 64 };

void park_expect(int threads)
{
    unsigned long lists = THREADS_WITHOUT_LISTS;
    int lists_now;

    if (threads <= THREADS_WITHOUT_LISTS)
        return;
    while (lists < (unsigned long)threads)
        lists *= 2;
    lists_now = prctl(PR_FUTEX_HASH, PR_FUTEX_HASH_GET_SLOTS, 0, 0, 0);
    if (lists_now >= 0 && (unsigned long)lists_now < lists)
        prctl(PR_FUTEX_HASH, PR_FUTEX_HASH_SET_SLOTS, lists, 0, 0);
}

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
