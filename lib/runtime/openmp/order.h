/* SPDX-License-Identifier: MIT */
/* Programs that are compiled for OpenMP and ThreadSanitizer, or with -fheddle-races, get these
 * functions in front of those of GCC's OpenMP library. Neither has compiled that library, and sees
 * any of its barriers, locks and tasks. Correct programs would be taken for wrong ones, so both are
 * given here the orders of OpenMP:
 *
 *   what                                         comes before
 *   the thread that meets a parallel region      all members of its team
 *   the members of a team                        the end of the region, in that thread
 *   all in front of a barrier, and tasks         all behind it
 *   the creation of a task                       the task
 *   a task                                       its parent's taskwait, the end of its taskgroup,
 *                                                tasks that depend on it
 *   an atomic, ordered or locked part            the next one
 *
 * A name is an address by which they know an order; nothing there is read or written. */
#ifndef RUNTIME_OPENMP_ORDER_H
#define RUNTIME_OPENMP_ORDER_H

#include <dlfcn.h>
#include <stddef.h>

#include "base/atomic.h"
#include "base/tsan.h"
#include "image/start.h"

#pragma weak heddle_order

typedef void body(void *data);

static inline void openmp_release(const void *name)
{
    tsan_release(name);
    if (heddle_order != NULL)
        heddle_order(name, true);
}

static inline void openmp_acquire(const void *name)
{
    tsan_acquire(name);
    if (heddle_order != NULL)
        heddle_order(name, false);
}

/* A parallel region, in the frame of the thread that meets it. */
struct parallel {
    void *reductions; /* the library reads the first word */
    body *run;
    void *data;
    char forked, joined, ordered, arrived[2]; /* names */
};

enum { TASKGROUPS_MAX = 16 };

/* A task that the calling thread runs: an implicit one, which is a member of a team, or an explicit
 * one. Its own address is the name of its children's ends. */
struct running {
    struct parallel *region;
    int *barriers; /* that the member has left; NULL: it has left the region, and runs late tasks */
    const char *taskgroup;            /* the innermost; NULL: none */
    const char *outer_taskgroup;      /* the creator's */
    int depth;                        /* of the task's own taskgroups */
    char taskgroups[TASKGROUPS_MAX];  /* names; deeper ones share the last */
};

extern __attribute__((visibility("hidden"))) _Thread_local struct running *openmp_running;
extern __attribute__((visibility("hidden"))) const char openmp_fulfilled; /* a name */

/* Finds the library's function. Threads that look for it at once find the same one. */
static inline void *openmp_find(_Atomic(void *) *kept, const char *name)
{
    void *found = load_relaxed(kept);

    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        store_relaxed(kept, found);
    }
    return found;
}

#define LIBRARYS(function)                                                                         \
    ({                                                                                             \
        static _Atomic(void *) kept;                                                               \
        (__typeof__(function) *)openmp_find(&kept, #function);                                     \
    })

/* Declares a function that stands in front of the library's in all modules. */
#define IN_FRONT __attribute__((visibility("default")))

#endif
