/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/heap.h"
#include "base/sanitizer.h"
#include "base/tsan.h"

FILE *memory_open_stream(char **text, size_t *bytes)
{
    *text = NULL;
    return memory_fails() ? NULL : open_memstream(text, bytes);
}

void *memory_take(size_t bytes)
{
    if (memory_fails())
        return NULL;
    return heap_take(bytes > 0 ? bytes : 1, alignof(max_align_t), false);
}

void *memory_take_zeroed(size_t bytes)
{
    if (memory_fails())
        return NULL;
    return heap_take(bytes > 0 ? bytes : 1, alignof(max_align_t), true);
}

void *memory_take_aligned(size_t alignment, size_t bytes)
{
    if (memory_fails())
        return NULL;
    return heap_take(bytes > 0 ? bytes : 1, alignment, true);
}

void *memory_grow(void *old, size_t bytes)
{
    if (old == NULL)
        return memory_take(bytes);
    return memory_fails() ? NULL : heap_grow(old, bytes > 0 ? bytes : 1);
}

char *memory_copy_text(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = memory_take(bytes);

    if (copy != NULL)
        memcpy(copy, text, bytes);
    return copy;
}

char *memory_take_over(char *text)
{
    char *copy = text != NULL ? memory_copy_text(text) : NULL;

    free(text);
    return copy;
}

void memory_give(void *block)
{
    if (block != NULL)
        heap_give(block);
}

static const char shown; /* a name */

void *memory_take_shown(size_t alignment, size_t bytes)
{
    void *block = memory_take_aligned(alignment, bytes);

    tsan_acquire(&shown);
    return block;
}

void memory_give_shown(void *block)
{
    tsan_release(&shown);
    memory_give(block);
}

void *memory_reserve(size_t bytes)
{
    void *start;

    if (memory_fails())
        return NULL;
    start = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

bool memory_open(void *start, size_t bytes)
{
    return mprotect(start, bytes, PROT_READ | PROT_WRITE) == 0;
}

enum { PARTS = 8, PART_BYTES = 2 << 20 };

bool memory_is_there(void)
{
    void *parts[PARTS];
    int i, count;

    for (count = 0; count < PARTS; count++) {
        parts[count] = mmap(NULL, PART_BYTES, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (parts[count] == MAP_FAILED)
            break;
    }
    for (i = 0; i < count; i++)
        munmap(parts[i], PART_BYTES);
    return count == PARTS;
}

const char *memory_hint(void)
{
    struct rlimit limit;
    bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;

    return is_limited ? ": the shell limits the memory of this process (ulimit -v)" : "";
}

void memory_release(void *start, size_t bytes)
{
    if (start != NULL)
        munmap(start, bytes);
}
