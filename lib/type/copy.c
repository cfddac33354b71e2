/* SPDX-License-Identifier: MIT */
/* Pieces of the usual element sizes are moved by loops that know the size, and know on which side
 * there is a table. */
#include "type/copy.h"

#define INLINE static inline __attribute__((always_inline))

INLINE char *place(struct places places, MPI_Count i)
{
    return places.start + (places.offsets != NULL ? places.offsets[i] : i * places.stride);
}

INLINE void copy_loop(struct places to, struct places from, const size_t bytes, MPI_Count count)
{
    MPI_Count i;

    for (i = 0; i < count; i++)
        memcpy(place(to, i), place(from, i), bytes);
}

INLINE void copy_sized(struct places to, struct places from, const size_t bytes, MPI_Count count)
{
    if (to.offsets == NULL && from.offsets == NULL)
        copy_loop(to, from, bytes, count);
    else if (from.offsets == NULL)
        copy_loop(to, from, bytes, count);
    else if (to.offsets == NULL)
        copy_loop(to, from, bytes, count);
    else
        copy_loop(to, from, bytes, count);
}

/* Lengths between two usual ones: two moves that may overlap, so the length is not looked at. */
INLINE void copy_ends(struct places to, struct places from, const size_t half, size_t bytes,
                      MPI_Count count)
{
    MPI_Count i;

    for (i = 0; i < count; i++) {
        char *target = place(to, i);
        const char *source = place(from, i);
        char head[16], tail[16];

        memcpy(head, source, half);
        memcpy(tail, source + bytes - half, half);
        memcpy(target, head, half);
        memcpy(target + bytes - half, tail, half);
    }
}

static void copy_odd(struct places to, struct places from, size_t bytes, MPI_Count count)
{
    if (bytes > 32)
        copy_sized(to, from, bytes, count);
    else if (bytes > 16)
        copy_ends(to, from, 16, bytes, count);
    else if (bytes > 8)
        copy_ends(to, from, 8, bytes, count);
    else if (bytes > 4)
        copy_ends(to, from, 4, bytes, count);
    else
        copy_ends(to, from, 2, bytes, count);
}

void copy_pieces(struct places to, struct places from, MPI_Count bytes, MPI_Count count)
{
    switch (bytes) {
    case 1:
        return copy_sized(to, from, 1, count);
    case 2:
        return copy_sized(to, from, 2, count);
    case 4:
        return copy_sized(to, from, 4, count);
    case 8:
        return copy_sized(to, from, 8, count);
    case 12:
        return copy_sized(to, from, 12, count);
    case 16:
        return copy_sized(to, from, 16, count);
    case 24:
        return copy_sized(to, from, 24, count);
    case 32:
        return copy_sized(to, from, 32, count);
    case 48:
        return copy_sized(to, from, 48, count);
    case 64:
        return copy_sized(to, from, 64, count);
    default:
        return copy_odd(to, from, (size_t)bytes, count);
    }
}
