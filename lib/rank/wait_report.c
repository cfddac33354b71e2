/* SPDX-License-Identifier: MIT */
#include "rank/wait_report.h"

#include "base/memory.h"
#include "base/place.h"
#include "rank/connected.h"

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

/* Writes three or more marked ranks in a row by their ends, and two one by one. Returns the end
 * of what is written at once. */
static int end_of(const bool *marked, int count, int first)
{
    int end = first;

    while (end < count && marked[end])
        end++;
    return end - first == 2 ? end - 1 : end;
}

static int next_marked(const bool *marked, int count, int from)
{
    while (from < count && !marked[from])
        from++;
    return from;
}

/* One of them is marked at least. */
static void list_ranks(FILE *out, const bool *marked, int count)
{
    int first = next_marked(marked, count, 0), end, next;
    const char *before = "";

    fputs(next_marked(marked, count, first + 1) == count ? "rank " : "ranks ", out);
    for (; first < count; first = next) {
        end = end_of(marked, count, first);
        next = next_marked(marked, count, end);
        fprintf(out, end - first > 2 ? "%s%d..%d" : "%s%d", before, first, end - 1);
        before =
            next_marked(marked, count, end_of(marked, count, next)) == count ? " and " : ", ";
    }
}

static bool has_marked(const struct world *world, const bool *marked)
{
    return next_marked(marked + world->first_index, world->size, 0) < world->size;
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
        list_ranks(out, marked + each->first_index, each->size);
        if (!is_alone)
            fprintf(out, " of job %d", each->number);
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
    bool is_any = next_marked(part->awaited, count, 0) < count;

    if (is_any)
        wait_report_list(whole->words, part->awaited);
    for (i = 0; i < count; i++)
        whole->awaited[i] |= part->awaited[i];
    memory_give(part->awaited);
    return is_any;
}
