/* SPDX-License-Identifier: MIT */
#include "rank/wait_report.h"

#include "base/memory.h"
#include "base/place.h"
#include "rank/world.h"

void wait_report_describe(const struct wait *wait, void *subject, struct wait_report *wait_report)
{
    fputs(wait->describe != NULL ? "waits for " : "waits", wait_report->words);
    if (wait->describe != NULL)
        wait->describe(subject, wait_report);
}

void wait_report_await(struct wait_report *wait_report, const struct rank *rank)
{
    if (rank->world == wait_report->rank->world)
        wait_report->awaited[rank->world_rank] = true;
}

void wait_report_tell_site(const struct wait_report *wait_report, FILE *out, const void *site)
{
    char text[PLACE_TEXT_BYTES];

    fprintf(out, " in %s", place_describe(wait_report->places, site, text));
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

void wait_report_list(FILE *out, const struct world *world, const bool *marked)
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

bool wait_report_begin_part(const struct wait_report *whole, struct wait_report *part)
{
    *part = *whole;
    part->awaited = memory_take_zeroed((size_t)whole->rank->world->size * sizeof(bool));
    return part->awaited != NULL;
}

bool wait_report_end_part(struct wait_report *whole, struct wait_report *part)
{
    const struct world *world = whole->rank->world;
    bool is_any = next_marked(world, part->awaited, 0) < world->size;
    int i;

    if (is_any)
        wait_report_list(whole->words, world, part->awaited);
    for (i = 0; i < world->size; i++)
        whole->awaited[i] |= part->awaited[i];
    memory_give(part->awaited);
    return is_any;
}
