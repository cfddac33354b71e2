/* SPDX-License-Identifier: MIT */
#include "timeline/summary.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/report_file.h"
#include "rank/observe/event.h"
#include "rank/observe/stretches.h"
#include "rank/observe/tape.h"
#include "rank/world.h"
#include "timeline/kept.h"

/* ---- ranks ----------------------------------------------------------------------------------- */

static int compare_ranks(const void *one, const void *other)
{
    const struct summary_rank *a = one, *b = other;

    if (a->world != b->world)
        return a->world < b->world ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static int find_rank(const struct summary_report *report, int world, int rank)
{
    const struct summary_rank wanted = {world, rank};
    const struct summary_rank *found = bsearch(&wanted, report->ranks,
                                               (size_t)report->summary.ranks, sizeof wanted,
                                               compare_ranks);

    return found != NULL ? (int)(found - report->ranks) : SUMMARY_NO_RANK;
}

/* A tally has the lower half of a world's number, and a process has few worlds at one time. */
static int find_who(const struct summary_report *report, uint32_t who, int near_world)
{
    int world = (near_world & ~UINT16_MAX) | (int)(who >> 16);

    return who != tally_nobody ? find_rank(report, world, (int)(who & UINT16_MAX))
                               : SUMMARY_NO_RANK;
}

static bool is_of(const struct tapes *tapes, const struct world *world)
{
    return tapes->has_tallies && (world == NULL || tapes->world == world->number);
}

static bool list_ranks(struct summary_report *report, const struct tapes *first,
                       const struct world *world)
{
    const struct tapes *tapes;
    int count = 0;

    for (tapes = first; tapes != NULL; tapes = tapes->next)
        count += is_of(tapes, world);
    report->ranks = memory_take(((size_t)count + 1) * sizeof report->ranks[0]);
    for (tapes = first; tapes != NULL && report->ranks != NULL; tapes = tapes->next)
        if (is_of(tapes, world))
            report->ranks[report->summary.ranks++] =
                (struct summary_rank){tapes->world, tapes->rank};
    if (report->ranks == NULL)
        return false;
    qsort(report->ranks, (size_t)count, sizeof report->ranks[0], compare_ranks);
    report->has_worlds = count > 0 && report->ranks[0].world != report->ranks[count - 1].world;
    return true;
}

/* ---- tables ---------------------------------------------------------------------------------- */

struct adding {
    struct summary_report *report;
    double scale; /* nanoseconds in a tick */
    int rank, world, call_room, time_room, link_room;
    uint64_t begin; /* of the job, in ticks */
    struct path_thread *threads;
    int thread_count, thread_room;
};

static uint64_t ns_of(const struct adding *adding, uint64_t ticks)
{
    return (uint64_t)((double)ticks * adding->scale);
}

/* Makes room for one more in an array. */
static bool has_room(void *array_address, int count, int *room, size_t bytes)
{
    void *array, *grown;

    if (count < *room)
        return true;
    memcpy(&array, array_address, sizeof array);
    *room = 2 * *room + 64;
    grown = memory_grow(array, (size_t)*room * bytes);
    if (grown == NULL)
        return false;
    memcpy(array_address, &grown, sizeof grown);
    return true;
}

static bool add_call(struct adding *adding, const struct tally_call *line)
{
    struct summary *summary = &adding->report->summary;

    if (!has_room(&summary->calls, summary->call_count, &adding->call_room,
                  sizeof summary->calls[0]) ||
        !has_room(&summary->times, summary->time_count, &adding->time_room,
                  sizeof summary->times[0]))
        return false;
    summary->calls[summary->call_count++] = (struct summary_call){
        .site = line->site,
        .name = line->name,
        .ranks = 1,
        .calls = load_relaxed(&line->calls),
        .ns = ns_of(adding, load_relaxed(&line->ticks)),
        .waited = ns_of(adding, load_relaxed(&line->waited)),
        .before = ns_of(adding, load_relaxed(&line->before)),
        .similar = load_relaxed(&line->similar),
        .adjacent = load_relaxed(&line->adjacent),
        .strided = load_relaxed(&line->strided),
    };
    summary->times[summary->time_count++] = (struct summary_time){
        line->site, adding->rank, summary->calls[summary->call_count - 1].ns};
    return true;
}

/* The last member to come has not waited. */
static bool add_link(struct adding *adding, const struct tally_link *line)
{
    struct summary *summary = &adding->report->summary;
    bool are_bytes = line->kind == TALLY_MATCHED || line->kind == TALLY_UNEXPECTED;
    int other = find_who(adding->report, line->who, adding->world);
    uint64_t sum = load_relaxed(&line->sum);

    if (line->kind == TALLY_FOR_MEMBER && other == adding->rank)
        return true;
    if (!has_room(&summary->links, summary->link_count, &adding->link_room,
                  sizeof summary->links[0]))
        return false;
    summary->links[summary->link_count++] = (struct summary_link){
        .kind = (enum tally_kind)line->kind,
        .site = line->site,
        .there = line->there,
        .name = line->name,
        .rank = adding->rank,
        .other = other,
        .count = load_relaxed(&line->count),
        .sum = are_bytes ? sum : ns_of(adding, sum),
    };
    return true;
}

static bool add_tally(struct adding *adding, const struct tally *tally)
{
    const struct tally_call *calls = tally_calls(tally);
    const struct tally_link *links = tally_links(tally);
    int i;

    adding->report->summary.lost += tally_lost(tally);
    for (i = 0; i < WAYS; i++)
        adding->report->summary.counts[i] += tally_count(tally, (enum way)i);
    for (i = 0; i < TALLY_CALLS; i++)
        if (load_acquire(&calls[i].is_used) && !add_call(adding, &calls[i])) /* edge tally.line */
            return false;
    for (i = 0; i < TALLY_LINKS; i++)
        if (load_acquire(&links[i].is_used) && !add_link(adding, &links[i])) /* edge tally.line */
            return false;
    return true;
}

static bool add_tapes(struct adding *adding, const struct tapes *tapes)
{
    const struct tape *tape = load_acquire(&tapes->first); /* edge tape.made */

    adding->rank = find_rank(adding->report, tapes->world, tapes->rank);
    adding->world = tapes->world;
    for (; tape != NULL; tape = tape->next)
        if (tape->tally != NULL && !add_tally(adding, tape->tally))
            return false;
    return true;
}

static int compare_calls(const void *one, const void *other)
{
    const struct summary_call *a = one, *b = other;

    if (a->site != b->site)
        return a->site < b->site ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Threads of one rank count as several, which does no harm. */
static void unite_calls(struct summary *summary)
{
    int count = 0, i;

    if (summary->call_count > 0)
        qsort(summary->calls, (size_t)summary->call_count, sizeof summary->calls[0],
              compare_calls);
    for (i = 0; i < summary->call_count; i++) {
        const struct summary_call *more = &summary->calls[i];
        struct summary_call *all = count > 0 ? &summary->calls[count - 1] : NULL;

        if (all == NULL || compare_calls(all, more) != 0) {
            summary->calls[count++] = *more;
            continue;
        }
        all->ranks += more->ranks;
        all->calls += more->calls;
        all->ns += more->ns;
        all->waited += more->waited;
        all->before += more->before;
        all->similar += more->similar;
        all->adjacent += more->adjacent;
        all->strided += more->strided;
    }
    summary->call_count = count;
}

/* ---- the critical path ----------------------------------------------------------------------- */

static uint64_t time_of(const struct adding *adding, uint64_t ticks)
{
    return ticks > adding->begin ? ns_of(adding, ticks - adding->begin) : 0;
}

/* Turns stretches of a thread into those of a path. NULL: no memory. */
static struct path_stretch *translate(const struct adding *adding, const struct stretch *stretches,
                                      int count)
{
    struct path_stretch *all = memory_take(((size_t)count + 1) * sizeof *all);

    for (int i = 0; all != NULL && i < count; i++)
        all[i] = (struct path_stretch){
            .begin = time_of(adding, stretches[i].begin),
            .end = time_of(adding, stretches[i].end),
            .name = stretches[i].name,
            .site = stretches[i].site,
            .other = find_who(adding->report, stretches[i].who, adding->world),
            .kind = stretches[i].kind,
        };
    return all;
}

/* The number of the rank that has begun the tape's thread; PATH_NOBODY: it began with the job, or
 * the rank is not in the summary. */
static int parent_of(const struct adding *adding, const struct tape *tape)
{
    const struct tapes *tapes = tape->tapes;
    int parent;

    if (tape->thread > 0)
        return adding->rank;
    parent = tapes->parent_rank != TAPE_NOBODY
                 ? find_rank(adding->report, tapes->parent_world, tapes->parent_rank)
                 : SUMMARY_NO_RANK;
    return parent != SUMMARY_NO_RANK ? parent : PATH_NOBODY;
}

static bool add_thread(struct adding *adding, const struct tape *tape, struct stretch room[])
{
    uint64_t since;
    int count = stretches_copy(tally_stretches(tape->tally), room, &since);
    struct path_stretch *stretches = translate(adding, room, count);
    int parent = parent_of(adding, tape);

    if (stretches == NULL ||
        !has_room(&adding->threads, adding->thread_count, &adding->thread_room,
                  sizeof adding->threads[0])) {
        memory_give(stretches);
        return false;
    }
    adding->threads[adding->thread_count++] = (struct path_thread){
        adding->rank, stretches, count, since > 0 ? time_of(adding, since) : 0,
        parent != PATH_NOBODY ? time_of(adding, tape->begin) : 0, parent};
    return true;
}

static bool add_threads(struct adding *adding, const struct tapes *tapes, struct stretch room[])
{
    const struct tape *tape = load_acquire(&tapes->first); /* edge tape.made */

    adding->rank = find_rank(adding->report, tapes->world, tapes->rank);
    adding->world = tapes->world;
    for (; tape != NULL; tape = tape->next)
        if (tape->tally != NULL && !add_thread(adding, tape, room))
            return false;
    return true;
}

static int compare_threads(const void *one, const void *other)
{
    const struct path_thread *a = one, *b = other;

    return (a->rank > b->rank) - (a->rank < b->rank);
}

static void drop_threads(struct adding *adding)
{
    for (int i = 0; i < adding->thread_count; i++)
        memory_give((void *)adding->threads[i].stretches);
    memory_give(adding->threads);
}

static bool find_path(struct adding *adding, const struct timeline_kept *kept,
                      const struct world *world)
{
    struct stretch *room = memory_take(STRETCHES_MAX * sizeof *room);
    const struct tapes *tapes;
    bool has_memory = room != NULL;

    for (tapes = kept->tapes; has_memory && tapes != NULL; tapes = tapes->next)
        if (is_of(tapes, world))
            has_memory = add_threads(adding, tapes, room);
    if (has_memory && adding->thread_count > 0) {
        qsort(adding->threads, (size_t)adding->thread_count, sizeof adding->threads[0],
              compare_threads);
        has_memory = path_find(&adding->report->path, adding->threads, adding->thread_count,
                               &adding->report->summary);
    }
    drop_threads(adding);
    memory_give(room);
    return has_memory;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool add_all(struct summary_report *report, const struct timeline_kept *kept,
                    const struct world *world)
{
    uint64_t now = tape_now(), now_ns = clock_ns(), begin = now;
    const struct tapes *tapes;
    struct adding adding = {.report = report, .scale = 1.0};

    if (now > kept->begin)
        adding.scale = (double)(now_ns - kept->begin_ns) / (double)(now - kept->begin);
    if (!list_ranks(report, kept->tapes, world))
        return false;
    for (tapes = kept->tapes; tapes != NULL; tapes = tapes->next) {
        if (!is_of(tapes, world))
            continue;
        if (tapes->begin < begin)
            begin = tapes->begin;
        if (!add_tapes(&adding, tapes))
            return false;
    }
    report->summary.ns = ns_of(&adding, now - begin);
    report->summary.processor_ns = clock_read(CLOCK_PROCESS_CPUTIME_ID);
    adding.begin = begin;
    unite_calls(&report->summary);
    return find_path(&adding, kept, world);
}

bool summary_make(struct summary_report *report, const struct world *world)
{
    struct timeline_kept *kept = timeline_kept();
    bool has_memory;

    *report = (struct summary_report){.advice_count = 0};
    lock_take(&kept->lock);
    has_memory = add_all(report, kept, world);
    lock_release(&kept->lock);
    if (!has_memory)
        return false;
    report->advice_count = advice_find(&report->summary, report->advice);
    return report->advice_count >= 0;
}

void summary_drop(struct summary_report *report)
{
    memory_give(report->ranks);
    memory_give(report->summary.calls);
    memory_give(report->summary.times);
    memory_give(report->summary.links);
}

/* ---- the end of a job ------------------------------------------------------------------------ */

bool summary_read(const char *text, bool *is_wanted, const char **file)
{
    static const char json[] = "json:";

    *is_wanted = text != NULL && *text != '\0' && strcmp(text, "0") != 0;
    *file = *is_wanted && strncmp(text, json, strlen(json)) == 0 ? text + strlen(json) : NULL;
    if (!*is_wanted || strcmp(text, "1") == 0 || (*file != NULL && **file != '\0'))
        return true;
    note(-1, "HEDDLE_SUMMARY=%s: it can be 1 (words on standard error) or json:FILE (also as JSON)",
         text);
    return false;
}

static void write_file(const struct summary_report *report, const char *file)
{
    struct report_file json;

    if (report_file_open(&json, "the summary", file))
        summary_write_json(report, json.out);
    report_file_close(&json);
}

void summary_tell(const char *text)
{
    struct timeline_kept *kept = timeline_kept();
    struct summary_report report;
    const char *file;
    bool is_wanted;

    if (!summary_read(text, &is_wanted, &file) || !is_wanted)
        return;
    lock_take(&kept->writing);
    if (kept->is_summary_written) {
        lock_release(&kept->writing);
        return;
    }
    kept->is_summary_written = true;
    if (!summary_make(&report, NULL)) {
        fputs("heddle: no memory for the summary\n", stderr);
    } else {
        summary_write_words(&report, stderr);
        if (file != NULL)
            write_file(&report, file);
    }
    summary_drop(&report);
    lock_release(&kept->writing);
}
