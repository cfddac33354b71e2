/* SPDX-License-Identifier: MIT */
#include "check/block_table.h"

#include <errno.h>
#include <stdalign.h>

#include "base/atomic.h"
#include "base/memory.h"
#include "sync/lock.h"

/* Blocks of a level have at most 2^(7 + 3 level) bytes, and more than those of the level below: at
 * most eight of them begin in a stretch of that length, and one that has an address begins in the
 * address's stretch or in the one before. Stretches that follow each other have buckets that do, so
 * of the table only as many pages are used as the heap needs. */
enum { LEVELS = 14, FIRST_SHIFT = 7, LEVEL_SHIFT = 3, BUCKET_BITS = 22, STRIPES = 64 };
enum { BUCKETS = 1 << BUCKET_BITS, SPARES = 64 };

struct recorded_block {
    struct recorded_block *next;
    struct heap_block block;
    unsigned level;
};

struct stripe {
    alignas(CACHE_LINE) struct lock lock; /* protects the buckets whose number ends in this one's */
    struct recorded_block *spare;
};

static struct {
    _Atomic(uint64_t) latest; /* number */
    _Atomic(struct recorded_block *) *buckets; /* an empty one is seen without the lock */
    struct stripe stripes[STRIPES];
} block_table;

bool block_table_make(void)
{
    block_table.buckets = memory_take_zeroed(BUCKETS * sizeof *block_table.buckets);
    return block_table.buckets != NULL;
}

uint64_t block_table_latest(void)
{
    return load_relaxed(&block_table.latest);
}

static int shift_of(unsigned level)
{
    return FIRST_SHIFT + LEVEL_SHIFT * (int)level;
}

static unsigned level_of(size_t bytes)
{
    unsigned level = 0;

    while (level < LEVELS - 1 && bytes > (size_t)1 << shift_of(level))
        level++;
    return level;
}

static size_t bucket_of(uintptr_t stretch, unsigned level)
{
    const uintptr_t high = (stretch >> BUCKET_BITS) * LEVELS + level;

    return (stretch + (size_t)(high * UINT64_C(0x9e3779b97f4a7c15) >> (64 - BUCKET_BITS))) %
           BUCKETS;
}

static struct stripe *enter_bucket(size_t bucket)
{
    struct stripe *stripe = &block_table.stripes[bucket % STRIPES];

    lock_take(&stripe->lock);
    return stripe;
}

/* The process has them. NULL: no memory. */
static struct recorded_block *more_records(void)
{
    struct heap *before = memory_use(NULL);
    struct recorded_block *records = memory_take_zeroed(SPARES * sizeof *records);
    int i;

    memory_use(before);
    for (i = 0; records != NULL && i < SPARES - 1; i++)
        records[i].next = &records[i + 1];
    return records;
}

void block_table_add(void *start, size_t usable, size_t bytes, const void *site)
{
    const int error = errno;
    const unsigned level = level_of(usable);
    const size_t bucket = bucket_of((uintptr_t)start >> shift_of(level), level);
    struct stripe *stripe = enter_bucket(bucket);
    struct recorded_block *record = stripe->spare != NULL ? stripe->spare : more_records();

    if (record != NULL) {
        stripe->spare = record->next;
        record->block = (struct heap_block){(uintptr_t)start, bytes, site,
                                            fetch_add_relaxed(&block_table.latest, 1) + 1};
        record->level = level;
        record->next = load_relaxed(&block_table.buckets[bucket]);
        store_relaxed(&block_table.buckets[bucket], record);
    }
    lock_release(&stripe->lock);
    errno = error;
}

struct heap_block block_table_take(void *start, size_t usable)
{
    const unsigned level = level_of(usable);
    const size_t bucket = bucket_of((uintptr_t)start >> shift_of(level), level);
    struct recorded_block *first, **place = &first, *record;
    struct heap_block block = {0};
    struct stripe *stripe;
    const int error = errno;

    if (load_relaxed(&block_table.buckets[bucket]) == NULL)
        return block;
    stripe = enter_bucket(bucket);
    first = load_relaxed(&block_table.buckets[bucket]);
    while ((record = *place) != NULL) {
        if (record->block.start != (uintptr_t)start || record->level != level) {
            place = &record->next;
            continue;
        }
        if (block.start == 0)
            block = record->block;
        *place = record->next;
        record->next = stripe->spare;
        stripe->spare = record;
    }
    store_relaxed(&block_table.buckets[bucket], first);
    lock_release(&stripe->lock);
    errno = error;
    return block;
}

/* Looks among the blocks that begin in a stretch for a newer one than the one found. */
static void look(uintptr_t stretch, unsigned level, uintptr_t address, struct heap_block *found)
{
    const size_t bucket = bucket_of(stretch, level);
    const struct recorded_block *record;
    struct stripe *stripe;

    if (load_relaxed(&block_table.buckets[bucket]) == NULL)
        return;
    stripe = enter_bucket(bucket);
    for (record = load_relaxed(&block_table.buckets[bucket]); record != NULL; record = record->next)
        if (record->level == level && address - record->block.start < record->block.bytes &&
            record->block.number > found->number)
            *found = record->block;
    lock_release(&stripe->lock);
}

void block_table_find(uintptr_t address, struct heap_block *found)
{
    unsigned level;

    for (level = 0; level < LEVELS; level++) {
        look(address >> shift_of(level), level, address, found);
        look((address >> shift_of(level)) - 1, level, address, found);
    }
}
