/* SPDX-License-Identifier: MIT */
#include "check/bounds.h"

#include "layout/cursor.h"
#include "type/overlap.h"

/* May the type name several variables, by their addresses? A run of bytes may go on from one to the
 * next then. Between blocks of the heap are bytes of the allocator's. */
static bool may_step(const struct type *type)
{
    while (!type->is_predefined && type->shape.child != NULL && type->shape.count <= 1)
        type = type->shape.child;
    return !type->is_predefined;
}

/* How many bytes of a run that begins in the variable lie in it. */
static MPI_Count bytes_of_local(const struct data *data, const struct local_variable *local,
                                uintptr_t start, MPI_Count bytes)
{
    const uintptr_t end = local->start + local->bytes;
    const bool is_there = start >= local->start && start <= end && !may_step(data->type);

    return is_there && (MPI_Count)(end - start) < bytes ? (MPI_Count)(end - start) : bytes;
}

/* How many bytes of a run lie in the object in which they begin. */
static MPI_Count bytes_of_object(const struct data *data, const struct local_variable *local,
                                 const char *start, MPI_Count bytes)
{
    struct content object;
    MPI_Count left;

    if (local != NULL)
        return bytes_of_local(data, local, (uintptr_t)start, bytes);
    if (!load_relaxed(&contents_are_known) || !content_find((uintptr_t)start, &object))
        return bytes;
    left = (MPI_Count)(object.start + object.bytes - (uintptr_t)start);
    if (left < bytes && object.site == NULL && may_step(data->type))
        return bytes;
    return left < bytes && content_is_certain(&object) ? left : bytes;
}

static MPI_Count bytes_inside(const struct data *data, const struct local_variable *local,
                              char *start, MPI_Count bytes)
{
    const char *outside =
        bounds_are_of_sanitizer() ? __asan_region_is_poisoned(start, (size_t)bytes) : NULL;

    return bytes_of_object(data, local, start, outside != NULL ? outside - start : bytes);
}

/* Counts the bytes of a strip that are inside, up to the first run that is not. */
static MPI_Count strip_inside(const struct data *data, const struct local_variable *local,
                              const struct strip *strip)
{
    MPI_Count i, inside = 0;

    for (i = 0; i < strip->count && inside == i * strip->run; i++)
        inside += bytes_inside(data, local,
                               strip->offsets != NULL
                                   ? strip->at + strip->offsets[i] - strip->offsets[0]
                                   : strip->at + i * strip->stride,
                               strip->run);
    return inside;
}

/* Do the data lie in one object, with all between them? */
static bool is_inside_one(const struct data *data)
{
    const struct address_range span = data_span(data);
    struct content object;

    return !bounds_are_of_sanitizer() && content_find(span.low, &object) &&
           span.high <= object.start + object.bytes;
}

static MPI_Count runs_inside(const struct data *data, const struct local_variable *local)
{
    MPI_Count all = data_bytes(data), before = 0, inside, strip;
    struct cursor cursor;
    struct piece made;

    cursor_open(&cursor, data->buf, data_layout(data, &made), data->type->depth + 1, 0);
    for (;;) {
        strip = cursor.strip.count * cursor.strip.run;
        inside = strip_inside(data, local, &cursor.strip);
        before += inside;
        if (inside < strip || before == all)
            break;
        cursor.strip.count = 0;
        cursor_next(&cursor);
    }
    cursor_close(&cursor);
    return before;
}

MPI_Count bounds_bytes_inside(const struct data *data, const struct local_variable *local)
{
    MPI_Count all = data_bytes(data);

    if (!bounds_are_known() || all == 0)
        return all;
    if (data_is_contiguous(data))
        return bytes_inside(data, local, data_start(data), all);
    return is_inside_one(data) ? all : runs_inside(data, local);
}
