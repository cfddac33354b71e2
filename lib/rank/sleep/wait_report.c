/* SPDX-License-Identifier: MIT */
#include "rank/sleep/wait_report.h"

#include <string.h>

#include "base/memory.h"
#include "base/place.h"
#include "rank/name.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"

void wait_report_describe(const struct wait *wait, void *subject, struct wait_report *wait_report)
{
    fputs(wait->describe != NULL ? "waits for " : "waits", wait_report->words);
    if (wait->describe != NULL)
        wait->describe(subject, wait_report);
}

void wait_report_await(struct wait_report *wait_report, const struct rank *rank)
{
    if (connected_is_viewed(rank->world))
        wait_report->awaited[connected_index(rank)] = true;
}

void wait_report_tell_site(const struct wait_report *wait_report, FILE *out, const void *site)
{
    char text[PLACE_TEXT_BYTES];

    fprintf(out, " in %s", place_describe(wait_report->places, site, text));
}

static bool has_marked(const struct world *world, const bool *marked)
{
    return memchr(marked + world->connected.first_index, true, (size_t)world->size) != NULL;
}

static const struct world *next_with_marked(const struct world *world, const bool *marked)
{
    while (world != NULL && !has_marked(world, marked))
        world = connected_next(world);
    return world;
}

void wait_report_list(FILE *out, const bool *marked)
{
    const struct world *each = next_with_marked(connected_first(), marked), *next;
    bool is_alone = connected_next(connected_first()) == NULL;

    if (each == NULL)
        fputs("no rank", out);
    for (; each != NULL; each = next) {
        name_ranks(out, each, marked + each->connected.first_index, !is_alone);
        next = next_with_marked(connected_next(each), marked);
        if (next != NULL)
            fputs(" and ", out);
    }
}

bool wait_report_begin_part(const struct wait_report *whole, struct wait_report *part)
{
    *part = *whole;
    part->awaited =
        memory_take_zeroed((size_t)connected_size() * sizeof(bool));
    return part->awaited != NULL;
}

bool wait_report_end_part(struct wait_report *whole, struct wait_report *part)
{
    int i, count = connected_size();
    bool is_any = memchr(part->awaited, true, (size_t)count) != NULL;

    if (is_any)
        wait_report_list(whole->words, part->awaited);
    for (i = 0; i < count; i++)
        whole->awaited[i] |= part->awaited[i];
    memory_give(part->awaited);
    return is_any;
}
