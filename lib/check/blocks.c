/* SPDX-License-Identifier: MIT */
#include "check/blocks.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/sanitizer.h"
#include "base/tsan.h"
#include "check/block_table.h"
#include "check/descriptions.h"
#include "image/module/instead.h"
#include "image/whole/whole.h"
#include "sync/lock.h"

static struct {
    struct lock leading; /* protects what says which calls are led; the loader is not called then */
    _Atomic(const struct blocks_follower *) follower;
    _Atomic(bool) is_ready; /* blocks are recorded */
    bool has_table;
    unsigned long long objects; /* that the loader had added when calls were led */
    unsigned long long followed_objects; /* the same, for the follower */
    _Atomic(uint64_t) forgotten; /* records up to that number count no more */
} heap_blocks;

/* The functions that the program has, each written once, before a call is led to its own below. */
static struct {
    void (*free)(void *block);
    size_t (*usable)(void *block); /* NULL: the allocator does not say */
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

/* ---- the program's calls --------------------------------------------------------------------- */

#define SITE __builtin_return_address(0)

/* The call for which the memory is. Without allocators of the program it is SITE. A function that
 * keeps its frame's address has two words there, and above them the stack of its caller. */
#define ALLOCATING_SITE \
    descriptions_allocating_call(SITE, (uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *))

static bool are_recorded(void)
{
    return load_acquire(&heap_blocks.is_ready); /* edge blocks.ready */
}

bool blocks_find(uintptr_t address, struct heap_block *found)
{
    const uint64_t forgotten = load_relaxed(&heap_blocks.forgotten);

    *found = (struct heap_block){.number = forgotten};
    if (are_recorded())
        block_table_find(address, found);
    return found->number > forgotten;
}

static void *recorded(void *block, size_t bytes, const void *site)
{
    if (block != NULL && are_recorded())
        block_table_add(block, heap_calls.usable(block), bytes, site);
    return block;
}

static struct heap_block forget(void *block)
{
    return block != NULL && are_recorded()
               ? block_table_take(block, heap_calls.usable(block))
               : (struct heap_block){0};
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
    return realloc_at(block, bytes, ALLOCATING_SITE);
}

static void *reallocarray_led(void *block, size_t count, size_t bytes)
{
    size_t all;

    if (__builtin_mul_overflow(count, bytes, &all))
        return heap_calls.reallocarray(block, count, bytes);
    return realloc_at(block, all, ALLOCATING_SITE);
}

#define ALLOCATES(name, parameters, ...) \
    static void *name##_led parameters \
    { \
        return recorded(heap_calls.name(__VA_ARGS__), bytes, ALLOCATING_SITE); \
    }

ALLOCATES(malloc, (size_t bytes), bytes)
ALLOCATES(aligned_alloc, (size_t alignment, size_t bytes), alignment, bytes)
ALLOCATES(memalign, (size_t alignment, size_t bytes), alignment, bytes)
ALLOCATES(valloc, (size_t bytes), bytes)
ALLOCATES(new_one, (size_t bytes), bytes)
ALLOCATES(new_many, (size_t bytes), bytes)
ALLOCATES(new_or_null, (size_t bytes, const void *tag), bytes, tag)
ALLOCATES(new_many_or_null, (size_t bytes, const void *tag), bytes, tag)
ALLOCATES(new_aligned, (size_t bytes, size_t alignment), bytes, alignment)
ALLOCATES(new_many_aligned, (size_t bytes, size_t alignment), bytes, alignment)

static void *calloc_led(size_t count, size_t bytes)
{
    return recorded(heap_calls.calloc(count, bytes), count * bytes, ALLOCATING_SITE);
}

static int posix_memalign_led(void **block, size_t alignment, size_t bytes)
{
    const int error = heap_calls.posix_memalign(block, alignment, bytes);

    if (error == 0)
        recorded(*block, bytes, ALLOCATING_SITE);
    return error;
}

/* The C library lets the line grow unseen. Without bytes it makes a new one, and *line may be
 * anything. */
static void forget_line(char **line, const size_t *bytes)
{
    if (line != NULL && bytes != NULL && *bytes != 0)
        forget(*line);
}

static ssize_t getline_led(char **line, size_t *bytes, FILE *file)
{
    forget_line(line, bytes);
    return heap_calls.getline(line, bytes, file);
}

static ssize_t getdelim_led(char **line, size_t *bytes, int end, FILE *file)
{
    forget_line(line, bytes);
    return heap_calls.getdelim(line, bytes, end, file);
}

/* ---- leading --------------------------------------------------------------------------------- */

struct led {
    const char *name, *library; /* a part of the name of the library that must define it, or NULL */
    void **function;
    void *instead;
};

#define LED(name, library, member) \
    {name, library, (void **)(void *)&heap_calls.member, (void *)member##_led}

static const struct led leds[] = {
    LED("free", NULL, free),
    LED("realloc", NULL, realloc),
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

enum { FREE, REALLOC, ENDS, MALLOC = ENDS, CALLS = ARRAY_LENGTH(leds) };

static bool is_of_library(const void *function, const char *library)
{
    Dl_info owner;

    return library == NULL ||
           (loader_owner(function, &owner) && strstr(owner.dli_fname, library) != NULL);
}

/* Functions that the program calls by these names now; NULL: none that can be led. */
struct found_calls {
    void *calls[CALLS];
    void *usable; /* malloc_usable_size */
};

/* A function that is called later must be the one that was found first. Under the lock. */
static void keep(struct found_calls *found, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (*leds[i].function == NULL)
            *leds[i].function = found->calls[i];
        else if (*leds[i].function != found->calls[i])
            found->calls[i] = NULL;
}

static void lead(const struct found_calls *found, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (found->calls[i] != NULL)
            instead_put(leds[i].name, found->calls[i], leds[i].instead);
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

/* Without the lock: a constructor that the loader runs may wait for that. */
static void find_calls(struct found_calls *found)
{
    size_t i;

    for (i = 0; i < CALLS; i++) {
        found->calls[i] = loader_symbol(RTLD_DEFAULT, leds[i].name);
        if (found->calls[i] != NULL && !is_of_library(found->calls[i], leds[i].library))
            found->calls[i] = NULL;
    }
    found->usable = loader_symbol(RTLD_DEFAULT, "malloc_usable_size");
    if (found->usable != NULL && !are_of_one_object(found->calls[FREE], found->usable))
        found->usable = NULL;
}

/* False: the program has no such functions. */
static bool keep_ends(struct found_calls *found)
{
    if (found->calls[FREE] == NULL || found->calls[REALLOC] == NULL)
        return false;
    if (heap_calls.free == NULL)
        *(void **)&heap_calls.usable = found->usable;
    keep(found, ENDS);
    return true;
}

static void end_in_child(void)
{
    store_relaxed(&heap_blocks.is_ready, false);
}

static bool can_be_recorded(const struct found_calls *found)
{
    return !tsan_is_there() && __asan_init == NULL && !whole_is_there() &&
           found->calls[FREE] != NULL && is_of_library(found->calls[FREE], "/libc.so") &&
           found->calls[MALLOC] != NULL && pthread_atfork(NULL, NULL, end_in_child) == 0;
}

/* False: there is one, or none can be. */
static bool make_table(struct found_calls *found, unsigned long long objects)
{
    if (heap_blocks.has_table || !keep_ends(found) || heap_calls.usable == NULL ||
        !block_table_make())
        return false;
    heap_blocks.has_table = true;
    keep(found, CALLS);
    heap_blocks.objects = objects;
    store_release(&heap_blocks.is_ready, true); /* edge blocks.ready */
    return true;
}

void blocks_record(void)
{
    struct heap *before = memory_use(NULL);
    const unsigned long long objects = count_objects();
    struct found_calls found;
    bool is_made = false;

    find_calls(&found);
    if (can_be_recorded(&found)) {
        lock_take(&heap_blocks.leading);
        is_made = make_table(&found, objects);
        lock_release(&heap_blocks.leading);
    }
    if (is_made)
        lead(&found, CALLS);
    memory_use(before);
}

/* Leads the calls of objects that were opened since, and forgets all blocks after that. */
static void lead_again(unsigned long long objects)
{
    struct found_calls found;

    find_calls(&found);
    lock_take(&heap_blocks.leading);
    keep(&found, CALLS);
    lock_release(&heap_blocks.leading);
    lead(&found, CALLS);
    lock_take(&heap_blocks.leading);
    store_relaxed(&heap_blocks.forgotten, block_table_latest());
    heap_blocks.objects = objects;
    lock_release(&heap_blocks.leading);
}

bool blocks_are_certain(uint64_t number)
{
    const unsigned long long objects = count_objects();
    bool are_led;

    lock_take(&heap_blocks.leading);
    are_led = objects == heap_blocks.objects;
    lock_release(&heap_blocks.leading);
    if (!are_led)
        lead_again(objects);
    return are_led && number > load_relaxed(&heap_blocks.forgotten);
}

void blocks_follow(const struct blocks_follower *follower)
{
    const unsigned long long objects = count_objects();
    struct found_calls found;
    bool are_there, are_led;

    lock_take(&heap_blocks.leading);
    are_led = heap_blocks.followed_objects == objects;
    lock_release(&heap_blocks.leading);
    if (are_led)
        return;
    find_calls(&found);
    lock_take(&heap_blocks.leading);
    are_there = keep_ends(&found);
    if (are_there)
        store_release(&heap_blocks.follower, follower); /* edge blocks.follower */
    lock_release(&heap_blocks.leading);
    if (!are_there)
        return;
    lead(&found, ENDS);
    lock_take(&heap_blocks.leading);
    heap_blocks.followed_objects = objects;
    lock_release(&heap_blocks.leading);
}
