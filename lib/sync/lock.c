/* SPDX-License-Identifier: MIT */
#include "sync/lock.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void lock_take_contended(struct lock *lock)
{
    while (exchange_acq_rel(&lock->word, LOCK_CONTENDED) != LOCK_FREE) /* edge lock.word */
        syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, LOCK_CONTENDED, NULL, NULL, 0);
}

void lock_wake_one(struct lock *lock)
{
    syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
