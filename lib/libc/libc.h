/* SPDX-License-Identifier: MIT */
/* The state of libc's functions that each rank has for itself: locale, signal handlers, timers. The
 * functions of this folder interpose libc's. */
#ifndef LIBC_LIBC_H
#define LIBC_LIBC_H

#include <stdbool.h>
#include <time.h>

#include "base/sanitizer.h"
#include "rank/floor.h"
#include "rank/rank.h"
#include "rank/world.h"
#include "sync/lock.h"

struct callback;
struct locale;
struct signals;

enum { LIBC_TIMERS = 3 }; /* those of setitimer */

/* The state of one rank. */
struct libc {
    /* Signal handlers (libc/signal.h), made with the first one. */
    struct signals *signals;
    bool is_deaf; /* the rank's main thread has ended, and takes no more signals */

    /* Timers, made at the first use (libc/timer.h). */
    timer_t timers[LIBC_TIMERS];
    bool has_timer[LIBC_TIMERS];

    /* Functions that libc is to call in the rank (libc/callback.h). */
    struct lock callbacks_lock;
    struct callback *callbacks;

    /* Why the rank has no directory and umask of its own; 0: it has. The first rank's answers for
     * all whether that has been said (libc/directory.c). */
    int directory_error;
    _Atomic(bool) has_warned_of_directory;

    /* The rank's locale, and all locales that it has had (libc/locale.c). */
    struct lock locale_lock;
    struct locale *locale, *locales;
};

/* Add this to every world whose ranks run a user's code. In ranks of other worlds, libc's functions
 * act on the process, except those that end a rank. */
extern const struct floor libc_floor;

/* Returns NULL if the rank's world has no libc_floor. */
NOT_INSTRUMENTED static inline struct libc *libc_of(const struct rank *rank)
{
    return load_relaxed(&rank->local[FLOOR_LIBC]);
}

/* True if a signal handler of the rank may run. */
static inline bool libc_has_signals(const struct rank *rank)
{
    return rank != NULL && libc_of(rank) != NULL && libc_of(rank)->signals != NULL;
}

/* Returns the calling rank's state, or NULL outside of ranks and in a child that a rank has made by
 * fork. */
static inline struct libc *libc_self(void)
{
    const struct rank *self = rank_self();

    return rank_is_in_its_process(self) ? libc_of(self) : NULL;
}

#endif
