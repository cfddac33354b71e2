/* SPDX-License-Identifier: MIT */
/* Vectors of the processor: the one place of the library that names a machine's instructions for
 * data. A function that needs more than the machine's baseline is declared SIMD_FOR(features), and
 * is called only where SIMD_HAS(feature) is true. On a machine without such code SIMD_HAS is the
 * constant false, and the compiler leaves the function out. A loop over plain values is declared
 * SIMD_CLONED instead. */
#ifndef BASE_SIMD_H
#define BASE_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define SIMD_FOR(features) __attribute__((target(features)))
#define SIMD_HAS(feature) __builtin_cpu_supports(feature)
#else
#define SIMD_FOR(features)
#define SIMD_HAS(feature) false
#endif

#define SIMD_INLINE static inline __attribute__((always_inline))

/* GCC compiles such a function twice, and the loader takes the one with vectors of 32 bytes if the
 * processor has them. Sanitizers instrument the function that the loader asks, which runs before
 * they do. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define SIMD_CLONED __attribute__((target_clones("avx2", "default")))
#else
#define SIMD_CLONED
#endif

/* ---- vectors of 32 and 64 bytes -------------------------------------------------------------- */

#define SIMD_FOR_32_BYTES SIMD_FOR("avx2")
#define SIMD_FOR_64_BYTES SIMD_FOR("avx512f")

SIMD_INLINE bool simd_has_32_bytes(void)
{
    return SIMD_HAS("avx2");
}

SIMD_INLINE bool simd_has_64_bytes(void)
{
    return SIMD_HAS("avx512f");
}

/* ---- matrices -------------------------------------------------------------------------------- */

/* Returns true if squares of 8-byte elements are turned faster in vectors than one by one. The
 * baseline of x86-64 lacks the moves. */
SIMD_INLINE bool simd_turns_longs(void)
{
#if defined(__x86_64__)
    return simd_has_32_bytes();
#else
    return true;
#endif
}

/* ---- short runs ------------------------------------------------------------------------------ */

enum { SIMD_MASKED_MAX = 32 };

#define SIMD_FOR_MASKED SIMD_FOR("avx512bw,avx512vl")

SIMD_INLINE bool simd_has_masked(void)
{
    return SIMD_HAS("avx512bw") && SIMD_HAS("avx512vl");
}

/* Copies at most SIMD_MASKED_MAX bytes in one move, so no branch depends on how many they are. */
SIMD_FOR_MASKED SIMD_INLINE void simd_copy_masked(char *to, const char *from, size_t bytes)
{
#if defined(__x86_64__)
    __mmask32 mask = (__mmask32)((UINT64_C(1) << bytes) - 1);

    _mm256_mask_storeu_epi8(to, mask, _mm256_maskz_loadu_epi8(mask, from));
#else
    memcpy(to, from, bytes);
#endif
}

/* ---- elements of 4 bytes from offsets -------------------------------------------------------- */

/* The span in bytes that eight elements may cover, and how far ahead of it lines are
 * prefetched. */
enum { SIMD_GATHER_WINDOW = 128, SIMD_GATHER_AHEAD = 4096 };

#define SIMD_FOR_GATHER SIMD_FOR("avx512f,avx512vl")

SIMD_INLINE bool simd_has_gather(void)
{
    return SIMD_HAS("avx512f") && SIMD_HAS("avx512vl");
}

#if defined(__x86_64__)
/* Returns true if each of the eight elements lies a whole number of elements behind the first,
 * within the window, and not behind the last. */
SIMD_FOR_GATHER static inline bool simd_are_in_window(__m256i distances, uint32_t span)
{
    const __m256i outside = _mm256_set1_epi32(~(SIMD_GATHER_WINDOW - (int)sizeof(int32_t)));

    return (_mm256_test_epi32_mask(distances, outside) |
            _mm256_cmpgt_epu32_mask(distances, _mm256_set1_epi32((int)span))) == 0;
}

/* Copies the eight elements of 4 bytes that stand at `offsets` (in bytes) of `from` to `to`, or
 * returns false if they do not stand in one window in rising order. */
SIMD_FOR_GATHER static inline bool simd_gather_eight(char *to, const char *from,
                                                     const int32_t *offsets)
{
    const int32_t first = offsets[0], last = offsets[7];
    const uint32_t span = (uint32_t)last - (uint32_t)first;
    const __m256i places = _mm256_loadu_si256((const __m256i *)(const void *)offsets);
    const __m256i distances = _mm256_sub_epi32(places, _mm256_set1_epi32(first));
    const char *window = from + first;
    uint32_t pieces;
    __m512i low, high;

    if (last < first || !simd_are_in_window(distances, span))
        return false;
    __builtin_prefetch(window + SIMD_GATHER_AHEAD);
    __builtin_prefetch(window + SIMD_GATHER_AHEAD + SIMD_GATHER_WINDOW / 2);
    pieces = (UINT32_C(2) << span / sizeof(int32_t)) - 1; /* a bit for each, up to the last one */
    low = _mm512_maskz_loadu_epi32((__mmask16)pieces, window);
    high = _mm512_maskz_loadu_epi32((__mmask16)(pieces >> 16), window + SIMD_GATHER_WINDOW / 2);
    low = _mm512_permutex2var_epi32(low, _mm512_castsi256_si512(_mm256_srli_epi32(distances, 2)),
                                    high);
    _mm256_storeu_si256((__m256i *)(void *)to, _mm512_castsi512_si256(low));
    return true;
}
#else
static inline bool simd_gather_eight(char *to, const char *from, const int32_t *offsets)
{
    (void)to, (void)from, (void)offsets;
    return false;
}
#endif

#endif
