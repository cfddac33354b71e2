/* SPDX-License-Identifier: MIT */
#include "image/opening.h"

#include <assert.h>

#include "image/copy/reservation.h"
#include "image/module/defer.h"
#include "image/module/misplaced.h"
#include "image/slot.h"

enum { TRIES_MAX = 30 };

/* The libraries that the thread is opening: a constructor may open one. */
static _Thread_local struct {
    unsigned count : 16;
    unsigned tries : 8;         /* how often what it opens has been misplaced */
    unsigned may_try_again : 1; /* the latest */
    unsigned is_misplaced : 1;  /* a library that comes with the latest */
} openings;

static_assert(sizeof openings == sizeof(int), "thread-local memory is scarce");

bool opening_is_under_way(void)
{
    return openings.count > 0;
}

void opening_begin(void)
{
    openings.count++;
    openings.may_try_again = openings.is_misplaced = false;
    modules_lock();
    reservation_open();
    modules_unlock();
}

void opening_begin_again(void)
{
    opening_begin();
    openings.may_try_again = openings.tries < TRIES_MAX;
}

void opening_end(void)
{
    openings.count--;
    openings.may_try_again = openings.is_misplaced = false;
    reservation_close();
}

int opening_count_try(void)
{
    if (openings.tries < TRIES_MAX)
        openings.tries++;
    return (int)openings.tries;
}

void opening_has_succeeded(void)
{
    openings.tries = 0;
}

static bool is_beside_reservation(const struct module *module)
{
    return reservation_segment() != NULL &&
           !reservation_has(module->start, (size_t)(module->end - module->start));
}

/* Libraries that come with a misplaced one, and may need it, are opened again with it. */
bool opening_puts_off(const struct module *module)
{
    bool is_misplaced;

    if (!openings.may_try_again || module->is_whole)
        return false;
    modules_lock();
    is_misplaced = slots_are_open() && (openings.is_misplaced || is_beside_reservation(module));
    modules_unlock();
    if (!is_misplaced || !misplaced_add(module->dynamic) || !defer_functions(module))
        return false;
    reservation_close();
    openings.is_misplaced = true;
    return true;
}
