/* SPDX-License-Identifier: MIT */
#include "check/blocks.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/sanitizer.h"
#include "base/tsan.h"
#include "image/module/instead.h"
#include "image/whole/whole.h"
#include "sync/lock.h"

/* Blocks of a level have at most 2^(10 + 3 level) bytes, and more than those of the level below: so
 * few of them begin in a stretch of that length, and one that has an address begins in the
 * address's stretch or in the one before. */
enum { LEVELS = 13, FIRST_SHIFT = 10, LEVEL_SHIFT = 3, BUCKET_BITS = 16, STRIPES = 64 };
enum { BUCKETS = 1 << BUCKET_BITS, SPARES = 64 };

struct recorded_block {
    struct recorded_block *next;
    struct heap_block block;
    uint64_t number; /* in the order of allocation */
    unsigned level;
};

struct stripe {
    alignas(CACHE_LINE) struct lock lock; /* protects the buckets whose number ends in this one's */
    struct recorded_block *spare;
};

static struct {
    struct lock leading; /* protects the leading of calls; is taken before the loader's locks */
    _Atomic(const struct blocks_follower *) follower;
    _Atomic(bool) is_ready; /* blocks are recorded */
    unsigned long long objects; /* that the loader had added when calls were led */
    _Atomic(uint64_t) latest; /* number */
    _Atomic(uint64_t) forgotten; /* records up to that number count no more */
    _Atomic(struct recorded_block *) *buckets; /* an empty one is seen without the lock */
    struct stripe stripes[STRIPES];
} heap_blocks;

/* The functions that the program has; constant once they are found. */
static struct {
    void (*free)(void *block);
    size_t (*usable)(void *block); /* NULL: the allocator does not tell */
    void *(*malloc)(size_t bytes);
    void *(*calloc)(size_t count, size_t bytes);
    void *(*realloc)(void *block, size_t bytes);
    void *(*reallocarray)(void *block, size_t count, size_t bytes);
    void *(*aligned_alloc)(size_t alignment, size_t bytes);
    void *(*memalign)(size_t alignment, size_t bytes);
    int (*posix_memalign)(void **block, size_t alignment, size_t bytes);
    void *(*valloc)(size_t bytes);
    ssize_t (*getline)(char **line, size_t *bytes, FILE *file);
    ssize_t (*getdelim)(char **line, size_t *bytes, int end, FILE *file);
    void *(*new_one)(size_t bytes), *(*new_many)(size_t bytes);
    void *(*new_or_null)(size_t bytes, const void *), *(*new_many_or_null)(size_t, const void *);
    void *(*new_aligned)(size_t bytes, size_t alignment), *(*new_many_aligned)(size_t, size_t);
} heap_calls;

/* ---- records --------------------------------------------------------------------------------- */

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
    return (size_t)((stretch * LEVELS + level) * UINT64_C(0x9e3779b97f4a7c15) >>
                    (64 - BUCKET_BITS));
}

static struct stripe *enter_bucket(size_t bucket)
{
    struct stripe *stripe = &heap_blocks.stripes[bucket % STRIPES];

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

static void add(void *start, size_t bytes, const void *site)
{
    const unsigned level = level_of(heap_calls.usable(start));
    const size_t bucket = bucket_of((uintptr_t)start >> shift_of(level), level);
    struct stripe *stripe = enter_bucket(bucket);
    struct recorded_block *record = stripe->spare != NULL ? stripe->spare : more_records();

    if (record != NULL) {
        stripe->spare = record->next;
        record->block = (struct heap_block){(uintptr_t)start, bytes, site};
        record->level = level;
        record->number = fetch_add_relaxed(&heap_blocks.latest, 1) + 1;
        record->next = load_relaxed(&heap_blocks.buckets[bucket]);
        store_relaxed(&heap_blocks.buckets[bucket], record);
    }
    lock_release(&stripe->lock);
}

/* The C library's function that allocates by calling another leaves several records. Returns the
 * newest. */
static struct heap_block take_out(void *start)
{
    const unsigned level = level_of(heap_calls.usable(start));
    const size_t bucket = bucket_of((uintptr_t)start >> shift_of(level), level);
    struct recorded_block *first, **place = &first, *record;
    struct heap_block block = {0, 0, NULL};
    struct stripe *stripe;

    if (load_relaxed(&heap_blocks.buckets[bucket]) == NULL)
        return block;
    stripe = enter_bucket(bucket);
    first = load_relaxed(&heap_blocks.buckets[bucket]);
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
    store_relaxed(&heap_blocks.buckets[bucket], first);
    lock_release(&stripe->lock);
    return block;
}

/* Looks among the blocks that begin in a stretch for a newer one than the one found. */
static void look(uintptr_t stretch, unsigned level, uintptr_t address, uint64_t *newest,
                 struct heap_block *found)
{
    const size_t bucket = bucket_of(stretch, level);
    const struct recorded_block *record;
    struct stripe *stripe;

    if (load_relaxed(&heap_blocks.buckets[bucket]) == NULL)
        return;
    stripe = enter_bucket(bucket);
    for (record = load_relaxed(&heap_blocks.buckets[bucket]); record != NULL; record = record->next)
        if (record->level == level && address - record->block.start < record->block.bytes &&
            record->number > *newest) {
            *newest = record->number;
            *found = record->block;
        }
    lock_release(&stripe->lock);
}

static bool are_recorded(void)
{
    return load_acquire(&heap_blocks.is_ready); /* edge blocks.ready */
}

bool blocks_find(uintptr_t address, struct heap_block *found)
{
    const uint64_t forgotten = load_relaxed(&heap_blocks.forgotten);
    uint64_t newest = forgotten;
    unsigned level;

    for (level = 0; are_recorded() && level < LEVELS; level++) {
        look(address >> shift_of(level), level, address, &newest, found);
        look((address >> shift_of(level)) - 1, level, address, &newest, found);
    }
    return newest > forgotten;
}

/* ---- the program's calls --------------------------------------------------------------------- */

#define SITE __builtin_return_address(0)

static void *recorded(void *block, size_t bytes, const void *site)
{
    if (block != NULL && load_relaxed(&heap_blocks.is_ready))
        add(block, bytes, site);
    return block;
}

static struct heap_block forget(void *block)
{
    return block != NULL && load_relaxed(&heap_blocks.is_ready) ? take_out(block)
                                                                : (struct heap_block){0, 0, NULL};
}

static size_t size_of(void *block)
{
    return heap_calls.usable != NULL ? heap_calls.usable(block) : 1;
}

static const struct blocks_follower *follower_of(const void *block)
{
    const struct blocks_follower *follower =
        load_acquire(&heap_blocks.follower); /* edge blocks.follower */

    return follower != NULL && follower->cares(block) ? follower : NULL;
}

static void free_led(void *block)
{
    const struct blocks_follower *follower = follower_of(block);

    if (unlikely(follower != NULL))
        follower->ended((uintptr_t)block, size_of(block), UINT64_MAX, "free", SITE);
    forget(block);
    heap_calls.free(block);
}

/* A block that stays where it is has not been freed. */
static void *realloc_at(void *block, size_t bytes, const void *site)
{
    const struct blocks_follower *follower = follower_of(block);
    const size_t before = follower != NULL ? size_of(block) : 0;
    const uint64_t at = follower != NULL ? follower->now() : 0;
    const uintptr_t start = (uintptr_t)block;
    const struct heap_block known = forget(block);
    void *moved = heap_calls.realloc(block, bytes);

    if (moved == NULL && bytes > 0 && known.start != 0)
        recorded((void *)start, known.bytes, known.site);
    if (before > 0 && (moved != NULL || bytes == 0) && (uintptr_t)moved != start)
        follower->ended(start, before, at, "realloc", site);
    return recorded(moved, bytes, site);
}

static void *realloc_led(void *block, size_t bytes)
{
    return realloc_at(block, bytes, SITE);
}

static void *reallocarray_led(void *block, size_t count, size_t bytes)
{
    size_t all;

    if (__builtin_mul_overflow(count, bytes, &all))
        return heap_calls.reallocarray(block, count, bytes);
    return realloc_at(block, all, SITE);
}

static void *malloc_led(size_t bytes)
{
    return recorded(heap_calls.malloc(bytes), bytes, SITE);
}

static void *calloc_led(size_t count, size_t bytes)
{
    return recorded(heap_calls.calloc(count, bytes), count * bytes, SITE);
}

static void *aligned_alloc_led(size_t alignment, size_t bytes)
{
    return recorded(heap_calls.aligned_alloc(alignment, bytes), bytes, SITE);
}

static void *memalign_led(size_t alignment, size_t bytes)
{
    return recorded(heap_calls.memalign(alignment, bytes), bytes, SITE);
}

static int posix_memalign_led(void **block, size_t alignment, size_t bytes)
{
    const int error = heap_calls.posix_memalign(block, alignment, bytes);

    if (error == 0)
        recorded(*block, bytes, SITE);
    return error;
}

static void *valloc_led(size_t bytes)
{
    return recorded(heap_calls.valloc(bytes), bytes, SITE);
}

/* The C library lets the line grow unseen. */
static ssize_t getline_led(char **line, size_t *bytes, FILE *file)
{
    if (line != NULL)
        forget(*line);
    return heap_calls.getline(line, bytes, file);
}

static ssize_t getdelim_led(char **line, size_t *bytes, int end, FILE *file)
{
    if (line != NULL)
        forget(*line);
    return heap_calls.getdelim(line, bytes, end, file);
}

static void *new_one_led(size_t bytes)
{
    return recorded(heap_calls.new_one(bytes), bytes, SITE);
}

static void *new_many_led(size_t bytes)
{
    return recorded(heap_calls.new_many(bytes), bytes, SITE);
}

static void *new_or_null_led(size_t bytes, const void *tag)
{
    return recorded(heap_calls.new_or_null(bytes, tag), bytes, SITE);
}

static void *new_many_or_null_led(size_t bytes, const void *tag)
{
    return recorded(heap_calls.new_many_or_null(bytes, tag), bytes, SITE);
}

static void *new_aligned_led(size_t bytes, size_t alignment)
{
    return recorded(heap_calls.new_aligned(bytes, alignment), bytes, SITE);
}

static void *new_many_aligned_led(size_t bytes, size_t alignment)
{
    return recorded(heap_calls.new_many_aligned(bytes, alignment), bytes, SITE);
}

/* ---- leading --------------------------------------------------------------------------------- */

struct led {
    const char *name, *library; /* a part of the name of the library that must define it, or NULL */
    void **function;
    void *instead;
};

#define LED(name, library, member) \
    {name, library, (void **)(void *)&heap_calls.member, (void *)member##_led}

static const struct led ends[] = {
    LED("free", NULL, free),
    LED("realloc", NULL, realloc),
};

static const struct led beginnings[] = {
    LED("malloc", "/libc.so", malloc),
    LED("calloc", "/libc.so", calloc),
    LED("reallocarray", "/libc.so", reallocarray),
    LED("aligned_alloc", "/libc.so", aligned_alloc),
    LED("memalign", "/libc.so", memalign),
    LED("posix_memalign", "/libc.so", posix_memalign),
    LED("valloc", "/libc.so", valloc),
    LED("getline", "/libc.so", getline),
    LED("getdelim", "/libc.so", getdelim),
    LED("__getdelim", "/libc.so", getdelim),
    LED("_Znwm", "/libstdc++.so", new_one),
    LED("_Znam", "/libstdc++.so", new_many),
    LED("_ZnwmRKSt9nothrow_t", "/libstdc++.so", new_or_null),
    LED("_ZnamRKSt9nothrow_t", "/libstdc++.so", new_many_or_null),
    LED("_ZnwmSt11align_val_t", "/libstdc++.so", new_aligned),
    LED("_ZnamSt11align_val_t", "/libstdc++.so", new_many_aligned),
};

static bool is_of_library(const void *function, const char *library)
{
    Dl_info owner;

    return library == NULL ||
           (loader_owner(function, &owner) && strstr(owner.dli_fname, library) != NULL);
}

static void lead(const struct led *led, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        void *function = loader_symbol(RTLD_DEFAULT, led[i].name);

        if (function == NULL || !is_of_library(function, led[i].library))
            continue;
        *led[i].function = function;
        instead_put(led[i].name, function, led[i].instead);
    }
}

static int read_objects(struct dl_phdr_info *info, size_t bytes, void *objects)
{
    (void)bytes;
    *(unsigned long long *)objects = info->dlpi_adds;
    return 1;
}

static unsigned long long count_objects(void)
{
    unsigned long long objects = 0;

    loader_walk(read_objects, &objects);
    return objects;
}

/* An allocator that is put before all others need not have all functions, and the C library's would
 * read what that one has never written. */
static bool are_of_one_object(const void *one, const void *other)
{
    Dl_info owner, others;

    return loader_owner(one, &owner) && loader_owner(other, &others) &&
           owner.dli_fbase == others.dli_fbase;
}

/* False: the program has no such functions. */
static bool lead_ends(void)
{
    void *frees = loader_symbol(RTLD_DEFAULT, "free");
    void *usable = loader_symbol(RTLD_DEFAULT, "malloc_usable_size");

    if (heap_calls.free != NULL)
        return true;
    if (frees == NULL || loader_symbol(RTLD_DEFAULT, "realloc") == NULL)
        return false;
    if (usable != NULL && are_of_one_object(frees, usable))
        *(void **)&heap_calls.usable = usable;
    lead(ends, ARRAY_LENGTH(ends));
    return true;
}

static void end_in_child(void)
{
    store_relaxed(&heap_blocks.is_ready, false);
}

static bool can_be_recorded(void)
{
    void *frees = loader_symbol(RTLD_DEFAULT, "free");

    return !tsan_is_there() && __asan_init == NULL && !whole_is_there() && frees != NULL &&
           is_of_library(frees, "/libc.so") &&
           is_of_library(loader_symbol(RTLD_DEFAULT, "malloc"), "/libc.so");
}

void blocks_record(void)
{
    struct heap *before = memory_use(NULL);

    lock_take(&heap_blocks.leading);
    if (heap_blocks.buckets == NULL && can_be_recorded() && lead_ends() &&
        heap_calls.usable != NULL) {
        heap_blocks.buckets = memory_take_zeroed(BUCKETS * sizeof *heap_blocks.buckets);
        if (heap_blocks.buckets != NULL && pthread_atfork(NULL, NULL, end_in_child) == 0) {
            heap_blocks.objects = count_objects();
            store_release(&heap_blocks.is_ready, true); /* edge blocks.ready */
            lead(beginnings, ARRAY_LENGTH(beginnings));
        }
    }
    lock_release(&heap_blocks.leading);
    memory_use(before);
}

bool blocks_are_certain(void)
{
    const unsigned long long objects = count_objects();
    bool is_certain;

    lock_take(&heap_blocks.leading);
    is_certain = objects == heap_blocks.objects;
    if (!is_certain) {
        heap_blocks.objects = objects;
        lead(ends, ARRAY_LENGTH(ends));
        lead(beginnings, ARRAY_LENGTH(beginnings));
        store_relaxed(&heap_blocks.forgotten, load_relaxed(&heap_blocks.latest));
    }
    lock_release(&heap_blocks.leading);
    return is_certain;
}

void blocks_follow(const struct blocks_follower *follower)
{
    lock_take(&heap_blocks.leading);
    if (lead_ends())
        store_release(&heap_blocks.follower, follower); /* edge blocks.follower */
    lock_release(&heap_blocks.leading);
}
