/* SPDX-License-Identifier: MIT */
#include "rma/freed.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/place.h"
#include "base/trace.h"
#include "image/module/instead.h"
#include "rank/findings.h"
#include "rank/rank.h"
#include "rma/window.h"

enum { NAME_BYTES = 64 };

/* The memory of a window at one rank. */
struct owned {
    struct owned *next;
    const struct window *window;
    const struct rank *rank;
    const void *site; /* of the call that made the window; NULL: unknown */
    char name[NAME_BYTES];
    uintptr_t base;
    size_t bytes;
    uint64_t number; /* in the order of making */
};

static struct {
    struct lock lock; /* protects the list, and the writing of low and high */
    struct owned *first;
    struct lock leading; /* protects is_led; is taken before the loader's locks */
    bool is_led;
    _Atomic(uintptr_t) low, high; /* all of the list lies between them; it may be less */
    _Atomic(uint64_t) latest;     /* number; written under the lock */
} watched_memory = {.low = UINTPTR_MAX};

typedef void free_function(void *block);
typedef void *realloc_function(void *block, size_t bytes);
typedef size_t size_function(void *block);

static struct {
    free_function *free;
    realloc_function *realloc;
    size_function *size;
} freeing;

/* ---- telling --------------------------------------------------------------------------------- */

static bool is_of_language(const char *object)
{
    return strstr(object, "/libstdc++.so") != NULL || strstr(object, "/libmpi_abi.so") != NULL ||
           strstr(object, "/libgfortran.so") != NULL;
}

/* The symbols of functions in std:: and __gnu_cxx:: begin so. */
static bool is_of_standard_library(struct places *places, uintptr_t frame)
{
    static const char *const beginnings[] = {"_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx"};
    const char *function = places_find(places, frame).function;
    size_t i = 0;

    while (function != NULL && i < ARRAY_LENGTH(beginnings) &&
           strncmp(function, beginnings[i], strlen(beginnings[i])) != 0)
        i++;
    return function != NULL && i < ARRAY_LENGTH(beginnings);
}

static bool is_of_program(struct places *places, uintptr_t frame)
{
    Dl_info owner;

    return loader_owner((const void *)frame, &owner) && !is_of_language(owner.dli_fname) &&
           !is_of_standard_library(places, frame);
}

/* The program's call: where it ends the life of a vector, if that has called `operator delete`, and
 * this has called free. */
static const void *program_site(const void *site)
{
    struct places *places = places_open();
    struct trace trace = {.count = 0};
    int i = 0;

    if (site != NULL && !is_of_program(places, (uintptr_t)site - 1))
        trace_take(&trace, 0);
    while (i < trace.count && !is_of_program(places, trace.frames[i]))
        i++;
    places_close(places);
    return i < trace.count ? (const void *)(trace.frames[i] + 1) : site;
}

static void report_freed(const struct owned *owned, const char *function, const void *site)
{
    struct place_pair places;

    site = program_site(site);
    if (!finding_is_news(owned->rank, FINDING_WINDOW_FREED, site, owned->site))
        return;
    place_describe_pair(site, owned->site, &places);
    finding_tell(owned->rank, FINDING_WINDOW_FREED, site, owned->site,
                 "warning: %s, called in %s, frees memory of %s, made in %s, which still has it: "
                 "call MPI_Win_free, or MPI_Win_detach, first", function, places.one, owned->name,
                 places.other);
}

/* Entries are the process's: threads of every job give them. */
static struct owned *owned_make(void)
{
    struct heap *before = memory_use(NULL);
    struct owned *owned = memory_take_zeroed(sizeof *owned);

    memory_use(before);
    return owned;
}

static void owned_give(struct owned *owned)
{
    struct heap *before = memory_use(NULL);

    memory_give(owned);
    memory_use(before);
}

/* Takes an entry up to that number whose memory lies in the block out of the list; NULL: there is
 * none. */
static struct owned *take_owned(uintptr_t block, size_t bytes, uint64_t latest)
{
    struct owned **place, *found;

    lock_take(&watched_memory.lock);
    for (place = &watched_memory.first; (found = *place) != NULL; place = &found->next)
        if (found->base >= block && found->base - block < bytes && found->number <= latest) {
            *place = found->next;
            break;
        }
    lock_release(&watched_memory.lock);
    return found;
}

/* A block that is gone may be another window's already, made since. */
static void see_freed(uintptr_t start, size_t bytes, uint64_t latest, const char *function,
                      const void *site)
{
    struct owned *found;

    if (start >= load_relaxed(&watched_memory.high) ||
        start + bytes <= load_relaxed(&watched_memory.low))
        return;
    while ((found = take_owned(start, bytes, latest)) != NULL) {
        report_freed(found, function, site);
        owned_give(found);
    }
}

void freed_see(const void *block, size_t bytes, const char *function, const void *site)
{
    see_freed((uintptr_t)block, bytes, UINT64_MAX, function, site);
}

/* ---- the functions of the program ------------------------------------------------------------ */

static bool may_be_owned(const void *block)
{
    return block != NULL && (uintptr_t)block < load_relaxed(&watched_memory.high);
}

static void free_watched(void *block)
{
    if (unlikely(may_be_owned(block)))
        freed_see(block, freeing.size(block), "free", __builtin_return_address(0));
    freeing.free(block);
}

/* A block that stays where it is has not been freed. */
static void *realloc_watched(void *block, size_t bytes)
{
    const size_t before = may_be_owned(block) ? freeing.size(block) : 0;
    const uint64_t latest = load_relaxed(&watched_memory.latest);
    const uintptr_t start = (uintptr_t)block;
    void *moved = freeing.realloc(block, bytes);

    if (before > 0 && (moved != NULL || bytes == 0) && (uintptr_t)moved != start)
        see_freed(start, before, latest, "realloc", __builtin_return_address(0));
    return moved;
}

/* An allocator need not tell sizes. Then only the beginnings of its blocks are looked at. */
static size_t size_unknown(void *block)
{
    (void)block;
    return 1;
}

/* An allocator that is put before all others need not have all functions, and the C library's would
 * read what that one has never written. */
static bool are_of_one_object(const void *one, const void *other)
{
    Dl_info owner, others;

    return loader_owner(one, &owner) && loader_owner(other, &others) &&
           owner.dli_fbase == others.dli_fbase;
}

/* Finds the functions that the program has: a sanitizer's, another allocator's, or the C
 * library's. */
static void lead_calls(void)
{
    void *frees = loader_symbol(RTLD_DEFAULT, "free");
    void *reallocs = loader_symbol(RTLD_DEFAULT, "realloc");
    void *size = loader_symbol(RTLD_DEFAULT, "malloc_usable_size");

    if (frees == NULL || reallocs == NULL)
        return;
    if (size == NULL || !are_of_one_object(frees, size))
        *(size_function **)&size = size_unknown;
    *(void **)&freeing.free = frees;
    *(void **)&freeing.realloc = reallocs;
    *(void **)&freeing.size = size;
    instead_put("free", frees, (void *)free_watched);
    instead_put("realloc", reallocs, (void *)realloc_watched);
}

/* Returns when calls of free come here, whichever rank is the first to want that. */
static void begin_to_watch(void)
{
    lock_take(&watched_memory.leading);
    if (!watched_memory.is_led)
        lead_calls();
    watched_memory.is_led = true;
    lock_release(&watched_memory.leading);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void widen(const struct owned *owned)
{
    if (owned->base < load_relaxed(&watched_memory.low))
        store_relaxed(&watched_memory.low, owned->base);
    if (owned->base + owned->bytes > load_relaxed(&watched_memory.high))
        store_relaxed(&watched_memory.high, owned->base + owned->bytes);
}

void freed_watch(const struct window *window, const void *base, size_t bytes)
{
    struct owned *owned = bytes > 0 ? owned_make() : NULL;

    if (owned == NULL)
        return;
    begin_to_watch();
    owned->window = window;
    owned->rank = window->self;
    owned->site = place_complete(load_relaxed(&window->object.object.site));
    owned->base = (uintptr_t)base;
    owned->bytes = bytes;
    snprintf(owned->name, sizeof owned->name, "%s", window_name(window));
    lock_take(&watched_memory.lock);
    owned->number = load_relaxed(&watched_memory.latest) + 1;
    store_relaxed(&watched_memory.latest, owned->number);
    owned->next = watched_memory.first;
    watched_memory.first = owned;
    widen(owned);
    lock_release(&watched_memory.lock);
}

typedef bool owned_test(const struct owned *owned, const void *one, const void *other);

static void forget(owned_test *test, const void *one, const void *other)
{
    struct owned **place = &watched_memory.first, *owned, *gone = NULL;

    lock_take(&watched_memory.lock);
    while ((owned = *place) != NULL)
        if (test(owned, one, other)) {
            *place = owned->next;
            owned->next = gone;
            gone = owned;
        } else {
            place = &owned->next;
        }
    if (watched_memory.first == NULL) {
        store_relaxed(&watched_memory.low, UINTPTR_MAX);
        store_relaxed(&watched_memory.high, 0);
    }
    lock_release(&watched_memory.lock);
    while ((owned = gone) != NULL) {
        gone = owned->next;
        owned_give(owned);
    }
}

static bool is_block(const struct owned *owned, const void *window, const void *base)
{
    return owned->window == window && owned->base == (uintptr_t)base;
}

static bool is_windows(const struct owned *owned, const void *window, const void *nothing)
{
    (void)nothing;
    return owned->window == window;
}

static bool is_ranks(const struct owned *owned, const void *rank, const void *nothing)
{
    (void)nothing;
    return owned->rank == rank;
}

static bool is_worlds(const struct owned *owned, const void *world, const void *nothing)
{
    (void)nothing;
    return owned->rank->world == world;
}

void freed_forget(const struct window *window, const void *base)
{
    forget(is_block, window, base);
}

void freed_forget_all(const struct window *window)
{
    forget(is_windows, window, NULL);
}

void freed_forget_rank(const struct rank *rank)
{
    forget(is_ranks, rank, NULL);
}

static void destroy_freed(struct world *world)
{
    forget(is_worlds, world, NULL);
}

const struct floor freed_floor = {.destroy = destroy_freed};
