/* SPDX-License-Identifier: MIT */
#include "rma/freed.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/place.h"
#include "base/symbol.h"
#include "base/trace.h"
#include "check/blocks.h"
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
    _Atomic(uintptr_t) low, high; /* all of the list lies between them; it may be less */
    _Atomic(uint64_t) latest;     /* number; written under the lock */
} watched_memory = {.low = UINTPTR_MAX};

/* ---- telling --------------------------------------------------------------------------------- */

static bool is_of_language(const char *object)
{
    return strstr(object, "/libstdc++.so") != NULL || strstr(object, "/libmpi_abi.so") != NULL ||
           strstr(object, "/libgfortran.so") != NULL;
}

static bool is_of_program(struct places *places, uintptr_t frame)
{
    Dl_info owner;

    return loader_owner((const void *)frame, &owner) && !is_of_language(owner.dli_fname) &&
           !symbol_is_of_standard_library(places_find(places, frame).function);
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

/* ---- the ends of blocks ---------------------------------------------------------------------- */

static bool may_be_owned(const void *block)
{
    return block != NULL && (uintptr_t)block < load_relaxed(&watched_memory.high);
}

static uint64_t now(void)
{
    return load_relaxed(&watched_memory.latest);
}

static const struct blocks_follower follower = {
    .cares = may_be_owned, .now = now, .ended = see_freed};

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
    blocks_follow(&follower);
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
