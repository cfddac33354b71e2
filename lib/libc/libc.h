/* SPDX-License-Identifier: MIT */
/* The state behind libc's functions that each rank has for itself: locale, signal handlers, timers.
 * The functions of this folder stand in front of libc's. */
#ifndef LIBC_LIBC_H
#define LIBC_LIBC_H

#include <stdbool.h>
#include <time.h>

#include "base/sanitizer.h"
#include "rank/floor.h"
#include "rank/rank.h"
#include "sync/lock.h"

struct locale;
struct signals;

enum { LIBC_TIMERS = 3 }; /* those of setitimer */

/* What one rank has. */
struct libc {
    /* Handlers (libc/signal.h), made with the first one. */
    struct signals *signals;
    bool is_deaf; /* the rank's main thread has ended: it takes no more signals */

    /* Timers, made when first wanted (libc/timer.h). */
    timer_t timers[LIBC_TIMERS];
    bool has_timer[LIBC_TIMERS];

    /* The rank's locale, and all that it has had (libc/locale.c). */
    struct lock locale_lock;
    struct locale *locale, *locales;
};

/* To be added to every world whose ranks run a user's code. In ranks of other worlds libc's
 * functions act on the process, but for those that end a rank. */
extern const struct floor libc_floor;

/* NULL: the rank's world has not this floor. */
NOT_INSTRUMENTED static inline struct libc *libc_of(const struct rank *rank)
{
    return load_relaxed(&rank->local[FLOOR_LIBC]);
}

/* The calling rank's; NULL outside of ranks, and in a child that a rank has made by fork. */
static inline struct libc *libc_self(void)
{
    const struct rank *self = rank_self();

    return rank_is_in_its_process(self) ? libc_of(self) : NULL;
}

#endif
