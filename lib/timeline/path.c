/* SPDX-License-Identifier: MIT */
#include "timeline/path.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "timeline/advice.h"

/* A line stands out if the path spends more there than a rank does by one part of the job's time
 * in this many. */
enum { STANDS_OUT = 20 };

static const char last_call[] = "MPI_Finalize";

const char *path_word(enum stretch_kind kind)
{
    static const char *const words[] = {
        [STRETCH_WORK] = "work", [STRETCH_CALL] = "call", [STRETCH_WAIT] = "wait"};

    return words[kind];
}

/* ---- the walk -------------------------------------------------------------------------------- */

struct walk {
    const struct path_thread *threads;
    int count;
    int thread;     /* where it is */
    uint64_t time;
    bool has_come;  /* from another rank, just now */
    struct path_part *parts;
    int part_count, part_room;
};

/* The number of stretches that begin before a time. */
static int count_before(const struct path_thread *thread, uint64_t time)
{
    int low = 0, high = thread->count;

    while (low < high) {
        int middle = (low + high) / 2;

        if (thread->stretches[middle].begin < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct path_stretch *stretch_before(const struct path_thread *thread, uint64_t time)
{
    int count = count_before(thread, time);

    return count > 0 ? &thread->stretches[count - 1] : NULL;
}

static bool is_end_of_path(const struct path_stretch *stretch)
{
    return stretch->kind != STRETCH_WAIT &&
           (stretch->kind == STRETCH_WORK || strcmp(stretch->name, last_call) != 0);
}

/* The walk begins where work or a call has ended last. False: there is none. */
static bool find_end(struct walk *walk)
{
    walk->time = 0;
    for (int i = 0; i < walk->count; i++)
        for (int k = walk->threads[i].count - 1; k >= 0; k--) {
            const struct path_stretch *stretch = &walk->threads[i].stretches[k];

            if (!is_end_of_path(stretch))
                continue;
            if (stretch->end > walk->time) {
                walk->time = stretch->end;
                walk->thread = i;
            }
            break;
        }
    return walk->time > 0;
}

static int first_thread_of(const struct walk *walk, int rank)
{
    int low = 0, high = walk->count;

    while (low < high) {
        int middle = (low + high) / 2;

        if (walk->threads[middle].rank < rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low < walk->count && walk->threads[low].rank == rank ? low : PATH_NOBODY;
}

/* Returns the thread of a rank that has done something last at that time, and did not wait. */
static int find_thread(const struct walk *walk, int rank, uint64_t time)
{
    int first = first_thread_of(walk, rank), best = first;
    uint64_t latest = 0;

    for (int i = first; i != PATH_NOBODY && i < walk->count && walk->threads[i].rank == rank; i++) {
        const struct path_stretch *stretch = stretch_before(&walk->threads[i], time);

        if (stretch == NULL || stretch->kind == STRETCH_WAIT || stretch->begin < latest)
            continue;
        latest = stretch->begin;
        best = i;
    }
    return best;
}

static bool add_part(struct walk *walk, const struct path_stretch *stretch, uint64_t end)
{
    if (walk->part_count == walk->part_room) {
        int room = 2 * walk->part_room + 64;
        struct path_part *grown = memory_grow(walk->parts, (size_t)room * sizeof *grown);

        if (grown == NULL)
            return false;
        walk->parts = grown;
        walk->part_room = room;
    }
    walk->parts[walk->part_count++] = (struct path_part){
        .kind = stretch->kind,
        .rank = walk->threads[walk->thread].rank,
        .site = stretch->site,
        .name = stretch->name,
        .ns = end - stretch->begin,
    };
    return true;
}

/* Has the thread waited all that time, too? Then it was not late: both copy a message together. */
static bool has_waited_as_long(const struct path_thread *thread, const struct path_stretch *wait,
                               uint64_t end)
{
    const struct path_stretch *at = stretch_before(thread, end);

    return at != NULL && at->kind == STRETCH_WAIT && at->begin <= wait->begin && at->end >= end;
}

/* Goes on with the rank that was waited for. False: it is not known, it is this one, or it has not
 * been late. */
static bool follow_wait(struct walk *walk, const struct path_stretch *wait, uint64_t end)
{
    int next = wait->other != PATH_NOBODY && wait->other != walk->threads[walk->thread].rank
                   ? find_thread(walk, wait->other, end) : PATH_NOBODY;

    if (next == PATH_NOBODY || has_waited_as_long(&walk->threads[next], wait, end))
        return false;
    walk->thread = next;
    walk->time = end;
    walk->has_come = true;
    return true;
}

/* Goes back by one stretch. A rank that waits at the time at which another one's wait has ended has
 * begun that after it had sent. So each two steps go back in time. False: no memory. */
static bool go_back(struct walk *walk, const struct path_stretch *stretch)
{
    uint64_t end = stretch->end < walk->time ? stretch->end : walk->time;
    bool is_within = walk->has_come && stretch->end >= walk->time;

    walk->has_come = false;
    if (stretch->kind == STRETCH_WAIT && !is_within && follow_wait(walk, stretch, end))
        return true;
    if (!add_part(walk, stretch, end))
        return false;
    walk->time = stretch->begin;
    return true;
}

/* Goes on with the rank that has begun the thread, on which nothing more is. False: it is not
 * known, or has done nothing before. */
static bool go_to_parent(struct walk *walk)
{
    const struct path_thread *thread = &walk->threads[walk->thread];
    int next = thread->begin > 0 && thread->parent != PATH_NOBODY
                   ? find_thread(walk, thread->parent, thread->begin) : PATH_NOBODY;

    if (next == PATH_NOBODY || stretch_before(&walk->threads[next], thread->begin) == NULL)
        return false;
    walk->thread = next;
    walk->time = thread->begin;
    walk->has_come = true;
    return true;
}

/* Returns where the path begins, or would if more was known; false in *has_memory: no memory. */
static uint64_t go_to_beginning(struct walk *walk, bool *has_memory)
{
    for (*has_memory = true; *has_memory;) {
        const struct path_thread *thread = &walk->threads[walk->thread];
        const struct path_stretch *stretch = stretch_before(thread, walk->time);

        if (walk->time <= thread->since)
            return walk->time;
        if (stretch != NULL)
            *has_memory = go_back(walk, stretch);
        else if (thread->since > 0 || !go_to_parent(walk))
            return thread->since > 0 ? thread->since : thread->begin;
    }
    return 0;
}

/* ---- its parts ------------------------------------------------------------------------------- */

static int compare_lines(const struct path_part *a, const struct path_part *b)
{
    int result = (a->kind > b->kind) - (a->kind < b->kind);

    result = result != 0 ? result : (a->site > b->site) - (a->site < b->site);
    return result != 0 ? result : strcmp(a->name, b->name);
}

static int compare_parts(const void *one, const void *other)
{
    const struct path_part *a = one, *b = other;
    int result = compare_lines(a, b);

    return result != 0 ? result : (a->rank > b->rank) - (a->rank < b->rank);
}

static int compare_values(const void *one, const void *other)
{
    const struct path_part *a = one, *b = other;

    if (a->stands_out != b->stands_out)
        return a->stands_out ? -1 : 1;
    return a->ns > b->ns ? -1 : a->ns < b->ns;
}

static void unite(struct walk *walk)
{
    int count = 0;

    if (walk->part_count > 0)
        qsort(walk->parts, (size_t)walk->part_count, sizeof walk->parts[0], compare_parts);
    for (int i = 0; i < walk->part_count; i++) {
        if (count > 0 && compare_parts(&walk->parts[count - 1], &walk->parts[i]) == 0)
            walk->parts[count - 1].ns += walk->parts[i].ns;
        else
            walk->parts[count++] = walk->parts[i];
    }
    walk->part_count = count;
}

static uint64_t mean_of(const struct summary *summary, const struct path_part *part)
{
    uint64_t sum = 0;

    for (int i = 0; i < summary->call_count; i++) {
        const struct summary_call *call = &summary->calls[i];

        if (call->site != part->site || strcmp(call->name, part->name) != 0)
            continue;
        sum += part->kind == STRETCH_WORK   ? call->before
               : part->kind == STRETCH_WAIT ? call->waited
                                            : call->ns - call->waited;
    }
    return sum / (uint64_t)summary->ranks;
}

/* Parts of one line stand together. If the path is one of the end of the job only, the means are
 * those of so much time. */
static void judge(struct walk *walk, const struct path *path, const struct summary *summary)
{
    double part = path->end > 0 ? (double)(path->end - path->begin) / (double)path->end : 1.0;
    int first, next, i;

    for (first = 0; first < walk->part_count; first = next) {
        uint64_t mean = (uint64_t)(part * (double)mean_of(summary, &walk->parts[first])), sum = 0;

        for (next = first; next < walk->part_count &&
                           compare_lines(&walk->parts[first], &walk->parts[next]) == 0; next++)
            sum += walk->parts[next].ns;
        for (i = first; i < next; i++) {
            walk->parts[i].mean = mean;
            walk->parts[i].stands_out =
                (double)sum - (double)mean > part * (double)summary->ns / STANDS_OUT;
        }
    }
}

bool path_find(struct path *path, const struct path_thread *threads, int count,
               const struct summary *summary)
{
    struct walk walk = {.threads = threads, .count = count};
    bool has_memory = true;

    *path = (struct path){.is_even = true};
    if (!find_end(&walk))
        return true;
    path->end = walk.time;
    path->begin = go_to_beginning(&walk, &has_memory);
    for (int i = 0; i < walk.part_count; i++)
        path->known += walk.parts[i].ns;
    unite(&walk);
    judge(&walk, path, summary);
    if (walk.part_count > 0)
        qsort(walk.parts, (size_t)walk.part_count, sizeof walk.parts[0], compare_values);
    for (; path->part_count < walk.part_count && path->part_count < PATH_PARTS_MAX;
         path->part_count++)
        path->parts[path->part_count] = walk.parts[path->part_count];
    path->is_even = path->part_count == 0 || !path->parts[0].stands_out;
    memory_give(walk.parts);
    return has_memory;
}
