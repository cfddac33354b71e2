/* SPDX-License-Identifier: MIT */
#include "spawn/universe.h"

#include <sys/resource.h>

#include "base/knob.h"
#include "base/limit.h"
#include "image/image.h"
#include "rank/world.h"

/* Threads that the machine lets the user have, and copies of the program's data. */
static long find_limit(void)
{
    long most = IMAGE_SLOTS_MAX - 1, limit;
    struct rlimit processes;

    if (getrlimit(RLIMIT_NPROC, &processes) == 0 && processes.rlim_cur < (rlim_t)most)
        most = (long)processes.rlim_cur;
    limit = limit_read("/proc/sys/kernel/threads-max");
    most = limit < most ? limit : most;
    limit = limit_of_groups().most;
    return limit < most ? limit : most;
}

int universe_size(struct world *world)
{
    struct world *root = world->root;
    int known = load_acquire(&root->family.universe_size); /* edge universe.size */
    long size = knobs.universe_size;

    if (known != 0)
        return known;
    if (size == 0)
        size = find_limit();
    if (size < root->size)
        size = root->size;
    compare_exchange_acq_rel(&root->family.universe_size, &known,
                             (int)size); /* edge universe.size */
    return known != 0 ? known : (int)size;
}
