/* SPDX-License-Identifier: MIT */
#include "type/overlap.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "layout/cursor.h"

enum { RUNS_AT_FIRST = 64 };

/* The runs of some data, cut to an address range. */
struct runs {
    struct address_range range;
    bool is_one_enough; /* stop at the first run, and store none */
    struct address_range *found;
    long count, room;
};

static struct address_range common(struct address_range one, struct address_range other)
{
    return (struct address_range){one.low > other.low ? one.low : other.low,
                         one.high < other.high ? one.high : other.high};
}

static bool is_empty(struct address_range span)
{
    return span.low >= span.high;
}

/* ---- the runs -------------------------------------------------------------------------------- */

static bool grow_runs(struct runs *runs)
{
    long room = runs->room > 0 ? 2 * runs->room : RUNS_AT_FIRST;
    struct address_range *more;

    if (room > OVERLAP_RUNS_MAX)
        return false;
    more = memory_take((size_t)room * sizeof *more);
    if (more == NULL)
        return false;
    if (runs->count > 0)
        memcpy(more, runs->found, (size_t)runs->count * sizeof *more);
    memory_give(runs->found);
    runs->found = more;
    runs->room = room;
    return true;
}

/* Returns false if no more runs are wanted. */
static bool take_run(struct runs *runs, const char *start, MPI_Count bytes)
{
    struct address_range run = {(uintptr_t)start, (uintptr_t)start + (uintptr_t)bytes};

    run = common(run, runs->range);
    if (is_empty(run))
        return true;
    if (!runs->is_one_enough) {
        if (runs->count == runs->room && !grow_runs(runs))
            return false;
        runs->found[runs->count] = run;
    }
    runs->count++;
    return !runs->is_one_enough;
}

static bool take_strip(struct runs *runs, const struct strip *strip)
{
    MPI_Count i;

    for (i = 0; i < strip->count; i++) {
        const char *start = strip->offsets != NULL
                                ? strip->at + strip->offsets[i] - strip->offsets[0]
                                : strip->at + i * strip->stride;

        if (!take_run(runs, start, strip->run))
            return false;
    }
    return true;
}

static void take_runs(struct runs *runs, const struct data *data)
{
    MPI_Count left = data_bytes(data);
    struct cursor cursor;
    struct piece made;

    if (left == 0)
        return;
    if (data_is_contiguous(data)) {
        take_run(runs, data_start(data), left);
        return;
    }
    cursor_open(&cursor, data->buf, data_layout(data, &made), data->type->depth + 1, 0);
    while (take_strip(runs, &cursor.strip)) {
        left -= cursor.strip.count * cursor.strip.run;
        if (left == 0)
            break;
        cursor.strip.count = 0;
        cursor_next(&cursor);
    }
    cursor_close(&cursor);
}

/* ---- in common ------------------------------------------------------------------------------- */

static bool has_any(const struct data *data, struct address_range range)
{
    struct runs runs = {.range = range, .is_one_enough = true};

    take_runs(&runs, data);
    return runs.count > 0;
}

static int compare_runs(const void *one, const void *other)
{
    const struct address_range *first = one, *second = other;

    return (first->low > second->low) - (first->low < second->low);
}

/* True if a run of one side shares a byte with a run of the other. Runs of one side may overlap
 * each other, as sent data may. */
static bool share_a_byte(struct runs *one, struct runs *other)
{
    uintptr_t reached = 0;
    long i = 0, k;

    if (one->count == 0 || other->count == 0)
        return false;
    qsort(one->found, (size_t)one->count, sizeof *one->found, compare_runs);
    qsort(other->found, (size_t)other->count, sizeof *other->found, compare_runs);
    for (k = 0; k < other->count; k++) {
        for (; i < one->count && one->found[i].low < other->found[k].high; i++)
            if (one->found[i].high > reached)
                reached = one->found[i].high;
        if (reached > other->found[k].low)
            return true;
    }
    return false;
}

static void take_all_runs(struct runs *runs, const struct data blocks[], int count)
{
    int i;

    for (i = 0; i < count; i++)
        take_runs(runs, &blocks[i]);
}

static bool interleave(const struct data ones[], int one_count, const struct data others[],
                       int other_count, struct address_range range)
{
    struct runs first = {.range = range}, second = {.range = range};
    bool share;

    take_all_runs(&first, ones, one_count);
    take_all_runs(&second, others, other_count);
    share = share_a_byte(&first, &second);
    memory_give(first.found);
    memory_give(second.found);
    return share;
}

bool data_overlaps(const struct data *one, const struct data *other)
{
    struct address_range range;

    if (data_bytes(one) == 0 || data_bytes(other) == 0)
        return false;
    range = common(data_span(one), data_span(other));
    if (is_empty(range))
        return false;
    if (data_is_contiguous(one))
        return data_is_contiguous(other) || has_any(other, range);
    return data_is_contiguous(other) ? has_any(one, range)
                                     : interleave(one, 1, other, 1, range);
}

struct address_range blocks_span_of_many(const struct data blocks[], int count)
{
    struct address_range all = {UINTPTR_MAX, 0};
    int i;

    for (i = 0; i < count; i++) {
        struct address_range span;

        if (data_bytes(&blocks[i]) == 0)
            continue;
        span = data_span(&blocks[i]);
        all.low = span.low < all.low ? span.low : all.low;
        all.high = span.high > all.high ? span.high : all.high;
    }
    return all;
}

bool blocks_overlap(const struct data ones[], int one_count, const struct data others[],
                    int other_count)
{
    struct address_range range;

    if (one_count == 1 && other_count == 1)
        return data_overlaps(ones, others);
    range = common(blocks_span(ones, one_count), blocks_span(others, other_count));
    return !is_empty(range) && interleave(ones, one_count, others, other_count, range);
}

/* ---- twice ----------------------------------------------------------------------------------- */

/* Does each run of the strip begin behind the one before, the first behind *reached? Then that
 * becomes the end of the last one. */
static bool strip_rises(const struct strip *strip, uintptr_t *reached)
{
    uintptr_t first = (uintptr_t)strip->at;
    MPI_Count last = strip->count - 1, i;

    if (first < *reached || (strip->offsets == NULL && last > 0 && strip->stride < strip->run))
        return false;
    for (i = 1; strip->offsets != NULL && i <= last; i++)
        if (strip->offsets[i] - strip->offsets[i - 1] < strip->run)
            return false;
    *reached = first + (uintptr_t)strip->run +
               (uintptr_t)(strip->offsets != NULL ? strip->offsets[last] - strip->offsets[0]
                                                  : last * strip->stride);
    return true;
}

/* Nearly all types name their bytes in the order of the addresses. */
static bool data_rises(const struct data *data)
{
    MPI_Count left = data_bytes(data);
    uintptr_t reached = 0;
    struct cursor cursor;
    struct piece made;
    bool rises;

    cursor_open(&cursor, data->buf, data_layout(data, &made), data->type->depth + 1, 0);
    while ((rises = strip_rises(&cursor.strip, &reached))) {
        left -= cursor.strip.count * cursor.strip.run;
        if (left == 0)
            break;
        cursor.strip.count = 0;
        cursor_next(&cursor);
    }
    cursor_close(&cursor);
    return rises;
}

bool data_repeats_slowly(const struct data *data)
{
    if (data_bytes(data) == 0)
        return false;
    if (!data_rises(data) && blocks_overlap_each_other(data, 1))
        return true;
    /* Another thread may know more; what is lost is only time. */
    store_relaxed((_Atomic(MPI_Count) *)(uintptr_t)&data->type->apart, data->count);
    return false;
}

bool blocks_overlap_each_other(const struct data blocks[], int count)
{
    struct runs runs = {.range = {0, UINTPTR_MAX}};
    bool do_overlap = false;
    long i;

    take_all_runs(&runs, blocks, count);
    if (runs.count > 1)
        qsort(runs.found, (size_t)runs.count, sizeof *runs.found, compare_runs);
    for (i = 1; i < runs.count && !do_overlap; i++)
        do_overlap = runs.found[i - 1].high > runs.found[i].low;
    memory_give(runs.found);
    return do_overlap;
}
