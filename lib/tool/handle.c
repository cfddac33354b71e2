/* SPDX-License-Identifier: MIT */
#include "tool/handle.h"

#include <stddef.h>

#include "base/memory.h"

enum { PLACE_BITS = 24, PLACES_MAX = 1 << PLACE_BITS, PLACES_MIN = 16 };

static void *number_of(const struct tool_place *place, int at)
{
    return (void *)((uintptr_t)place->uses << (PLACE_BITS + TOOL_KIND_BITS) |
                    (uintptr_t)at << TOOL_KIND_BITS | (uintptr_t)place->kind);
}

static int slot_of_handle(const void *handle)
{
    return (int)((uintptr_t)handle >> TOOL_KIND_BITS & (PLACES_MAX - 1));
}

/* A free place; -1: no memory. */
static int find_free(struct tool_handles *handles)
{
    int at = 0, count = handles->count;
    struct tool_place *places;

    while (at < count && handles->places[at].kind != TOOL_NOTHING)
        at++;
    if (at < count)
        return at;
    count = count == 0 ? PLACES_MIN : 2 * count;
    places = count <= PLACES_MAX ? memory_grow(handles->places, (size_t)count * sizeof *places)
                                 : NULL;
    if (places == NULL)
        return -1;
    for (int i = at; i < count; i++)
        places[i] = (struct tool_place){.uses = 1};
    handles->places = places;
    handles->count = count;
    return at;
}

void *tool_handle_create(struct tool_handles *handles, enum tool_kind kind, void *object)
{
    int at = find_free(handles);

    if (at < 0)
        return NULL;
    handles->places[at].kind = kind;
    handles->places[at].object = object;
    return number_of(&handles->places[at], at);
}

void *tool_handle_find(const struct tool_handles *handles, enum tool_kind kind, const void *handle)
{
    const int at = slot_of_handle(handle);
    const struct tool_place *place = at < handles->count ? &handles->places[at] : NULL;

    return place != NULL && place->kind == kind && number_of(place, at) == handle ? place->object
                                                                                  : NULL;
}

static void give_back(struct tool_place *place)
{
    place->kind = TOOL_NOTHING;
    place->object = NULL;
    place->uses++;
}

void tool_handle_destroy(struct tool_handles *handles, const void *handle)
{
    give_back(&handles->places[slot_of_handle(handle)]);
}

void tool_handle_destroy_all(struct tool_handles *handles, enum tool_kind kind)
{
    for (int i = 0; i < handles->count; i++)
        if (handles->places[i].kind == kind)
            give_back(&handles->places[i]);
}

void *tool_handle_next(const struct tool_handles *handles, enum tool_kind kind, int *at)
{
    while (*at < handles->count) {
        const struct tool_place *place = &handles->places[(*at)++];

        if (place->kind == kind)
            return place->object;
    }
    return NULL;
}
