/* SPDX-License-Identifier: MIT */
/* Waiting for any child. The kernel's children are the process's: without the flag, a rank would
 * take those of other ranks. With it, the kernel looks at the children that the calling thread has
 * made. A call that names its child finds it from every thread. */
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/libc.h"
#include "rank/world.h"

typedef pid_t waiter4(pid_t child, int *status, int options, struct rusage *usage);
typedef int waiter_id(idtype_t type, id_t id, siginfo_t *info, int options);

static int narrow(int options, bool is_any)
{
    return is_any && rank_is_in_its_process(rank_self()) ? options | __WNOTHREAD : options;
}

__attribute__((visibility("default")))
pid_t wait4(pid_t child, int *status, int options, struct rusage *usage)
{
    return ((waiter4 *)libc_function("wait4"))(child, status, narrow(options, child <= 0), usage);
}

__attribute__((visibility("default"))) pid_t wait3(int *status, int options, struct rusage *usage)
{
    return wait4(WAIT_ANY, status, options, usage);
}

__attribute__((visibility("default"))) pid_t waitpid(pid_t child, int *status, int options)
{
    return wait4(child, status, options, NULL);
}

__attribute__((visibility("default"))) pid_t wait(int *status)
{
    return wait4(WAIT_ANY, status, 0, NULL);
}

__attribute__((visibility("default")))
int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    bool is_any = type == P_ALL || type == P_PGID;

    return ((waiter_id *)libc_function("waitid"))(type, id, info, narrow(options, is_any));
}
