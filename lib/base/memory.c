/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *memory_take(size_t bytes)
{
    return malloc(bytes > 0 ? bytes : 1);
}

void *memory_take_zeroed(size_t bytes)
{
    return calloc(1, bytes > 0 ? bytes : 1);
}

void *memory_take_aligned(size_t alignment, size_t bytes)
{
    size_t whole = (bytes + alignment - 1) & ~(alignment - 1);
    void *block = aligned_alloc(alignment, whole > 0 ? whole : alignment);

    if (block != NULL)
        memset(block, 0, whole);
    return block;
}

void *memory_grow(void *old, size_t bytes)
{
    return realloc(old, bytes > 0 ? bytes : 1);
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
    free(block);
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
