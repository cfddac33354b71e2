/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* jemalloc's own functions: to the program, malloc stays that of the C library, whose symbols come
 * before those of a library's libraries. */
#ifdef HEDDLE_JEMALLOC
#include <jemalloc/jemalloc.h>

static void *take(size_t bytes, size_t alignment, bool zeroed)
{
    return mallocx(bytes, MALLOCX_ALIGN(alignment) | (zeroed ? MALLOCX_ZERO : 0));
}

static void *grow(void *old, size_t bytes)
{
    return rallocx(old, bytes, 0);
}

static void give(void *block)
{
    dallocx(block, 0);
}
#else
static void *take(size_t bytes, size_t alignment, bool zeroed)
{
    size_t whole = (bytes + alignment - 1) & ~(alignment - 1);
    void *block;

    if (alignment <= alignof(max_align_t))
        return zeroed ? calloc(1, bytes) : malloc(bytes);
    block = aligned_alloc(alignment, whole);
    return block != NULL && zeroed ? memset(block, 0, whole) : block;
}

static void *grow(void *old, size_t bytes)
{
    return realloc(old, bytes);
}

static void give(void *block)
{
    free(block);
}
#endif

void *memory_take(size_t bytes)
{
    return take(bytes > 0 ? bytes : 1, alignof(max_align_t), false);
}

void *memory_take_zeroed(size_t bytes)
{
    return take(bytes > 0 ? bytes : 1, alignof(max_align_t), true);
}

void *memory_take_aligned(size_t alignment, size_t bytes)
{
    return take(bytes > 0 ? bytes : 1, alignment, true);
}

void *memory_grow(void *old, size_t bytes)
{
    return old != NULL ? grow(old, bytes > 0 ? bytes : 1) : memory_take(bytes);
}

char *memory_copy_text(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = memory_take(bytes);

    if (copy != NULL)
        memcpy(copy, text, bytes);
    return copy;
}

void memory_give(void *block)
{
    if (block != NULL)
        give(block);
}

void *memory_reserve(size_t bytes)
{
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return start == MAP_FAILED ? NULL : start;
}

void memory_release(void *start, size_t bytes)
{
    if (start != NULL)
        munmap(start, bytes);
}
