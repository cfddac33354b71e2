/* SPDX-License-Identifier: MIT */
/* Blocks of the library's memory that have been taken and not given, in the whole process: for a
 * program that is linked with --wrap (Makefile.am). */
#ifndef TESTS_P2P_LIVE_BLOCKS_H
#define TESTS_P2P_LIVE_BLOCKS_H

#include <stddef.h>

#include "base/atomic.h"

static _Atomic(long) live_blocks;

/* All functions of base/memory.h that take a block: their parameters, and how they are called. */
#define TAKES(takes)                                                   \
    takes(void *, memory_take, (size_t bytes), (bytes))                \
    takes(void *, memory_take_zeroed, (size_t bytes), (bytes))         \
    takes(void *, memory_take_aligned, (size_t alignment, size_t bytes), (alignment, bytes)) \
    takes(char *, memory_copy_text, (const char *text), (text))        \
    takes(char *, memory_take_over, (char *text), (text))

#define WRAP(type, name, parameters, arguments)              \
    type __real_##name parameters;                           \
    type __wrap_##name parameters;                           \
    type __wrap_##name parameters                            \
    {                                                        \
        type block = __real_##name arguments;                \
                                                             \
        fetch_add_relaxed(&live_blocks, block != NULL);      \
        return block;                                        \
    }

TAKES(WRAP)

void *__real_memory_grow(void *old, size_t bytes);
void *__wrap_memory_grow(void *old, size_t bytes);
void __real_memory_give(void *block);
void __wrap_memory_give(void *block);

void *__wrap_memory_grow(void *old, size_t bytes)
{
    void *block = __real_memory_grow(old, bytes);

    fetch_add_relaxed(&live_blocks, old == NULL && block != NULL);
    return block;
}

void __wrap_memory_give(void *block)
{
    fetch_add_relaxed(&live_blocks, -(block != NULL));
    __real_memory_give(block);
}

#endif
