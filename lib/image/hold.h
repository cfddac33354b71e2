/* SPDX-License-Identifier: MIT */
/* hold: addresses that nobody else gets, and that cost nothing. image's own files only.
 *
 * Not by way of libc: ThreadSanitizer would clear its shadow of what nobody sees a byte of. */
#ifndef IMAGE_HOLD_H
#define IMAGE_HOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline void hold_end(char *start, size_t bytes)
{
    syscall(SYS_munmap, start, bytes);
}

/* Where the kernel proposes, near the place that is wished for; NULL: nowhere. */
static inline char *hold_near(char *wished, size_t bytes)
{
    void *start = (void *)syscall(SYS_mmap, wished, bytes, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);

    return start == MAP_FAILED ? NULL : start;
}

/* In the uppermost hole that is long enough. */
static inline char *hold_anywhere(size_t bytes)
{
    return hold_near(NULL, bytes);
}

/* False: something lies there. (MAP_FIXED_NOREPLACE would be clearer, but Valgrind does not know
 * it.) */
static inline bool hold_at(char *start, size_t bytes)
{
    char *held = hold_near(start, bytes);

    if (held != NULL && held != start)
        hold_end(held, bytes);
    return held == start;
}

#endif
