/* SPDX-License-Identifier: MIT */
#include "base/heap.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/memory.h"
#include "base/sanitizer.h"

/* Only the library uses jemalloc. The program's malloc remains the C library's, because the C
 * library's symbols come before those of a library's own dependencies. */
#ifdef HEDDLE_JEMALLOC
#include <jemalloc/jemalloc.h>

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

static _Thread_local struct heap *heap_used;

/* Set once, before a thread gives the first block of a heap that it does not use. All heaps are
 * listed then, those that are spare as well. */
static _Atomic(bool) are_mixed;

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
    bool is_wanted; /* the thread ends with memory_end_thread */
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

NOT_INSTRUMENTED void memory_begin_thread(struct heap *heap)
{
    heap_used = heap;
    cache.is_wanted = heap != NULL;
}

void memory_end_thread(void)
{
    if (cache.heap != NULL)
        close_cache();
    cache.is_wanted = false;
    heap_used = NULL;
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
void *heap_take(size_t bytes, size_t alignment, bool zeroed)
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

void *heap_grow(void *old, size_t bytes)
{
    size_t old_bytes;
    void *grown;

    if (!is_in_room(heap_used, old))
        return rallocx(old, bytes, flags());
    memcpy(&old_bytes, (char *)old - sizeof old_bytes, sizeof old_bytes);
    if (bytes <= old_bytes)
        return old;
    grown = heap_take(bytes, alignof(max_align_t), false);
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

void heap_give(void *block)
{
    if (is_in_room(heap_used, block))
        return;
    if (unlikely(load_relaxed(&are_mixed)))
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

struct heap *heap_create(void)
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

void heap_destroy(struct heap *heap)
{
    reset(heap);
    pthread_mutex_lock(&heaps.lock);
    heap->next = heaps.free;
    heaps.free = heap;
    pthread_mutex_unlock(&heaps.lock);
}
#else
/* The blocks in use, in a hash table of addresses. */
struct heap {
    struct heap *other;
    pthread_mutex_t lock;
    size_t count, room; /* a power of two */
    void **blocks;
};

static _Thread_local struct heap *heap_used;
static _Atomic(bool) are_mixed; /* set once, before a thread gives another heap's block */

static struct {
    pthread_mutex_t lock;
    struct heap *first;
} heaps = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t place_of(const struct heap *heap, const void *block)
{
    size_t i = ((uintptr_t)block >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20;

    while (heap->blocks[i & (heap->room - 1)] != NULL &&
           heap->blocks[i & (heap->room - 1)] != block)
        i++;
    return i & (heap->room - 1);
}

static bool make_room(struct heap *heap)
{
    struct heap wider = {.room = heap->room * 2};
    size_t i;

    wider.blocks = memory_fails() ? NULL : calloc(wider.room, sizeof *wider.blocks);
    if (wider.blocks == NULL)
        return false;
    for (i = 0; i < heap->room; i++)
        if (heap->blocks[i] != NULL)
            wider.blocks[place_of(&wider, heap->blocks[i])] = heap->blocks[i];
    free(heap->blocks);
    heap->blocks = wider.blocks;
    heap->room = wider.room;
    return true;
}

/* Frees a block for which the hash table has no place. Without memory for a wider table all places
 * but one are used: a search ends at that one. */
static void *keep(void *block)
{
    struct heap *heap = heap_used;
    bool has_place;

    if (heap == NULL || block == NULL)
        return block;
    pthread_mutex_lock(&heap->lock);
    has_place = 2 * (heap->count + 1) <= heap->room || make_room(heap) ||
                heap->count + 1 < heap->room;
    if (has_place) {
        heap->count++;
        heap->blocks[place_of(heap, block)] = block;
    }
    pthread_mutex_unlock(&heap->lock);
    if (!has_place)
        free(block);
    return has_place ? block : NULL;
}

/* Closes the gap in the hash table: moves up the blocks that were stored further along because of
 * it. */
static void close_gap(struct heap *heap, size_t gap)
{
    size_t i = gap, last = heap->room - 1;

    heap->blocks[gap] = NULL;
    while (heap->blocks[i = (i + 1) & last] != NULL) {
        void *block = heap->blocks[i];

        heap->blocks[i] = NULL;
        heap->blocks[place_of(heap, block)] = block;
    }
}

/* False: the block is of another heap. */
static bool forget_in(struct heap *heap, const void *block)
{
    bool is_there;
    size_t place;

    pthread_mutex_lock(&heap->lock);
    place = place_of(heap, block);
    is_there = heap->blocks[place] != NULL;
    if (is_there) {
        heap->count--;
        close_gap(heap, place);
    }
    pthread_mutex_unlock(&heap->lock);
    return is_there;
}

static void forget_in_others(const void *block)
{
    struct heap *heap;

    pthread_mutex_lock(&heaps.lock);
    for (heap = heaps.first; heap != NULL && !forget_in(heap, block);)
        heap = heap->other;
    pthread_mutex_unlock(&heaps.lock);
}

static void *forget(void *block)
{
    if (block != NULL && (heap_used == NULL || !forget_in(heap_used, block)) &&
        load_relaxed(&are_mixed))
        forget_in_others(block);
    return block;
}

struct heap *heap_create(void)
{
    struct heap *heap = memory_fails() ? NULL : calloc(1, sizeof *heap);

    if (heap == NULL)
        return NULL;
    heap->room = 64;
    heap->blocks = calloc(heap->room, sizeof *heap->blocks);
    if (heap->blocks == NULL) {
        free(heap);
        return NULL;
    }
    pthread_mutex_init(&heap->lock, NULL);
    pthread_mutex_lock(&heaps.lock);
    heap->other = heaps.first;
    heaps.first = heap;
    pthread_mutex_unlock(&heaps.lock);
    return heap;
}

static void delist(const struct heap *heap)
{
    struct heap **place = &heaps.first;

    pthread_mutex_lock(&heaps.lock);
    while (*place != heap)
        place = &(*place)->other;
    *place = heap->other;
    pthread_mutex_unlock(&heaps.lock);
}

void heap_destroy(struct heap *heap)
{
    size_t i;

    delist(heap);
    for (i = 0; i < heap->room; i++)
        free(heap->blocks[i]);
    free(heap->blocks);
    pthread_mutex_destroy(&heap->lock);
    free(heap);
}

void *heap_take(size_t bytes, size_t alignment, bool zeroed)
{
    size_t whole = (bytes + alignment - 1) & ~(alignment - 1);
    void *block;

    if (alignment <= alignof(max_align_t))
        return keep(zeroed ? calloc(1, bytes) : malloc(bytes));
    block = aligned_alloc(alignment, whole);
    return keep(block != NULL && zeroed ? memset(block, 0, whole) : block);
}

void *heap_grow(void *old, size_t bytes)
{
    void *grown = realloc(forget(old), bytes);

    return keep(grown != NULL ? grown : old) == grown ? grown : NULL;
}

void heap_give(void *block)
{
    free(forget(block));
}

NOT_INSTRUMENTED void memory_begin_thread(struct heap *heap)
{
    heap_used = heap;
}

void memory_end_thread(void)
{
    heap_used = NULL;
}
#endif

NOT_INSTRUMENTED struct heap *memory_use(struct heap *heap)
{
    struct heap *before = heap_used;

    heap_used = heap;
    return before;
}

void memory_mix(void)
{
    store_relaxed(&are_mixed, true); /* whoever gets a block of another heap gets it by an edge */
}

bool memory_is_mixed(void)
{
    return load_relaxed(&are_mixed);
}
