/* SPDX-License-Identifier: MIT */
/* Heaps that are lists of the C library's blocks (base/heap_kinds.h). */
#include "base/heap_kinds.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/memory.h"

/* The blocks in use, in a hash table of addresses. */
struct heap {
    struct heap *other;
    pthread_mutex_t lock;
    size_t count, room; /* a power of two */
    void **blocks;
};

static struct {
    pthread_mutex_t lock;
    struct heap *first;
} heaps = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t place_of_block(const struct heap *heap, const void *block)
{
    size_t i = ((uintptr_t)block >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20;

    while (heap->blocks[i & (heap->room - 1)] != NULL &&
           heap->blocks[i & (heap->room - 1)] != block)
        i++;
    return i & (heap->room - 1);
}

static bool grow_heap(struct heap *heap)
{
    struct heap wider = {.room = heap->room * 2};
    size_t i;

    wider.blocks = memory_fails() ? NULL : calloc(wider.room, sizeof *wider.blocks);
    if (wider.blocks == NULL)
        return false;
    for (i = 0; i < heap->room; i++)
        if (heap->blocks[i] != NULL)
            wider.blocks[place_of_block(&wider, heap->blocks[i])] = heap->blocks[i];
    free(heap->blocks);
    heap->blocks = wider.blocks;
    heap->room = wider.room;
    return true;
}

/* Frees a block for which the hash table has no place. Without memory for a wider table all places
 * but one are used: a search ends at that one. */
static void *keep_block(void *block)
{
    struct heap *heap = heap_used;
    bool has_place;

    if (heap == NULL || block == NULL)
        return block;
    pthread_mutex_lock(&heap->lock);
    has_place =
        2 * (heap->count + 1) <= heap->room || grow_heap(heap) || heap->count + 1 < heap->room;
    if (has_place) {
        heap->count++;
        heap->blocks[place_of_block(heap, block)] = block;
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
        heap->blocks[place_of_block(heap, block)] = block;
    }
}

/* False: the block is of another heap. */
static bool forget_in(struct heap *heap, const void *block)
{
    bool is_there;
    size_t place;

    pthread_mutex_lock(&heap->lock);
    place = place_of_block(heap, block);
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
        load_relaxed(&heaps_are_mixed))
        forget_in_others(block);
    return block;
}

struct heap *list_create(void)
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

void list_destroy(struct heap *heap)
{
    size_t i;

    delist(heap);
    for (i = 0; i < heap->room; i++)
        free(heap->blocks[i]);
    free(heap->blocks);
    pthread_mutex_destroy(&heap->lock);
    free(heap);
}

void *list_take(size_t bytes, size_t alignment, bool zeroed)
{
    size_t whole = (bytes + alignment - 1) & ~(alignment - 1);
    void *block;

    if (alignment <= alignof(max_align_t))
        return keep_block(zeroed ? calloc(1, bytes) : malloc(bytes));
    block = aligned_alloc(alignment, whole);
    return keep_block(block != NULL && zeroed ? memset(block, 0, whole) : block);
}

void *list_grow(void *old, size_t bytes)
{
    void *grown = realloc(forget(old), bytes);

    return keep_block(grown != NULL ? grown : old) == grown ? grown : NULL;
}

void list_give(void *block)
{
    free(forget(block));
}
