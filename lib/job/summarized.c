/* SPDX-License-Identifier: MIT */
#include "job/summarized.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/place.h"
#include "base/report_file.h"
#include "heddle.h"
#include "timeline/summary.h"

/* The text has plain numbers, whatever the program's locale is. */
static char *text_of_report(const struct summary_report *report,
                            void (*write)(const struct summary_report *report, FILE *out))
{
    struct plain_numbers numbers;
    char *text = NULL;
    size_t length;
    FILE *out = memory_open_stream(&text, &length);

    if (out == NULL)
        return NULL;
    plain_numbers_begin(&numbers);
    write(report, out);
    plain_numbers_end(&numbers);
    fclose(out);
    return memory_take_over(text);
}

static int compare_waits(const void *one, const void *other)
{
    const struct heddle_waited *a = one, *b = other;

    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->awaited < b->awaited ? -1 : a->awaited > b->awaited;
}

/* Adds up the waits of one rank for another, in order. Returns how many are left. */
static int unite(struct heddle_waited *waits, int count)
{
    int kept = 0;

    qsort(waits, (size_t)count, sizeof *waits, compare_waits);
    for (int i = 0; i < count; i++) {
        if (kept > 0 && compare_waits(&waits[kept - 1], &waits[i]) == 0)
            waits[kept - 1].seconds += waits[i].seconds;
        else
            waits[kept++] = waits[i];
    }
    return kept;
}

static struct heddle_waited *list_waits(const struct summary_report *report, int *count)
{
    const struct summary *summary = &report->summary;
    struct heddle_waited *waits =
        memory_take(((size_t)summary->link_count + 1) * sizeof *waits);

    *count = 0;
    for (int i = 0; waits != NULL && i < summary->link_count; i++) {
        const struct summary_link *link = &summary->links[i];

        if (summary_is_wait(link))
            waits[(*count)++] = (struct heddle_waited){
                link->rank, link->other != SUMMARY_NO_RANK ? link->other : -1,
                (double)link->sum * 1e-9};
    }
    if (waits != NULL)
        *count = unite(waits, *count);
    return waits;
}

/* The parts, and what belongs to them. */
struct listed_path {
    struct heddle_path_part parts[PATH_PARTS_MAX];
    char texts[PATH_PARTS_MAX][PLACE_TEXT_BYTES];
};

static struct heddle_path_part *list_path(const struct path *path)
{
    struct listed_path *listed = memory_take_zeroed(sizeof *listed);
    struct heddle_path_part *parts = listed != NULL ? listed->parts : NULL;
    struct places *places = places_open();

    for (int i = 0; parts != NULL && i < path->part_count; i++) {
        const struct path_part *part = &path->parts[i];
        const void *site = place_complete(part->site);

        parts[i].rank = part->rank;
        parts[i].kind = path_word(part->kind);
        parts[i].call = part->name;
        parts[i].seconds = (double)part->ns * 1e-9;
        parts[i].mean = (double)part->mean * 1e-9;
        parts[i].stands_out = part->stands_out;
        parts[i].place = listed->texts[i];
        if (site != NULL)
            place_describe(places, site, listed->texts[i]);
    }
    places_close(places);
    return parts;
}

/* The numbers of a summary of one world are those of its ranks. */
void summarized_take(struct heddle_result *result, const struct world *world)
{
    struct heddle_summary *summary = memory_take_zeroed(sizeof *summary);
    struct summary_report report;
    bool is_made = summary_make(&report, world);

    result->summary = summary;
    if (summary != NULL && is_made) {
        summary->seconds = (double)report.summary.ns * 1e-9;
        summary->advised = report.advice_count;
        summary->text = text_of_report(&report, summary_write_words);
        summary->json = text_of_report(&report, summary_write_json);
        summary->wait = list_waits(&report, &summary->waits);
        summary->path = list_path(&report.path);
        summary->path_parts = report.path.part_count;
        summary->path_seconds = (double)(report.path.end - report.path.begin) * 1e-9;
        summary->is_path_complete = report.path.begin == 0;
    }
    summary_drop(&report);
    if (summary != NULL && (summary->text == NULL || summary->json == NULL ||
                            summary->wait == NULL || summary->path == NULL))
        summarized_free(result);
}

void summarized_free(struct heddle_result *result)
{
    if (result->summary != NULL) {
        memory_give(result->summary->text);
        memory_give(result->summary->json);
        memory_give(result->summary->wait);
        memory_give(result->summary->path); /* a struct listed_path begins there */
    }
    memory_give(result->summary);
    result->summary = NULL;
}
