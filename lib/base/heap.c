/* SPDX-License-Identifier: MIT */
#include "base/heap.h"

#include "base/atomic.h"
#include "base/heap_kinds.h"
#include "base/memory.h"
#include "base/sanitizer.h"

#ifdef HEDDLE_JEMALLOC
#define OF_KIND(of_arena, of_list) (likely(arena_is_there()) ? (of_arena) : (of_list))
#else
#define OF_KIND(of_arena, of_list) (of_list)
#endif

_Thread_local struct heap *heap_used;

_Atomic(bool) heaps_are_mixed;

void *heap_take(size_t bytes, size_t alignment, bool zeroed)
{
    return OF_KIND(arena_take(bytes, alignment, zeroed), list_take(bytes, alignment, zeroed));
}

void *heap_grow(void *old, size_t bytes)
{
    return OF_KIND(arena_grow(old, bytes), list_grow(old, bytes));
}

void heap_give(void *block)
{
    OF_KIND(arena_give(block), list_give(block));
}

struct heap *heap_create(void)
{
    return OF_KIND(arena_create(), list_create());
}

void heap_destroy(struct heap *heap)
{
    OF_KIND(arena_destroy(heap), list_destroy(heap));
}

NOT_INSTRUMENTED void memory_begin_thread(struct heap *heap)
{
    heap_used = heap;
    OF_KIND(arena_begin_thread(heap), (void)0);
}

void memory_end_thread(void)
{
    OF_KIND(arena_end_thread(), (void)0);
    heap_used = NULL;
}

NOT_INSTRUMENTED struct heap *memory_use(struct heap *heap)
{
    struct heap *before = heap_used;

    heap_used = heap;
    return before;
}

void memory_mix(void)
{
    /* Relaxed: a thread gets a block of another heap by an edge. */
    store_relaxed(&heaps_are_mixed, true);
}

bool memory_is_mixed(void)
{
    return load_relaxed(&heaps_are_mixed);
}
