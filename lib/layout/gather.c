/* SPDX-License-Identifier: MIT */
#include "layout/gather.h"

#include <string.h>

#include "base/simd.h"

SIMD_FOR_GATHER static void gather_eights(char *to, const char *from, const int32_t *offsets,
                                       MPI_Count count)
{
    const MPI_Count piece = sizeof(int32_t);
    MPI_Count i;

    for (i = 0; i + 8 <= count; i += 8) {
        MPI_Count j;

        if (simd_gather_eight(to + i * piece, from, offsets + i))
            continue;
        for (j = i; j < i + 8; j++)
            memcpy(to + j * piece, from + offsets[j], (size_t)piece);
    }
    for (; i < count; i++)
        memcpy(to + i * piece, from + offsets[i], (size_t)piece);
}

bool gather_ints(char *to, const char *from, const int32_t *offsets, MPI_Count count)
{
    if (!simd_has_gather())
        return false;
    gather_eights(to, from, offsets, count);
    return true;
}
