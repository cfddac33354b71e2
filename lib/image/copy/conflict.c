/* SPDX-License-Identifier: MIT */
#include "image/copy/conflict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/page.h"
#include "image/copy/hold.h"
#include "image/copy/stride.h"
#include "image/module/module.h"

/* A range that is partly mapped already is held in pieces of at least this fraction of it. Shorter
 * holes are ignored. */
enum { PIECES_MAX = 256 };

struct spot {
    char *start;
    size_t bytes;
};

/* The addresses where the loader may map something shorter than a step. */
struct reach {
    char *low;
    char *high;
};

/* The addresses held now, if any, and where they lie. */
static struct {
    struct reach reach;
    bool is_holding;
    struct spot *spots;
    size_t count;
    size_t capacity;
} conflict;

static bool is_held(const struct spot *spot)
{
    size_t i;

    for (i = 0; i < conflict.count; i++)
        if (conflict.spots[i].start < spot->start + spot->bytes &&
            spot->start < conflict.spots[i].start + conflict.spots[i].bytes)
            return true;
    return false;
}

static bool has_room_for_one_more(void)
{
    size_t capacity = conflict.capacity != 0 ? 2 * conflict.capacity : 64;
    struct spot *grown;

    if (conflict.count < conflict.capacity)
        return true;
    grown = memory_grow(conflict.spots, capacity * sizeof *grown);
    if (grown == NULL)
        return false;
    conflict.spots = grown;
    conflict.capacity = capacity;
    return true;
}

static void hold_pieces(struct spot spot, size_t least)
{
    size_t half = spot.bytes / 2 & -page_bytes();

    if (!has_room_for_one_more())
        return;
    if (hold_at(spot.start, spot.bytes)) {
        conflict.spots[conflict.count++] = spot;
    } else if (half >= least) {
        hold_pieces((struct spot){.start = spot.start, .bytes = half}, least);
        hold_pieces((struct spot){.start = spot.start + half, .bytes = spot.bytes - half},
                    least);
    }
}

static void hold_spot(struct spot spot)
{
    size_t least = spot.bytes / PIECES_MAX;

    if (!is_held(&spot))
        hold_pieces(spot, least > page_bytes() ? least : page_bytes());
}

/* The kernel gives the uppermost hole that is long enough. The library can come as low as a whole
 * step would, minus what the held spots displace, and as high as a single page would. */
static bool find_reach(ptrdiff_t step, struct reach *reach)
{
    char *longest = hold_anywhere((size_t)step);
    char *shortest = hold_anywhere(page_bytes());

    if (longest != NULL)
        hold_end(longest, (size_t)step);
    if (shortest != NULL)
        hold_end(shortest, page_bytes());
    if (longest == NULL || shortest == NULL)
        return false;
    *reach = (struct reach){.low = longest - 2 * step, .high = shortest + page_bytes()};
    return true;
}

/* Holds the places at multiples of the step from the segment. Places further away than all slots
 * together cannot conflict. */
static void hold_spots_of(const struct segment *segment, ptrdiff_t step,
                           const struct reach *reach)
{
    char *start = page_start(segment->private_start);
    ptrdiff_t lowest = (reach->low - segment->end) / step;
    ptrdiff_t highest = (reach->high - start) / step;
    ptrdiff_t i;

    for (i = lowest; i <= highest; i++)
        if (i != 0 && i >= -STRIDE_PLACES_MAX && i <= STRIDE_PLACES_MAX)
            hold_spot((struct spot){.start = start + i * step,
                                      .bytes = (size_t)(segment->end - start)});
}

void conflict_hold(void)
{
    ptrdiff_t step = stride_step();
    const struct module *module;
    struct heap *heap;
    int i;

    /* Found before anything is held: with the places of one opening held, the next hole that is
     * long enough is steps below, and openings that overlap would go down for ever. */
    if (step == 0 || (!conflict.is_holding && !find_reach(step, &conflict.reach)))
        return;
    conflict.is_holding = true;
    heap = memory_use(NULL); /* allocate outside any job's heap */
    for (module = module_first(); module != NULL; module = module_next(module))
        for (i = 0; i < module->segment_count; i++)
            if (module->segments[i].private_start < module->segments[i].end)
                hold_spots_of(&module->segments[i], step, &conflict.reach);
    memory_use(heap);
}

void conflict_let_go(void)
{
    while (conflict.count > 0) {
        const struct spot *spot = &conflict.spots[--conflict.count];

        hold_end(spot->start, spot->bytes);
    }
    conflict.is_holding = false;
}
