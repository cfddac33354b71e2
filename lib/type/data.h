/* SPDX-License-Identifier: MIT */
/* Data that a caller names by buffer, count and type, and how they are copied.
 *
 * Data are copied directly from layout to layout, without a buffer in between, for any two types.
 * Offsets count the bytes that are sent, without gaps. A copy can therefore stop and continue at
 * any byte, and several threads can share one. */
#ifndef TYPE_DATA_H
#define TYPE_DATA_H

#include <stdalign.h>
#include <stddef.h>

#include "layout/copy.h"
#include "type/type.h"

struct data {
    void *buf; /* only read if the data are a source */
    MPI_Count count;
    const struct type *type;
};

static inline MPI_Count data_bytes(const struct data *data)
{
    return data->count * data->type->size;
}

/* data_start returns the first byte of contiguous data. */
static inline bool data_is_contiguous(const struct data *data)
{
    return data->type->is_dense;
}

static inline char *data_start(const struct data *data)
{
    return (char *)data->buf + data->type->true_lb;
}

/* Returns the elements of the data, at least one byte of them, as one loop. The loop is the type's
 * own or is built in *made. */
const struct piece *data_layout(const struct data *data, struct piece *made);

/* Copies the bytes [offset, offset + bytes) of one to the same range of the other. Both must have
 * these bytes. */
void data_copy_range(const struct data *from, const struct data *to, MPI_Count offset,
                     MPI_Count bytes);
/* Copies `bytes` bytes from an offset of one to an offset of the other. */
void data_copy_apart(const struct data *from, MPI_Count from_offset, const struct data *to,
                     MPI_Count to_offset, MPI_Count bytes);

/* Copy to or from `bytes` contiguous bytes, which represent the range [offset, offset + bytes) of
 * the data. */
void data_pack(const struct data *from, MPI_Count offset, void *out, MPI_Count bytes);
void data_unpack(const struct data *to, MPI_Count offset, const void *in, MPI_Count bytes);

/* Copies as many bytes as both have, and returns that number. */
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

/* A temporary buffer for elements. `count` is the number of elements, as many as fit in `bytes`
 * bytes but at least one. `bytes` is what they need. `low` is the offset of the buffer from the
 * address that names the elements. The buffer has room for the gaps around the data, because a
 * user's function may write whole structures. */
struct room {
    MPI_Count count;
    MPI_Count bytes;
    MPI_Count low;
};

struct room data_room(const struct type *type, MPI_Count count, MPI_Count bytes);

/* Returns the address that names elements held in that memory, which must have ROOM_SPARE bytes
 * more than room->bytes. The address is aligned as malloc's results are, as the user's own data
 * would be. */
enum { ROOM_SPARE = alignof(max_align_t) };

static inline char *room_start(const struct room *room, void *memory)
{
    uintptr_t start = (uintptr_t)memory - (uintptr_t)room->low + ROOM_SPARE - 1;

    return (char *)(start - start % ROOM_SPARE);
}

/* Returns how many whole elements `bytes` bytes are, or MPI_UNDEFINED if part of an element is
 * left. */
MPI_Count data_count(MPI_Count bytes, const struct type *type);

#endif
