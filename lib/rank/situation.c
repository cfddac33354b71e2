/* SPDX-License-Identifier: MIT */
#include "rank/situation.h"

#include "base/memory.h"
#include "base/place.h"
#include "rank/world.h"

void situation_describe(const struct wait *wait, void *subject, struct situation *situation)
{
    fputs(wait->describe != NULL ? "waits for " : "waits", situation->words);
    if (wait->describe != NULL)
        wait->describe(subject, situation);
}

void situation_await(struct situation *situation, const struct rank *rank)
{
    if (rank->world == situation->rank->world)
        situation->awaited[rank->world_rank] = true;
}

void situation_tell_site(const struct situation *situation, FILE *out, const void *site)
{
    char text[PLACE_TEXT_BYTES];

    fprintf(out, " in %s", place_describe(situation->places, site, text));
}

/* The end of a row of marked ones that is told in one; two are told one by one. */
static int end_of(const struct world *world, const bool *marked, int first)
{
    int end = first;

    while (end < world->size && marked[end])
        end++;
    return end - first == 2 ? end - 1 : end;
}

static int next_marked(const struct world *world, const bool *marked, int from)
{
    while (from < world->size && !marked[from])
        from++;
    return from;
}

void situation_list(FILE *out, const struct world *world, const bool *marked)
{
    int first = next_marked(world, marked, 0), end, next;
    const char *before = "";

    if (first == world->size) {
        fputs("no rank", out);
        return;
    }
    fputs(next_marked(world, marked, first + 1) == world->size ? "rank " : "ranks ", out);
    for (; first < world->size; first = next) {
        end = end_of(world, marked, first);
        next = next_marked(world, marked, end);
        fprintf(out, end - first > 2 ? "%s%d..%d" : "%s%d", before, first, end - 1);
        before = next_marked(world, marked, end_of(world, marked, next)) == world->size ? " and "
                                                                                         : ", ";
    }
}

bool situation_begin_part(const struct situation *whole, struct situation *part)
{
    *part = *whole;
    part->awaited = memory_take_zeroed((size_t)whole->rank->world->size * sizeof(bool));
    return part->awaited != NULL;
}

bool situation_end_part(struct situation *whole, struct situation *part)
{
    const struct world *world = whole->rank->world;
    bool is_any = next_marked(world, part->awaited, 0) < world->size;
    int i;

    if (is_any)
        situation_list(whole->words, world, part->awaited);
    for (i = 0; i < world->size; i++)
        whole->awaited[i] |= part->awaited[i];
    memory_give(part->awaited);
    return is_any;
}
