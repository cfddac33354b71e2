/* SPDX-License-Identifier: MIT */
#include "base/lock_order.h"

#ifdef HEDDLE_CHAOS
#include <stdbool.h>

#include "base/must.h"
#include "base/sanitizer.h"

static _Thread_local int levels_held[LOCK_LEVELS];

NOT_INSTRUMENTED static bool is_of_loader(enum lock_level level)
{
    return level == LOCK_LOADER || level == LOCK_LOADER_LIST;
}

NOT_INSTRUMENTED void lock_order_enter(enum lock_level level)
{
    bool is_held_already = levels_held[level] > 0;
    int later;

    must(!is_held_already || is_of_loader(level));
    for (later = level + 1; later < LOCK_LEVELS && !is_held_already; later++)
        must(levels_held[later] == 0);
    levels_held[level]++;
}

NOT_INSTRUMENTED void lock_order_leave(enum lock_level level)
{
    must(levels_held[level] > 0);
    levels_held[level]--;
}
#endif
