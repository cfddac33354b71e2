/* SPDX-License-Identifier: MIT */
/* exit, _exit and quick_exit end the calling rank and not the process. Outside of ranks, and in a
 * child that a rank has made by fork or vfork, they are libc's.
 *
 * In a thread other than the rank's main thread they end the job: a thread cannot stop its rank's
 * main, and in a process of its own that call would have ended everything. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/libc.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/rank.h"
#include "rank/world.h"

enum { STATUS_MASK = 0377 }; /* the bits that wait(2) returns */

static void leave_rank(enum rank_end end, int status, const char *function)
{
    struct rank *self = rank_self();

    if (!rank_is_in_its_process(self))
        return;
    status &= STATUS_MASK;
    if (rank_is_main_thread(self))
        rank_leave(self, end, status);
    world_abort(self->world, status, "%s called %s(%d) in a thread of its own",
                rank_name(self).text, function, status);
}

static _Noreturn void end_by_libc(const char *function, int status)
{
    void (*ending)(int) = (void (*)(int))libc_function(function);

    ending(status);
    __builtin_unreachable();
}

__attribute__((visibility("default"))) void exit(int status)
{
    leave_rank(RANK_RETURNED, status, "exit");
    end_by_libc("exit", status);
}

static _Noreturn void end_process(int status)
{
    for (;;)
        syscall(SYS_exit_group, status);
}

__attribute__((visibility("default"))) void _exit(int status)
{
    leave_rank(RANK_QUIT, status, "_exit");
    end_process(status);
}

__attribute__((visibility("default"))) void _Exit(int status)
{
    leave_rank(RANK_QUIT, status, "_Exit");
    end_process(status);
}

/* Functions registered by at_quick_exit belong to the process: a rank's quick_exit does not run
 * them. */
__attribute__((visibility("default"))) void quick_exit(int status)
{
    leave_rank(RANK_QUIT, status, "quick_exit");
    end_by_libc("quick_exit", status);
}
