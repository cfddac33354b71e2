/* SPDX-License-Identifier: MIT */
/* What a caller names by buffer, count and type, and the copying of it.
 *
 * Data is copied from layout to layout: no buffer in between, whatever the two types are. Offsets
 * count the bytes that are sent, without gaps, so a transfer can stop and go on at any byte, and
 * several threads can share one. */
#ifndef TYPE_DATA_H
#define TYPE_DATA_H

#include <stdalign.h>
#include <stddef.h>

#include "layout/copy.h"
#include "type/type.h"

struct data {
    void *buf; /* only read when the data is a source */
    MPI_Count count;
    const struct type *type;
};

static inline MPI_Count data_bytes(const struct data *data)
{
    return data->count * data->type->size;
}

/* The first byte, when the data is contiguous. */
static inline bool data_is_contiguous(const struct data *data)
{
    return data->type->is_dense;
}

static inline char *data_start(const struct data *data)
{
    return (char *)data->buf + data->type->true_lb;
}

/* The elements of the data, at least one byte of them, as one loop, which is *made where it is not
 * the type's. */
const struct piece *data_layout(const struct data *data, struct piece *made);

/* Bytes [offset, offset + bytes) of the one become those of the other; both have them. */
void data_copy_range(const struct data *from, const struct data *to, MPI_Count offset,
                     MPI_Count bytes);

/* The same from or to `bytes` contiguous bytes, which stand for [offset, offset + bytes). */
void data_pack(const struct data *from, MPI_Count offset, void *out, MPI_Count bytes);
void data_unpack(const struct data *to, MPI_Count offset, const void *in, MPI_Count bytes);

/* As many bytes as both have; tells how many that was. */
static inline MPI_Count data_copy(const struct data *from, const struct data *to)
{
    MPI_Count sent = data_bytes(from), room = data_bytes(to);
    MPI_Count bytes = sent < room ? sent : room;

    if (data_is_contiguous(from) && data_is_contiguous(to))
        copy_bytes(data_start(to), data_start(from), (size_t)bytes);
    else
        data_copy_range(from, to, 0, bytes);
    return bytes;
}

/* Room for elements that are to be copied elsewhere: as many as fit so many bytes, but at least
 * one; what they need; and where that begins, counted from the address that names them. A function
 * of the user's may write to the whole structures whose members the data are. */
struct room {
    MPI_Count count;
    MPI_Count bytes;
    MPI_Count low;
};

struct room data_room(const struct type *type, MPI_Count count, MPI_Count bytes);

/* What names elements whose room is that memory, with ROOM_SPARE bytes more: aligned like memory
 * of malloc's, as the user's would be. */
enum { ROOM_SPARE = alignof(max_align_t) };

static inline char *room_start(const struct room *room, void *memory)
{
    uintptr_t start = (uintptr_t)memory - (uintptr_t)room->low + ROOM_SPARE - 1;

    return (char *)(start - start % ROOM_SPARE);
}

/* How many whole elements that many bytes are; MPI_UNDEFINED when a part of one is left. */
MPI_Count data_count(MPI_Count bytes, const struct type *type);

#endif
