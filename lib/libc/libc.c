/* SPDX-License-Identifier: MIT */
#include "libc/libc.h"

#include <locale.h>

#include "base/memory.h"
#include "libc/callback.h"
#include "libc/locale.h"
#include "libc/signal.h"
#include "libc/timer.h"
#include "rank/world.h"

static bool create_libc(struct world *world)
{
    struct libc *libc = memory_take_zeroed((size_t)world->size * sizeof *libc);
    int i;

    if (libc == NULL)
        return false;
    store_relaxed(&world->local[FLOOR_LIBC], libc);
    for (i = 0; i < world->size; i++)
        store_relaxed(&world->ranks[i].local[FLOOR_LIBC], &libc[i]);
    return true;
}

static void destroy_libc(struct world *world)
{
    struct libc *libc = load_relaxed(&world->local[FLOOR_LIBC]);
    int i;

    for (i = 0; libc != NULL && i < world->size; i++)
        locale_end(&libc[i]);
    memory_give(libc);
}

static void end_libc(struct rank *self)
{
    callbacks_end(libc_of(self));
    timers_end(libc_of(self));
    signals_end(libc_of(self));
    uselocale(LC_GLOBAL_LOCALE);
}

const struct floor libc_floor = {
    .create = create_libc,
    .destroy = destroy_libc,
    .begin = locale_begin,
    .end = end_libc,
    .inherit = locale_inherit,
    .enter = locale_enter,
};
