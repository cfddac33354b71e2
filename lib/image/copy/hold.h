/* SPDX-License-Identifier: MIT */
/* Reserves address ranges so that nothing else is mapped there; a held range costs no memory. For
 * lib/image only.
 *
 * The functions bypass libc because ThreadSanitizer would clear its shadow of these ranges, of
 * which not a byte is read. */
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

/* Holds a range at the wished address, or near it where the kernel proposes. Returns NULL if there
 * is none. */
static inline char *hold_near(char *wished, size_t bytes)
{
    void *start = (void *)syscall(SYS_mmap, wished, bytes, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);

    return start == MAP_FAILED ? NULL : start;
}

/* Holds the uppermost hole that is long enough. */
static inline char *hold_anywhere(size_t bytes)
{
    return hold_near(NULL, bytes);
}

/* Returns false if something lies there. (MAP_FIXED_NOREPLACE would be clearer, but Valgrind does
 * not know it.) */
static inline bool hold_at(char *start, size_t bytes)
{
    char *held = hold_near(start, bytes);

    if (held != NULL && held != start)
        hold_end(held, bytes);
    return held == start;
}

#endif
