/* SPDX-License-Identifier: MIT */
/* The order of the locks that a thread may hold while it enters the loader, or that the loader
 * holds while it runs code of ours: it runs the constructor that registers a module. A thread takes
 * a lock only while it holds none of a later one, so no two threads wait for each other.
 *
 * The order is checked in builds with --enable-chaos. In other builds the functions are empty. */
#ifndef BASE_LOCK_ORDER_H
#define BASE_LOCK_ORDER_H

/* Ascending. */
enum lock_level {
    LOCK_GUESTS,      /* image/guest/guest.c: opens one program at a time */
    LOCK_LOADER,      /* the loader's: dlopen holds it while it runs constructors */
    LOCK_LOADER_LIST, /* the loader's: dl_iterate_phdr holds it while it calls back */
    LOCK_MODULES,     /* image/module/module.c */
    LOCK_RESERVATION, /* image/copy/reservation.c */
    LOCK_WATCHED,     /* image/module/watch.c: one module's */
    LOCK_LEVELS,
};

#ifdef HEDDLE_CHAOS
/* A thread may enter the loader's two again. Call `enter` before a lock is taken, and `leave` after
 * it has been given back. */
void lock_order_enter(enum lock_level level);
void lock_order_leave(enum lock_level level);
#else
#define lock_order_enter(level) ((void)(level))
#define lock_order_leave(level) ((void)(level))
#endif

#endif
