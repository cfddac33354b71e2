/* SPDX-License-Identifier: MIT */
#include "sync/guard.h"

#include <sched.h>
#include <string.h>

#include "base/sanitizer.h"
#include "sync/membarrier.h"

static _Thread_local struct guard *entered_remotely; /* as a remote thread; NULL: none */

void guard_init(struct guard *guard)
{
    memset(guard, 0, sizeof *guard);
    /* Without membarrier the kernel cannot order the owner's plain accesses, so every thread takes
     * the lock. */
    if (IS_FOR_THREAD_SANITIZER || !membarrier_register())
        guard_share(guard);
}

void guard_check(const struct guard *guard)
{
    if (guard_is_shared(guard))
        must(lock_is_taken(&guard->lock));
    else
        must(load_relaxed(&guard->is_inside));
}

void guard_share(struct guard *guard)
{
    store_relaxed(&guard->is_shared, true);
}

void guard_enter_slowly(struct guard *guard)
{
    if (guard_is_shared(guard)) {
        lock_take(&guard->lock);
        return;
    }
    /* The owner steps back while a remote thread is inside. That thread holds the lock, so taking
     * the lock waits for its end. */
    while (load_acquire(&guard->has_remote)) { /* edge guard.visited */
        store_release(&guard->is_inside, false); /* edge guard.inside */
        lock_take(&guard->lock);
        lock_release(&guard->lock);
        store_relaxed(&guard->is_inside, true);
        compiler_fence(); /* edge guard.announced */
    }
}

void guard_enter_remote(struct guard *guard)
{
    lock_take(&guard->lock);
    must(entered_remotely == NULL);
    must(!load_relaxed(&guard->has_remote));
    entered_remotely = guard;
    if (guard_is_shared(guard))
        return;
    store_relaxed(&guard->has_remote, true);
    membarrier_run(); /* edge guard.announced */
    while (load_acquire(&guard->is_inside)) /* edge guard.inside */
        sched_yield();
}

void guard_leave_remote(struct guard *guard)
{
    must(entered_remotely == guard);
    must(lock_is_taken(&guard->lock));
    entered_remotely = NULL;
    store_release(&guard->has_remote, false); /* edge guard.visited */
    lock_release(&guard->lock);
}

bool guard_is_visiting(void)
{
    return entered_remotely != NULL;
}

void guard_abandon(struct guard *own)
{
    if (entered_remotely != NULL)
        guard_leave_remote(entered_remotely);
    if (!guard_is_shared(own))
        store_release(&own->is_inside, false); /* edge guard.inside */
}
