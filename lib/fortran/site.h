/* SPDX-License-Identifier: MIT */
/* The place of the call in Fortran. C's functions return into this library, so they cannot see it;
 * Heddle's has a word for it, which the weak hook finds. Other libraries have no such hook. */
#ifndef FORTRAN_SITE_H
#define FORTRAN_SITE_H

#include <stddef.h>

/* The thread's word; NULL before its first call. */
extern _Thread_local const void **site_word __attribute__((visibility("hidden")));

void site_find(void) __attribute__((visibility("hidden")));

/* Returns what site_leave needs: a callback may call MPI, too. */
static inline const void *site_enter(const void *site)
{
    const void *outer;

    if (__builtin_expect(site_word == NULL, 0))
        site_find();
    outer = *site_word;
    *site_word = site;
    return outer;
}

static inline void site_leave(const void *outer)
{
    *site_word = outer;
}

#endif
