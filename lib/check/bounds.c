/* SPDX-License-Identifier: MIT */
#include "check/bounds.h"

#include "layout/cursor.h"

static MPI_Count bytes_inside(char *start, MPI_Count bytes)
{
    const char *outside = __asan_region_is_poisoned(start, (size_t)bytes);

    return outside != NULL ? outside - start : bytes;
}

/* Counts the bytes of a strip that are inside, up to the first run that is not. */
static MPI_Count strip_inside(const struct strip *strip)
{
    MPI_Count i, inside = 0;

    for (i = 0; i < strip->count && inside == i * strip->run; i++)
        inside += bytes_inside(strip->offsets != NULL
                                   ? strip->at + strip->offsets[i] - strip->offsets[0]
                                   : strip->at + i * strip->stride,
                               strip->run);
    return inside;
}

static MPI_Count runs_inside(const struct data *data)
{
    MPI_Count all = data_bytes(data), before = 0, inside, strip;
    struct cursor cursor;
    struct piece made;

    cursor_open(&cursor, data->buf, data_layout(data, &made), data->type->depth + 1, 0);
    for (;;) {
        strip = cursor.strip.count * cursor.strip.run;
        inside = strip_inside(&cursor.strip);
        before += inside;
        if (inside < strip || before == all)
            break;
        cursor.strip.count = 0;
        cursor_next(&cursor);
    }
    cursor_close(&cursor);
    return before;
}

MPI_Count bounds_bytes_inside(const struct data *data)
{
    MPI_Count all = data_bytes(data);

    if (!bounds_are_known() || all == 0)
        return all;
    return data_is_contiguous(data) ? bytes_inside(data_start(data), all) : runs_inside(data);
}
