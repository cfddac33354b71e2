/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/sanitizer.h"

/* A thread counts what it asks for. `rank` counts from 1: 0 is no rank. `first` is the number of
 * the request that fails, and -first that of the first of all that fail. */
static _Thread_local struct {
    int rank;
    long count;
    long first;
} memory_requests;

_Atomic(bool) memory_may_fail;

NOT_INSTRUMENTED void memory_count_for(int rank)
{
    memory_requests.rank = rank - MEMORY_OF_NO_RANK;
    memory_requests.count = 0;
}

void memory_fail_at(long n)
{
    memory_requests.first = n;
    memory_requests.count = 0;
    if (n != 0)
        store_relaxed(&memory_may_fail, true);
}

/* A function of its own, so that a debugger can stop where memory fails. */
static __attribute__((noinline)) bool fail_on_purpose(int rank, bool is_first)
{
    char line[96], who[24] = "no rank";
    int length;

    if (!is_first)
        return true;
    if (rank != MEMORY_OF_NO_RANK)
        snprintf(who, sizeof who, "rank %d", rank);
    length = snprintf(line, sizeof line, "heddle: request %ld for memory of %s fails on purpose\n",
                      memory_requests.count, who);
    return write(STDERR_FILENO, line, (size_t)length) != 0;
}

/* The thread's own number goes first, then that of the knobs, if it is for the thread's rank. */
static long first_to_fail(int rank)
{
    if (memory_requests.first != 0)
        return memory_requests.first;
    return knobs.fail_rank == rank || knobs.fail_rank == MEMORY_OF_ALL_RANKS ? knobs.fail_memory
                                                                             : 0;
}

bool memory_fails_now(void)
{
    int rank = memory_requests.rank + MEMORY_OF_NO_RANK;
    long first = first_to_fail(rank), count = ++memory_requests.count;

    return first != 0 && (count == labs(first) || (count > labs(first) && first < 0)) &&
           fail_on_purpose(rank, count == labs(first));
}

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
