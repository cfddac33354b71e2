/* SPDX-License-Identifier: MIT */
/* Strided pieces of the usual element sizes are moved by loops that know the size. */
#include "type/copy.h"

static inline __attribute__((always_inline)) void
copy_sized(char *to, MPI_Count to_stride, const char *from, MPI_Count from_stride,
           const size_t bytes, MPI_Count count)
{
    for (; count > 0; count--) {
        memcpy(to, from, bytes);
        to += to_stride;
        from += from_stride;
    }
}

void copy_pieces(char *to, MPI_Count to_stride, const char *from, MPI_Count from_stride,
                 MPI_Count bytes, MPI_Count count)
{
    switch (bytes) {
    case 1:
        return copy_sized(to, to_stride, from, from_stride, 1, count);
    case 2:
        return copy_sized(to, to_stride, from, from_stride, 2, count);
    case 4:
        return copy_sized(to, to_stride, from, from_stride, 4, count);
    case 8:
        return copy_sized(to, to_stride, from, from_stride, 8, count);
    case 12:
        return copy_sized(to, to_stride, from, from_stride, 12, count);
    case 16:
        return copy_sized(to, to_stride, from, from_stride, 16, count);
    case 24:
        return copy_sized(to, to_stride, from, from_stride, 24, count);
    case 32:
        return copy_sized(to, to_stride, from, from_stride, 32, count);
    default:
        return copy_sized(to, to_stride, from, from_stride, (size_t)bytes, count);
    }
}
