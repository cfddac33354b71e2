/* SPDX-License-Identifier: MIT */
/* Copying from layout to layout: two cursors, and as many equal pieces at a time as both offer. */
#include "type/data.h"

#include "base/container.h"

/* `count` pieces of one length, a stride apart: what a strip offers of that length. */
struct offer {
    MPI_Count count;
    MPI_Count stride;
};

/* The piece is not longer than what is left of the strip's present run. */
static struct offer strip_offer(const struct strip *strip, MPI_Count piece)
{
    if (piece == strip->run)
        return (struct offer){.count = strip->count, .stride = strip->stride};
    if (piece == strip->left)
        return (struct offer){.count = 1, .stride = piece};
    return (struct offer){.count = strip->left / piece, .stride = piece};
}

/* Takes back what strip_offer offered, or the first of it. */
static void strip_advance(struct strip *strip, MPI_Count piece, MPI_Count count)
{
    if (piece == strip->run) {
        strip->at += count * strip->stride;
        strip->count -= count;
        return;
    }
    strip->at += count * piece;
    strip->left -= count * piece;
    if (strip->left == 0) {
        strip->at += strip->stride - strip->run;
        strip->left = strip->run;
        strip->count--;
    }
}

static inline MPI_Count least(MPI_Count a, MPI_Count b)
{
    return a < b ? a : b;
}

/* At least one byte. */
static void transfer(struct cursor *from, struct cursor *to, MPI_Count bytes)
{
    for (;;) {
        MPI_Count piece = least(bytes, least(from->strip.left, to->strip.left));
        struct offer source = strip_offer(&from->strip, piece);
        struct offer target = strip_offer(&to->strip, piece);
        MPI_Count count = least(bytes / piece, least(source.count, target.count));

        copy_pieces(to->strip.at, target.stride, from->strip.at, source.stride, piece, count);
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

/* The elements of the data as one loop; at least one byte of them. */
static struct piece data_layout(const struct data *data)
{
    const struct type *type = data->type;

    return piece_simplify((struct piece){.count = data->count,
                                         .stride = type->extent,
                                         .bytes = type->size,
                                         .body = &type->layout,
                                         .body_count = 1});
}

void data_copy_range(const struct data *from, const struct data *to, MPI_Count offset,
                     MPI_Count bytes)
{
    struct cursor source, target;
    struct piece source_layout, target_layout;

    if (bytes == 0)
        return;
    if (data_is_contiguous(from) && data_is_contiguous(to)) {
        copy_bytes(data_start(to) + offset, data_start(from) + offset, (size_t)bytes);
        return;
    }
    source_layout = data_layout(from);
    target_layout = data_layout(to);
    cursor_open(&source, from->buf, &source_layout, offset);
    cursor_open(&target, to->buf, &target_layout, offset);
    transfer(&source, &target, bytes);
}

/* A cursor on contiguous bytes. */
static void cursor_open_bytes(struct cursor *cursor, void *start, MPI_Count bytes)
{
    const struct piece run = {.count = 1, .stride = bytes, .bytes = bytes};

    cursor_open(cursor, start, &run, 0);
}

void data_pack(const struct data *from, MPI_Count offset, void *out, MPI_Count bytes)
{
    struct cursor source, target;
    struct piece layout;

    if (bytes == 0)
        return;
    if (data_is_contiguous(from)) {
        copy_bytes(out, data_start(from) + offset, (size_t)bytes);
        return;
    }
    layout = data_layout(from);
    cursor_open(&source, from->buf, &layout, offset);
    cursor_open_bytes(&target, out, bytes);
    transfer(&source, &target, bytes);
}

void data_unpack(const struct data *to, MPI_Count offset, const void *in, MPI_Count bytes)
{
    struct cursor source, target;
    struct piece layout;

    if (bytes == 0)
        return;
    if (data_is_contiguous(to)) {
        copy_bytes(data_start(to) + offset, in, (size_t)bytes);
        return;
    }
    layout = data_layout(to);
    cursor_open_bytes(&source, (void *)in, bytes);
    cursor_open(&target, to->buf, &layout, offset);
    transfer(&source, &target, bytes);
}

MPI_Count data_count(MPI_Count bytes, const struct type *type)
{
    if (bytes == 0)
        return 0;
    if (type->size == 0 || bytes % type->size != 0)
        return MPI_UNDEFINED;
    return bytes / type->size;
}
