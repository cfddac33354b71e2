/* SPDX-License-Identifier: MIT */
/* Heaps that are arenas of jemalloc (base/heap_kinds.h). */
#ifdef HEDDLE_JEMALLOC
#include "base/heap_kinds.h"

#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/memory.h"
#include "base/sanitizer.h"

#pragma weak dallocx
#pragma weak mallctl
#pragma weak mallctlbymib
#pragma weak mallctlnametomib
#pragma weak rallocx

/* jemalloc reads malloc_conf when it starts, unless the program defines its own. Ranks are threads
 * that come and go with their jobs, so each gets small caches. A single arena always has threads,
 * and so keeps its pages from job to job. */
__attribute__((visibility("default"))) const char *malloc_conf =
    "narenas:1,bin_shards:1-8192:8,tcache_nslots_small_max:16,tcache_nslots_large:2";

enum { ZEROED_BY_HAND_BYTES_MAX = 64 << 10 };

/* A short job takes its blocks from its room, one after the other, and gives nothing back before it
 * ends. That costs a tenth of allocating, freeing and resetting in an arena (bench/job/jobs). Large
 * blocks, and blocks for which the room is full, come from the arena. */
enum { ROOM_BYTES = 512 << 10, ROOM_BLOCK_BYTES_MAX = 64 << 10, APART = 2 * CACHE_LINE };

/* A jemalloc arena that jemalloc's own thread caches do not serve, so that all of it can be reset.
 * Destroying an arena is costly, so the heaps of ended jobs are kept for later jobs. */
struct heap {
    alignas(CACHE_LINE) struct heap *next;
    struct heap *other; /* the next of all heaps */
    unsigned arena;
    int flags;
    _Atomic(bool) uses_arena;
    _Atomic(size_t) used; /* bytes taken of the room; beyond ROOM_BYTES it is full */
    char *room;
};

static struct {
    pthread_mutex_t lock;
    struct heap *free;
    _Atomic(struct heap *) all; /* none is ever taken off */
} heaps = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- caches of threads that use a heap ------------------------------------------------------- */

/* A job that has filled its room takes and gives as fast as a program does only if its threads keep
 * freed blocks. jemalloc's number of a cache that no thread uses is stored here. */
enum { CACHES_MAX = 4094 }; /* of jemalloc */

static struct {
    pthread_mutex_t lock;
    int count;
    unsigned free[CACHES_MAX];
} caches = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The cache of the calling thread for blocks of one heap. */
static _Thread_local struct {
    bool is_wanted; /* the thread ends with arena_end_thread */
    struct heap *heap; /* NULL: there is no cache yet */
    unsigned number;
    int flags;
} cache;

/* Without a cache the thread goes to the arena for each block. */
static void open_cache(struct heap *heap)
{
    size_t bytes = sizeof cache.number;
    bool is_found;

    pthread_mutex_lock(&caches.lock);
    is_found = caches.count > 0;
    if (is_found)
        cache.number = caches.free[--caches.count];
    pthread_mutex_unlock(&caches.lock);
    cache.is_wanted = is_found || mallctl("tcache.create", &cache.number, &bytes, NULL, 0) == 0;
    if (!cache.is_wanted)
        return;
    cache.heap = heap;
    cache.flags = (int)(MALLOCX_ARENA(heap->arena) | MALLOCX_TCACHE(cache.number));
}

static void close_cache(void)
{
    mallctl("tcache.flush", NULL, NULL, &cache.number, sizeof cache.number);
    pthread_mutex_lock(&caches.lock);
    caches.free[caches.count++] = cache.number;
    pthread_mutex_unlock(&caches.lock);
    cache.heap = NULL;
}

NOT_INSTRUMENTED void arena_begin_thread(const struct heap *heap)
{
    cache.is_wanted = heap != NULL;
}

void arena_end_thread(void)
{
    if (cache.heap != NULL)
        close_cache();
    cache.is_wanted = false;
}

static int flags(void)
{
    struct heap *heap = heap_used;

    if (heap == NULL)
        return 0;
    if (unlikely(cache.heap != heap)) {
        if (!cache.is_wanted || cache.heap != NULL)
            return heap->flags;
        open_cache(heap);
    }
    return cache.heap == heap ? cache.flags : heap->flags;
}

/* ---- blocks --------------------------------------------------------------------------------- */

static bool is_in_room(const struct heap *heap, const void *block)
{
    return heap != NULL && (uintptr_t)block - (uintptr_t)heap->room < ROOM_BYTES;
}

/* Takes a block from the room, or returns NULL if it is full. The block's size lies before it. Two
 * blocks share neither a cache line nor a pair of lines that processors fetch together. */
static void *take_room(struct heap *heap, size_t bytes, size_t alignment)
{
    size_t whole = (bytes + alignment + APART - 1) & ~(size_t)(APART - 1), start;
    uintptr_t block;

    if (bytes > ROOM_BLOCK_BYTES_MAX || alignment > ROOM_BLOCK_BYTES_MAX ||
        load_relaxed(&heap->used) > ROOM_BYTES)
        return NULL;
    start = fetch_add_relaxed(&heap->used, whole);
    if (start + whole > ROOM_BYTES)
        return NULL;
    block = (uintptr_t)heap->room + start + sizeof bytes;
    block = (block + alignment - 1) & ~(alignment - 1);
    memcpy((char *)block - sizeof bytes, &bytes, sizeof bytes);
    return (void *)block;
}

/* Zeroes blocks up to ZEROED_BY_HAND_BYTES_MAX itself: above some size, jemalloc zeroes memory by
 * returning it to the kernel and faulting it in again page by page. Short jobs use the same blocks
 * again and again. */
void *arena_take(size_t bytes, size_t alignment, bool zeroed)
{
    struct heap *heap = heap_used;
    bool by_hand = zeroed && heap != NULL && bytes <= ZEROED_BY_HAND_BYTES_MAX;
    bool by_kernel = zeroed && !by_hand;
    void *block = heap != NULL ? take_room(heap, bytes, alignment) : NULL;

    if (block == NULL) {
        block = mallocx(bytes,
                        MALLOCX_ALIGN(alignment) | (by_kernel ? MALLOCX_ZERO : 0) | flags());
        if (heap != NULL && !load_relaxed(&heap->uses_arena)) /* all threads read this line */
            store_relaxed(&heap->uses_arena, true);
    }
    return by_hand && block != NULL ? memset(block, 0, bytes) : block;
}

void *arena_grow(void *old, size_t bytes)
{
    size_t old_bytes;
    void *grown;

    if (!is_in_room(heap_used, old))
        return rallocx(old, bytes, flags());
    memcpy(&old_bytes, (char *)old - sizeof old_bytes, sizeof old_bytes);
    if (bytes <= old_bytes)
        return old;
    grown = arena_take(bytes, alignof(max_align_t), false);
    return grown != NULL ? memcpy(grown, old, old_bytes) : NULL;
}

/* The lists of heaps only grow. */
static bool is_in_any_room(const void *block)
{
    const struct heap *heap = load_acquire(&heaps.all); /* edge heaps.all */

    while (heap != NULL && !is_in_room(heap, block))
        heap = heap->other;
    return heap != NULL;
}

/* Without a cache a block goes to the arena that it is of. */
static void give_to_its_heap(void *block)
{
    if (!is_in_any_room(block))
        dallocx(block, MALLOCX_TCACHE_NONE);
}

void arena_give(void *block)
{
    if (is_in_room(heap_used, block))
        return;
    if (unlikely(load_relaxed(&heaps_are_mixed)))
        give_to_its_heap(block);
    else
        dallocx(block, flags());
}

static struct heap *take_used_heap(void)
{
    struct heap *heap;

    pthread_mutex_lock(&heaps.lock);
    heap = heaps.free;
    if (heap != NULL)
        heaps.free = heap->next;
    pthread_mutex_unlock(&heaps.lock);
    return heap;
}

struct heap *arena_create(void)
{
    struct heap *heap = take_used_heap();
    size_t bytes = sizeof heap->arena;

    if (heap != NULL)
        return heap;
    heap = memory_fails() ? NULL : mallocx(sizeof *heap + ROOM_BYTES, MALLOCX_ALIGN(CACHE_LINE));
    if (heap == NULL)
        return NULL;
    *heap = (struct heap){.room = (char *)(heap + 1)};
    if (mallctl("arenas.create", &heap->arena, &bytes, NULL, 0) != 0) {
        dallocx(heap, 0);
        return NULL;
    }
    heap->flags = MALLOCX_ARENA(heap->arena) | MALLOCX_TCACHE_NONE;
    pthread_mutex_lock(&heaps.lock);
    heap->other = load_relaxed(&heaps.all);
    store_release(&heaps.all, heap); /* edge heaps.all */
    pthread_mutex_unlock(&heaps.lock);
    return heap;
}

static void reset(struct heap *heap)
{
    size_t mib[3], length = ARRAY_LENGTH(mib);

    store_relaxed(&heap->used, 0);
    if (!load_relaxed(&heap->uses_arena))
        return;
    store_relaxed(&heap->uses_arena, false);
    mallctlnametomib("arena.0.reset", mib, &length);
    mib[1] = heap->arena;
    mallctlbymib(mib, length, NULL, NULL, NULL, 0);
}

void arena_destroy(struct heap *heap)
{
    reset(heap);
    pthread_mutex_lock(&heaps.lock);
    heap->next = heaps.free;
    heaps.free = heap;
    pthread_mutex_unlock(&heaps.lock);
}
#endif
