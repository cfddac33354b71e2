/* SPDX-License-Identifier: MIT */
#include "rma/region.h"

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "rank/wait.h"
#include "rma/window.h"

struct region {
    _Atomic(uintptr_t) start;
    _Atomic(uintptr_t) end;
};

/* A larger one takes its place when it is full. The smaller ones stay until the window is freed,
 * because origins may look at them: together they take less than the last. */
struct regions {
    struct regions *smaller;
    _Atomic(uint32_t) version; /* odd while it changes */
    _Atomic(int) count;
    int room;
    struct region list[];
};

enum { ROOM_FIRST = 4 };

static struct regions *regions_create(int room)
{
    struct regions *regions =
        memory_take_zeroed(sizeof *regions + (size_t)room * sizeof regions->list[0]);

    if (regions != NULL)
        regions->room = room;
    return regions;
}

void regions_destroy(struct regions *regions)
{
    while (regions != NULL) {
        struct regions *smaller = regions->smaller;

        memory_give(regions);
        regions = smaller;
    }
}

/* An origin that sees a part of a change sees in the version, afterwards, that there is one. */
static uintptr_t start_of(const struct regions *regions, int i)
{
    return load_acquire(&regions->list[i].start); /* edge region.version */
}

static uintptr_t end_of(const struct regions *regions, int i)
{
    return load_acquire(&regions->list[i].end); /* edge region.version */
}

static void put_region(struct regions *regions, int i, uintptr_t start, uintptr_t end)
{
    store_release(&regions->list[i].start, start); /* edge region.version */
    store_release(&regions->list[i].end, end);     /* edge region.version */
}

static void begin_change(struct regions *regions)
{
    store_relaxed(&regions->version, load_relaxed(&regions->version) + 1);
}

static void end_change(struct regions *regions)
{
    uint32_t version = load_relaxed(&regions->version);

    store_release(&regions->version, version + 1); /* edge region.version */
}

/* One with room for another region; NULL: no memory. */
static struct regions *grow_regions(struct window_part *part)
{
    struct regions *old = load_relaxed(&part->regions), *made;
    int i, count = old != NULL ? load_relaxed(&old->count) : 0;

    if (old != NULL && count < old->room)
        return old;
    made = regions_create(old != NULL ? 2 * old->room : ROOM_FIRST);
    if (made == NULL)
        return NULL;
    made->smaller = old;
    for (i = 0; i < count; i++)
        put_region(made, i, start_of(old, i), end_of(old, i));
    store_relaxed(&made->count, count);
    store_release(&part->regions, made); /* edge window.regions */
    return made;
}

/* Regions without bytes are kept for region_detach, and overlap nothing. */
static bool overlaps(const struct regions *regions, uintptr_t start, uintptr_t end)
{
    int i, count = load_acquire(&regions->count); /* edge region.version */

    for (i = 0; i < count; i++)
        if (start_of(regions, i) < end && start < end_of(regions, i) &&
            start < end && start_of(regions, i) < end_of(regions, i))
            return true;
    return false;
}

int region_attach(struct window_part *part, const void *base, int64_t bytes)
{
    const uintptr_t start = (uintptr_t)base, end = start + (uintptr_t)bytes;
    struct regions *regions = grow_regions(part);
    int i, at = 0, count;

    if (regions == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for attached memory");
    if (overlaps(regions, start, end))
        return note(MPI_ERR_RMA_ATTACH, "base %p of %lld bytes overlaps memory that is attached",
                    base, (long long)bytes);
    count = load_relaxed(&regions->count);
    while (at < count && start_of(regions, at) < start)
        at++;
    begin_change(regions);
    for (i = count; i > at; i--)
        put_region(regions, i, start_of(regions, i - 1), end_of(regions, i - 1));
    put_region(regions, at, start, end);
    store_release(&regions->count, count + 1); /* edge region.version */
    end_change(regions);
    return MPI_SUCCESS;
}

/* Returns which region begins there; -1: none does. */
static int find_region(const struct regions *regions, const void *base)
{
    int at = 0, count = regions != NULL ? load_relaxed(&regions->count) : 0;

    while (at < count && start_of(regions, at) != (uintptr_t)base)
        at++;
    return at < count ? at : -1;
}

uintptr_t region_end(const struct window_part *part, const void *base)
{
    const struct regions *regions = load_relaxed(&part->regions);
    const int at = find_region(regions, base);

    return at >= 0 ? end_of(regions, at) : 0;
}

int region_detach(struct window_part *part, const void *base)
{
    struct regions *regions = load_relaxed(&part->regions);
    int i, at = find_region(regions, base), count;

    if (at < 0)
        return note(MPI_ERR_ARG, "base %p is not the beginning of memory that is attached", base);
    count = load_relaxed(&regions->count);
    begin_change(regions);
    for (i = at; i + 1 < count; i++)
        put_region(regions, i, start_of(regions, i + 1), end_of(regions, i + 1));
    store_release(&regions->count, count - 1); /* edge region.version */
    end_change(regions);
    return MPI_SUCCESS;
}

/* Adjacent regions count as one. */
static bool holds(const struct regions *regions, uintptr_t low, uintptr_t high)
{
    int i, count = load_acquire(&regions->count); /* edge region.version */

    for (i = 0; i < count && low < high; i++)
        if (start_of(regions, i) <= low && low < end_of(regions, i))
            low = end_of(regions, i);
    return low >= high;
}

static bool meets(const struct regions *regions, uintptr_t low, uintptr_t high)
{
    return low < high && overlaps(regions, low, high);
}

/* Asks that of the regions. */
static inline bool ask(bool (*question)(const struct regions *, uintptr_t, uintptr_t),
                       const struct window_part *part, uintptr_t low, uintptr_t high)
{
    for (;;) {
        const struct regions *regions = load_acquire(&part->regions); /* edge window.regions */
        uint32_t before;
        bool found;

        if (regions == NULL)
            return question == holds && low >= high;
        before = load_acquire(&regions->version); /* edge region.version */
        if (before % 2 != 0) {
            rank_yield();
            continue;
        }
        found = question(regions, low, high);
        if (load_acquire(&regions->version) == before) /* edge region.version */
            return found;
    }
}

bool region_holds(const struct window_part *part, uintptr_t low, uintptr_t high)
{
    return ask(holds, part, low, high);
}

bool region_meets(const struct window_part *part, uintptr_t low, uintptr_t high)
{
    return ask(meets, part, low, high);
}

void region_check(const struct window_part *part)
{
    const struct regions *regions = load_relaxed(&part->regions);
    int i, count = regions != NULL ? load_relaxed(&regions->count) : 0;
    uintptr_t start = 0, end = 0;

    must(count >= 0);
    must(regions == NULL || count <= regions->room);                        /* law 1 */
    must(regions == NULL || load_relaxed(&regions->version) % 2 == 0);      /* law 3 */
    for (i = 0; i < count && i < LAWS_STEPS_MAX; i++) {
        must(start <= start_of(regions, i)); /* law 2 */
        start = start_of(regions, i);
        if (start == end_of(regions, i))
            continue;
        must(end <= start);                  /* law 2 */
        end = end_of(regions, i);
        must(start < end);
    }
}
