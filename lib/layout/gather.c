/* SPDX-License-Identifier: MIT */
#include "layout/gather.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

#define WITH_VECTORS __attribute__((target("avx512f,avx512vl")))

/* The span in bytes that eight pieces may cover, and how far ahead of it lines are prefetched. */
enum { WINDOW = 128, AHEAD_BYTES = 4096 };

/* True if each of the eight pieces lies a whole number of pieces behind the first, within the
 * window, and not behind the last. */
WITH_VECTORS static inline bool are_in_window(__m256i distances, uint32_t span)
{
    const __m256i outside = _mm256_set1_epi32(~(WINDOW - (int)sizeof(int32_t)));

    return (_mm256_test_epi32_mask(distances, outside) |
            _mm256_cmpgt_epu32_mask(distances, _mm256_set1_epi32((int)span))) == 0;
}

WITH_VECTORS static inline bool gather_eight(char *to, const char *from, const int32_t *offsets)
{
    const int32_t first = offsets[0], last = offsets[7];
    const uint32_t span = (uint32_t)last - (uint32_t)first;
    const __m256i places = _mm256_loadu_si256((const __m256i *)(const void *)offsets);
    const __m256i distances = _mm256_sub_epi32(places, _mm256_set1_epi32(first));
    const char *window = from + first;
    uint32_t pieces;
    __m512i low, high;

    if (last < first || !are_in_window(distances, span))
        return false;
    __builtin_prefetch(window + AHEAD_BYTES);
    __builtin_prefetch(window + AHEAD_BYTES + WINDOW / 2);
    pieces = (UINT32_C(2) << span / sizeof(int32_t)) - 1; /* a bit for each, up to the last one */
    low = _mm512_maskz_loadu_epi32((__mmask16)pieces, window);
    high = _mm512_maskz_loadu_epi32((__mmask16)(pieces >> 16), window + WINDOW / 2);
    low = _mm512_permutex2var_epi32(low, _mm512_castsi256_si512(_mm256_srli_epi32(distances, 2)),
                                    high);
    _mm256_storeu_si256((__m256i *)(void *)to, _mm512_castsi512_si256(low));
    return true;
}

WITH_VECTORS static void gather_eights(char *to, const char *from, const int32_t *offsets,
                                       MPI_Count count)
{
    const MPI_Count piece = sizeof(int32_t);
    MPI_Count i;

    for (i = 0; i + 8 <= count; i += 8) {
        MPI_Count j;

        if (gather_eight(to + i * piece, from, offsets + i))
            continue;
        for (j = i; j < i + 8; j++)
            memcpy(to + j * piece, from + offsets[j], (size_t)piece);
    }
    for (; i < count; i++)
        memcpy(to + i * piece, from + offsets[i], (size_t)piece);
}

bool gather_ints(char *to, const char *from, const int32_t *offsets, MPI_Count count)
{
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl"))
        return false;
    gather_eights(to, from, offsets, count);
    return true;
}
#else
bool gather_ints(char *to, const char *from, const int32_t *offsets, MPI_Count count)
{
    (void)to, (void)from, (void)offsets, (void)count;
    return false;
}
#endif
