/* SPDX-License-Identifier: MIT */
/* The two kinds of heaps, of which a process has one for good: arenas of jemalloc, or lists of the
 * C library's blocks where jemalloc is not there. For lib/base/heap*.c only.
 *
 * Arenas are faster, but jemalloc has more thread-local variables (2.6 KB) than the loader has to
 * spare for a library that a running program opens, and the loader would refuse ours with it. So
 * the library does not need jemalloc. It names heddle/jemalloc.so as its auxiliary library, which
 * needs jemalloc and has the flag NOOPEN: the loader loads it when a process starts, and otherwise
 * leaves it out. The library then finds no mallocx, to which it refers weakly. */
#ifndef BASE_HEAP_KINDS_H
#define BASE_HEAP_KINDS_H

#include <stdbool.h>
#include <stddef.h>

struct heap;

extern __attribute__((visibility("hidden"))) _Thread_local struct heap *heap_used;

/* Set once, before a thread gives the first block of a heap that it does not use. All heaps are
 * listed then, those that are spare as well. */
extern __attribute__((visibility("hidden"))) _Atomic(bool) heaps_are_mixed;

#ifdef HEDDLE_JEMALLOC
extern __attribute__((weak)) void *mallocx(size_t bytes, int flags);

static inline bool arena_is_there(void)
{
    return mallocx != NULL;
}
#endif

/* Each pair has the contract of the function without its first word: heap_take, heap_create, ... */
void *arena_take(size_t bytes, size_t alignment, bool zeroed);
void *arena_grow(void *old, size_t bytes);
void arena_give(void *block);
struct heap *arena_create(void);
void arena_destroy(struct heap *heap);
void arena_begin_thread(const struct heap *heap);
void arena_end_thread(void);

void *list_take(size_t bytes, size_t alignment, bool zeroed);
void *list_grow(void *old, size_t bytes);
void list_give(void *block);
struct heap *list_create(void);
void list_destroy(struct heap *heap);

#endif
