/* SPDX-License-Identifier: MIT */
/* Copying between data of any two types. Contiguous data and equal layouts are walked once. For
 * other layouts two cursors advance side by side, by as many equal pieces at a time as both
 * offer. */
#include "type/data.h"

#include "base/container.h"
#include "layout/cursor.h"
#include "type/nest.h"
#include "layout/walk.h"

enum { MARGIN_BYTES_MAX = 4096 };

/* Returns how many pieces of that length the strip offers. A piece is at most what is left of the
 * strip's current run. */
static MPI_Count strip_offer(const struct strip *strip, MPI_Count piece)
{
    if (piece == strip->run)
        return strip->count;
    return strip->left / piece;
}

/* Returns where the offered pieces lie: each is a run, or they are neighbours within the current
 * run. */
static struct places strip_places(const struct strip *strip, MPI_Count piece)
{
    if (piece != strip->run)
        return (struct places){.start = strip->at, .stride = piece};
    if (strip->offsets == NULL)
        return (struct places){.start = strip->at, .stride = strip->stride};
    return (struct places){.start = strip->at - strip->offsets[0], .offsets = strip->offsets};
}

static inline MPI_Count least(MPI_Count a, MPI_Count b)
{
    return a < b ? a : b;
}

/* Copies `bytes` bytes, at least one, between two cursors. */
static void transfer(struct cursor *from, struct cursor *to, MPI_Count bytes)
{
    for (;;) {
        MPI_Count piece = least(bytes, least(from->strip.left, to->strip.left));
        MPI_Count count = least(bytes / piece, least(strip_offer(&from->strip, piece),
                                                     strip_offer(&to->strip, piece)));

        if (count == 1) {
            copy_run(to->strip.at, from->strip.at, (size_t)piece);
        } else {
            struct places target = strip_places(&to->strip, piece);
            struct places source = strip_places(&from->strip, piece);

            copy_places(&target, &source, piece, count, &(struct steps){.count = 1});
        }
        bytes -= count * piece;
        if (bytes == 0)
            return;
        strip_advance(&from->strip, piece, count);
        strip_advance(&to->strip, piece, count);
        if (from->strip.count == 0)
            cursor_next(from);
        if (to->strip.count == 0)
            cursor_next(to);
    }
}

const struct piece *data_layout(const struct data *data, struct piece *made)
{
    const struct type *type = data->type;

    if (data->count == 1)
        return &type->layout;
    *made = piece_simplify((struct piece){.count = data->count,
                                         .stride = type->extent,
                                         .bytes = type->size,
                                         .pieces = &type->layout,
                                         .body_count = 1});
    return made;
}

static void copy_unlike(const struct data *from, const struct piece *from_layout,
                        MPI_Count from_offset, const struct data *to,
                        const struct piece *to_layout, MPI_Count to_offset, MPI_Count bytes)
{
    struct cursor source, target;

    /* A count above 1 adds one loop around the type's. */
    cursor_open(&source, from->buf, from_layout, from->type->depth + 1, from_offset);
    cursor_open(&target, to->buf, to_layout, to->type->depth + 1, to_offset);
    transfer(&source, &target, bytes);
    cursor_close(&source);
    cursor_close(&target);
}

void data_copy_range(const struct data *from, const struct data *to, MPI_Count offset,
                     MPI_Count bytes)
{
    struct piece source_made, target_made;
    const struct piece *source, *target;

    if (bytes == 0)
        return;
    if (data_is_contiguous(from)) {
        data_unpack(to, offset, data_start(from) + offset, bytes);
        return;
    }
    if (data_is_contiguous(to)) {
        data_pack(from, offset, data_start(to) + offset, bytes);
        return;
    }
    source = data_layout(from, &source_made);
    target = data_layout(to, &target_made);
    if (piece_equals_within(source, target, offset, offset + bytes))
        walk_range(WALK_ALIKE, source, from->buf, to->buf, offset, offset + bytes);
    else
        copy_unlike(from, source, offset, to, target, offset, bytes);
}

void data_copy_apart(const struct data *from, MPI_Count from_offset, const struct data *to,
                     MPI_Count to_offset, MPI_Count bytes)
{
    struct piece source, target;

    if (bytes == 0)
        return;
    if (data_is_contiguous(from))
        data_unpack(to, to_offset, data_start(from) + from_offset, bytes);
    else if (data_is_contiguous(to))
        data_pack(from, from_offset, data_start(to) + to_offset, bytes);
    else
        copy_unlike(from, data_layout(from, &source), from_offset, to, data_layout(to, &target),
                    to_offset, bytes);
}

/* True if the range is exactly the first element and its type has a compiled loop nest. */
static bool is_nest(const struct type *type, MPI_Count offset, MPI_Count bytes)
{
    return type->nest != NULL && offset == 0 && bytes == type->size;
}

void data_pack(const struct data *from, MPI_Count offset, void *out, MPI_Count bytes)
{
    struct piece made;

    if (bytes == 0)
        return;
    if (data_is_contiguous(from)) {
        copy_bytes(out, data_start(from) + offset, (size_t)bytes);
        return;
    }
    if (is_nest(from->type, offset, bytes)) {
        from->type->nest->pack(from->type->nest, from->buf, out);
        return;
    }
    walk_range(WALK_PACK, data_layout(from, &made), from->buf, (char *)out - offset, offset,
               offset + bytes);
}

void data_unpack(const struct data *to, MPI_Count offset, const void *in, MPI_Count bytes)
{
    struct piece made;

    if (bytes == 0)
        return;
    if (data_is_contiguous(to)) {
        copy_bytes(data_start(to) + offset, in, (size_t)bytes);
        return;
    }
    if (is_nest(to->type, offset, bytes)) {
        to->type->nest->unpack(to->type->nest, to->buf, in);
        return;
    }
    walk_range(WALK_UNPACK, data_layout(to, &made), to->buf, (char *)(uintptr_t)in - offset,
               offset, offset + bytes);
}

MPI_Count data_count(MPI_Count bytes, const struct type *type)
{
    if (bytes == 0)
        return 0;
    if (type->size == 0 || bytes % type->size != 0)
        return MPI_UNDEFINED;
    return bytes / type->size;
}

/* Returns what an element covers, including the gaps around its data unless they are large. */
static struct byte_range hull_of(const struct type *type)
{
    MPI_Count true_end = type->true_lb + type->true_extent, end = type->lb + type->extent;
    MPI_Count before = type->true_lb - (type->lb < 0 ? type->lb : 0), behind = end - true_end;

    if (before < 0 || before > MARGIN_BYTES_MAX)
        before = 0;
    if (behind < 0 || behind > MARGIN_BYTES_MAX)
        behind = 0;
    return (struct byte_range){type->true_lb - before, before + type->true_extent + behind};
}

struct room data_room(const struct type *type, MPI_Count count, MPI_Count bytes)
{
    const struct byte_range hull = hull_of(type);
    MPI_Count step = type->extent < 0 ? -type->extent : type->extent;
    MPI_Count spare = bytes - hull.bytes;
    struct room room = {.count = 1, .low = hull.offset};

    if (spare > 0)
        room.count += step > 0 ? spare / step : count;
    if (room.count > count)
        room.count = count;
    if (room.count > 0)
        room.bytes = (room.count - 1) * step + hull.bytes;
    if (type->extent < 0 && room.count > 0)
        room.low -= (room.count - 1) * step;
    return room;
}
