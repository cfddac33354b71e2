/* SPDX-License-Identifier: MIT */
#include "sync/membarrier.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/must.h"

/* A forked child inherits the registration, so is_registered stays true in it. */
bool membarrier_register(void)
{
    static _Atomic(bool) is_registered;

    if (load_relaxed(&is_registered))
        return true;
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0)
        return false;
    store_relaxed(&is_registered, true);
    return true;
}

void membarrier_run(void)
{
    must(syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0);
}
