/* SPDX-License-Identifier: MIT */
#include "rma/freed.h"

#include <search.h>
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

/* An entry is found by the words from the first one on, or by its base and its number. */
enum word { WORLD, RANK, WINDOW, BASE, NUMBER, WORDS };

/* The memory of a window at one rank. */
struct owned {
    uint64_t words[WORDS]; /* numbers are in the order of making */
    struct owned *next;    /* of those that are forgotten together */
    const struct rank *rank;
    const void *site; /* of the call that made the window; NULL: unknown */
    char name[NAME_BYTES];
    uintptr_t end;
};

static struct {
    struct lock lock; /* protects the trees, and the writing of low and high */
    void *by_base, *by_owner;     /* all entries, in search trees of the C library */
    _Atomic(uintptr_t) low, high; /* all entries lie between them; it may be less */
    _Atomic(uint64_t) latest;     /* number, from 1; written under the lock */
} watched_memory = {.low = UINTPTR_MAX};

/* ---- the trees ------------------------------------------------------------------------------- */

static int compare(const uint64_t one[], const uint64_t other[], unsigned words)
{
    unsigned i = 0;

    while (i < words - 1 && one[i] == other[i])
        i++;
    return (one[i] > other[i]) - (one[i] < other[i]);
}

enum { PLACE_WORDS = WORDS - BASE };

static int compare_places(const void *one, const void *other)
{
    const struct owned *first = one, *second = other;

    return compare(&first->words[BASE], &second->words[BASE], PLACE_WORDS);
}

static int compare_owners(const void *one, const void *other)
{
    const struct owned *first = one, *second = other;

    return compare(first->words, second->words, WORDS);
}

/* Entries whose base and number are not below the first ones and not above the last ones. */
struct span {
    uint64_t first[PLACE_WORDS], last[PLACE_WORDS];
};

/* The C library hands over what it looks for first, then an entry. */
static int compare_with_span(const void *wanted, const void *entry)
{
    const struct span *span = wanted;
    const struct owned *owned = entry;

    if (compare(span->first, &owned->words[BASE], PLACE_WORDS) > 0)
        return 1;
    return compare(span->last, &owned->words[BASE], PLACE_WORDS) < 0 ? -1 : 0;
}

/* Entries that have these words before that one. */
struct owner {
    uint64_t words[WORDS];
    enum word before;
};

static int compare_with_owner(const void *wanted, const void *entry)
{
    const struct owner *owner = wanted;
    const struct owned *owned = entry;

    return compare(owner->words, owned->words, owner->before);
}

static bool add_to_tree(struct owned *owned, void **tree, int (*order)(const void *, const void *))
{
    return !memory_fails() && tsearch(owned, tree, order) != NULL;
}

/* False: no memory. */
static bool add_to_trees(struct owned *owned)
{
    if (!add_to_tree(owned, &watched_memory.by_base, compare_places))
        return false;
    if (add_to_tree(owned, &watched_memory.by_owner, compare_owners))
        return true;
    tdelete(owned, &watched_memory.by_base, compare_places);
    return false;
}

static void remove_from_trees(const struct owned *owned)
{
    tdelete(owned, &watched_memory.by_base, compare_places);
    tdelete(owned, &watched_memory.by_owner, compare_owners);
}

static struct owned *find_in_tree(const void *wanted, void *const *tree,
                                  int (*order)(const void *, const void *))
{
    struct owned **found = tfind(wanted, tree, order);

    return found != NULL ? *found : NULL;
}

/* Finds an entry up to that number. Each turn looks below the root of a subtree, so that the depth
 * of recursion is at most the tree's. */
static struct owned *find_in_span(struct span span, uint64_t latest)
{
    struct owned *found;

    while ((found = find_in_tree(&span, &watched_memory.by_base, compare_with_span)) != NULL &&
           found->words[NUMBER] > latest) {
        struct span below = span;
        struct owned *older;

        memcpy(below.last, &found->words[BASE], sizeof below.last);
        below.last[1]--;
        older = find_in_span(below, latest);
        if (older != NULL)
            return older;
        memcpy(span.first, &found->words[BASE], sizeof span.first);
        span.first[1]++;
    }
    return found;
}

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

/* Takes an entry up to that number whose memory begins in the block out of the trees; NULL: there
 * is none. */
static struct owned *take_owned(uintptr_t block, size_t bytes, uint64_t latest)
{
    const struct span span = {.first = {block}, .last = {block + (bytes - 1), UINT64_MAX}};
    struct owned *found;

    lock_take(&watched_memory.lock);
    found = find_in_span(span, latest);
    if (found != NULL)
        remove_from_trees(found);
    lock_release(&watched_memory.lock);
    return found;
}

void freed_see(uintptr_t start, size_t bytes, uint64_t latest, const char *function,
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

/* ---- the ends of blocks ---------------------------------------------------------------------- */

static bool may_be_owned(const void *block)
{
    return block != NULL && (uintptr_t)block < load_relaxed(&watched_memory.high);
}

uint64_t freed_now(void)
{
    return load_relaxed(&watched_memory.latest);
}

static const struct blocks_follower follower = {
    .cares = may_be_owned, .now = freed_now, .ended = freed_see};

/* ---- windows that come and go ---------------------------------------------------------------- */

static void widen(const struct owned *owned)
{
    if (owned->words[BASE] < load_relaxed(&watched_memory.low))
        store_relaxed(&watched_memory.low, owned->words[BASE]);
    if (owned->end > load_relaxed(&watched_memory.high))
        store_relaxed(&watched_memory.high, owned->end);
}

/* False: no memory. */
static bool add_owned(struct owned *owned)
{
    bool is_added;

    lock_take(&watched_memory.lock);
    owned->words[NUMBER] = load_relaxed(&watched_memory.latest) + 1;
    store_relaxed(&watched_memory.latest, owned->words[NUMBER]);
    is_added = add_to_trees(owned);
    if (is_added)
        widen(owned);
    lock_release(&watched_memory.lock);
    return is_added;
}

void freed_watch(const struct window *window, const void *base, size_t bytes)
{
    struct owned *owned = bytes > 0 ? owned_make() : NULL;

    if (owned == NULL)
        return;
    blocks_follow(&follower);
    owned->words[WORLD] = (uintptr_t)window->self->world;
    owned->words[RANK] = (uintptr_t)window->self;
    owned->words[WINDOW] = (uintptr_t)window;
    owned->words[BASE] = (uintptr_t)base;
    owned->end = (uintptr_t)base + bytes;
    owned->rank = window->self;
    owned->site = place_complete(load_relaxed(&window->object.object.site));
    snprintf(owned->name, sizeof owned->name, "%s", window_name(window));
    if (!add_owned(owned))
        owned_give(owned);
}

static void forget(const struct owner *owner)
{
    struct owned *owned, *gone = NULL;

    lock_take(&watched_memory.lock);
    while ((owned = find_in_tree(owner, &watched_memory.by_owner, compare_with_owner)) != NULL) {
        remove_from_trees(owned);
        owned->next = gone;
        gone = owned;
    }
    if (watched_memory.by_base == NULL) {
        store_relaxed(&watched_memory.low, UINTPTR_MAX);
        store_relaxed(&watched_memory.high, 0);
    }
    lock_release(&watched_memory.lock);
    while ((owned = gone) != NULL) {
        gone = owned->next;
        owned_give(owned);
    }
}

void freed_forget(const struct window *window, const void *base)
{
    const struct rank *rank = window->self;

    forget(&(struct owner){{(uintptr_t)rank->world, (uintptr_t)rank, (uintptr_t)window,
                            (uintptr_t)base}, NUMBER});
}

void freed_forget_all(const struct window *window)
{
    const struct rank *rank = window->self;

    forget(&(struct owner){{(uintptr_t)rank->world, (uintptr_t)rank, (uintptr_t)window}, BASE});
}

void freed_forget_rank(const struct rank *rank)
{
    forget(&(struct owner){{(uintptr_t)rank->world, (uintptr_t)rank}, WINDOW});
}

static void destroy_freed(struct world *world)
{
    forget(&(struct owner){{(uintptr_t)world}, RANK});
}

const struct floor freed_floor = {.destroy = destroy_freed};
