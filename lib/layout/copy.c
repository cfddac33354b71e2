/* SPDX-License-Identifier: MIT */
/* Loops that copy pieces. SIZED calls a loop with the size as a constant, so that each usual
 * element size gets a function of its own. */
#include "layout/copy.h"

#include <stdbool.h>

#include "base/cpu.h"
#include "layout/gather.h"
#include "layout/lines.h"
#include "layout/transpose.h"

#define INLINE static inline __attribute__((always_inline))

enum { TILE_BYTES = 64 /* a cache line */, SHORT_LOOP = 8, CACHED_BYTES = 16384 };

/* For copies that span more than COPY_FAR_BYTES: how far ahead they prefetch, and the largest
 * stride for which they do. */
enum { AHEAD_BYTES = 16 << 10, STEP_MAX = 8192 };

enum { SIZED_MAX = 48 };

#define SIZED(loop, bytes, ...)               \
    do {                                      \
        switch (bytes) {                      \
        case 1:                               \
            return loop(1, __VA_ARGS__);      \
        case 2:                               \
            return loop(2, __VA_ARGS__);      \
        case 4:                               \
            return loop(4, __VA_ARGS__);      \
        case 8:                               \
            return loop(8, __VA_ARGS__);      \
        case 12:                              \
            return loop(12, __VA_ARGS__);     \
        case 16:                              \
            return loop(16, __VA_ARGS__);     \
        case 24:                              \
            return loop(24, __VA_ARGS__);     \
        case 32:                              \
            return loop(32, __VA_ARGS__);     \
        case 48:                              \
            return loop(48, __VA_ARGS__);     \
        default:                              \
            break;                            \
        }                                     \
    } while (0)

INLINE void copy_four(const size_t bytes, char *to, MPI_Count to_stride, const char *from,
                      MPI_Count from_stride)
{
    memcpy(to, from, bytes);
    memcpy(to + to_stride, from + from_stride, bytes);
    memcpy(to + 2 * to_stride, from + 2 * from_stride, bytes);
    memcpy(to + 3 * to_stride, from + 3 * from_stride, bytes);
}

/* Eight pieces at a time are faster than four or sixteen if each piece lies in a cache line of its
 * own. */
INLINE void copy_loop(const size_t bytes, char *to, MPI_Count to_stride, const char *from,
                      MPI_Count from_stride, MPI_Count count)
{
    for (; count >= 8; count -= 8) {
        copy_four(bytes, to, to_stride, from, from_stride);
        copy_four(bytes, to + 4 * to_stride, to_stride, from + 4 * from_stride, from_stride);
        to += 8 * to_stride;
        from += 8 * from_stride;
    }
    if (count >= 4) {
        copy_four(bytes, to, to_stride, from, from_stride);
        to += 4 * to_stride;
        from += 4 * from_stride;
        count -= 4;
    }
    for (; count > 0; count--) {
        memcpy(to, from, bytes);
        to += to_stride;
        from += from_stride;
    }
}

FOR_HALVES static void copy_lines(size_t bytes, char *to, MPI_Count to_stride, const char *from,
                                  MPI_Count from_stride, MPI_Count count)
{
    for (; count > 0; count--) {
        copy_row_of_halves(bytes, to, from);
        to += to_stride;
        from += from_stride;
    }
}

/* Copies pieces of half to 2 * half bytes by two moves of half bytes that may overlap; a half of 0
 * stands for any length. */
INLINE void copy_halves(const size_t half, size_t bytes, char *to, MPI_Count to_stride,
                        const char *from, MPI_Count from_stride, MPI_Count count)
{
    for (; count > 0; count--) {
        if (half > 0)
            copy_ends(to, from, half, bytes);
        else
            memcpy(to, from, bytes);
        to += to_stride;
        from += from_stride;
    }
}

static void copy_odd(MPI_Count bytes, char *to, MPI_Count to_stride, const char *from,
                     MPI_Count from_stride, MPI_Count count)
{
    if (are_halves((size_t)bytes)) {
        copy_lines((size_t)bytes, to, to_stride, from, from_stride, count);
        return;
    }
    if (bytes > 64)
        copy_halves(0, (size_t)bytes, to, to_stride, from, from_stride, count);
    else if (bytes > 32)
        copy_halves(32, (size_t)bytes, to, to_stride, from, from_stride, count);
    else if (bytes > 16)
        copy_halves(16, (size_t)bytes, to, to_stride, from, from_stride, count);
    else if (bytes > 8)
        copy_halves(8, (size_t)bytes, to, to_stride, from, from_stride, count);
    else if (bytes > 4)
        copy_halves(4, (size_t)bytes, to, to_stride, from, from_stride, count);
    else
        copy_halves(2, (size_t)bytes, to, to_stride, from, from_stride, count);
}

/* Copies pieces over more memory than the caches hold. Each step prefetches the piece some pages
 * further on, because the hardware does not prefetch beyond the end of a page. */
INLINE void copy_loop_ahead(const size_t bytes, char *to, MPI_Count to_stride, const char *from,
                            MPI_Count from_stride, MPI_Count count, MPI_Count ahead)
{
    const MPI_Count to_ahead = ahead * to_stride, from_ahead = ahead * from_stride;

    for (; count > 0; count--) {
        cpu_prefetch_to_write(to + to_ahead);
        __builtin_prefetch(from + from_ahead);
        memcpy(to, from, bytes);
        to += to_stride;
        from += from_stride;
    }
}

static MPI_Count longer(MPI_Count one, MPI_Count other)
{
    one = one < 0 ? -one : one;
    other = other < 0 ? -other : other;
    return one > other ? one : other;
}

void copy_pieces(char *to, MPI_Count to_stride, const char *from, MPI_Count from_stride,
                 MPI_Count bytes, MPI_Count count)
{
    MPI_Count step;

    if (bytes > SIZED_MAX) {
        copy_odd(bytes, to, to_stride, from, from_stride, count);
        return;
    }
    step = longer(to_stride, from_stride);
    if (count > COPY_FAR_BYTES / STEP_MAX && step <= STEP_MAX && step * count > COPY_FAR_BYTES)
        SIZED(copy_loop_ahead, bytes, to, to_stride, from, from_stride, count,
              AHEAD_BYTES / step);
    SIZED(copy_loop, bytes, to, to_stride, from, from_stride, count);
    copy_odd(bytes, to, to_stride, from, from_stride, count);
}

/* ---- grids ---------------------------------------------------------------------------------- */

/* Chooses how many rows of the outer loop are copied together, piece after piece of the inner loop.
 * If the outer loop has the shorter stride, each cache line is then used while it is in the cache.
 * If the inner loop is short, the outer loop becomes the innermost one. */
static MPI_Count choose_tile(MPI_Count bytes, const struct steps *outer,
                             const struct steps *inner)
{
    MPI_Count outer_to = outer->to < 0 ? -outer->to : outer->to;
    MPI_Count outer_from = outer->from < 0 ? -outer->from : outer->from;
    MPI_Count inner_to = inner->to < 0 ? -inner->to : inner->to;
    MPI_Count inner_from = inner->from < 0 ? -inner->from : inner->from;

    if ((outer_from < inner_from && outer_from < TILE_BYTES) ||
        (outer_to < inner_to && outer_to < TILE_BYTES))
        return TILE_BYTES / (bytes < 4 ? 4 : bytes);
    if (inner->count < SHORT_LOOP && inner->count < outer->count)
        return CACHED_BYTES / (outer_from + outer_to);
    return 1;
}

INLINE void copy_tiles(const size_t bytes, char *to, const char *from, const struct steps *outer,
                       const struct steps *inner, MPI_Count tile)
{
    const struct steps rows = *outer, row = *inner;
    MPI_Count i, j;

    for (i = 0; i < rows.count; i += tile) {
        MPI_Count some = rows.count - i < tile ? rows.count - i : tile;

        for (j = 0; j < row.count; j++)
            copy_loop(bytes, to + j * row.to, rows.to, from + j * row.from, rows.from, some);
        to += tile * rows.to;
        from += tile * rows.from;
    }
}

INLINE void copy_rows(const size_t bytes, char *to, const char *from, const struct steps *outer,
                      const struct steps *inner)
{
    const struct steps rows = *outer, row = *inner;
    MPI_Count i;

    for (i = 0; i < rows.count; i++) {
        copy_loop(bytes, to, row.to, from, row.from, row.count);
        to += rows.to;
        from += rows.from;
    }
}

/* Copies rows over more memory than the caches hold. Each step prefetches the piece some rows
 * further on, because the hardware does not prefetch beyond a row's end. */
INLINE void copy_rows_apart(const size_t bytes, char *to, const char *from,
                            const struct steps *outer, const struct steps *inner)
{
    const struct steps rows = *outer, row = *inner;
    const MPI_Count ahead = AHEAD_BYTES / longer(rows.to, rows.from);
    const MPI_Count to_ahead = ahead * rows.to, from_ahead = ahead * rows.from;
    MPI_Count i, j;

    for (i = 0; i < rows.count; i++) {
        for (j = 0; j < row.count; j++) {
            char *target = to + j * row.to;
            const char *source = from + j * row.from;

            cpu_prefetch_to_write(target + to_ahead);
            __builtin_prefetch(source + from_ahead);
            memcpy(target, source, bytes);
        }
        to += rows.to;
        from += rows.from;
    }
}

static bool are_rows_apart(const struct steps *outer, const struct steps *inner)
{
    MPI_Count step = longer(outer->to, outer->from);

    return outer->count > COPY_FAR_BYTES / STEP_MAX && step <= STEP_MAX &&
           step * outer->count > COPY_FAR_BYTES &&
           longer(inner->to, inner->from) * inner->count < step;
}

/* Copies one loop of pieces, which may lie without gaps. */
static void copy_line(char *to, const char *from, MPI_Count bytes, const struct steps *steps)
{
    if (steps->to == bytes && steps->from == bytes)
        memcpy(to, from, (size_t)(bytes * steps->count));
    else
        copy_pieces(to, steps->to, from, steps->from, bytes, steps->count);
}

void copy_grid(char *to, const char *from, MPI_Count bytes, const struct steps *outer,
               const struct steps *inner)
{
    MPI_Count tile, i;

    if (outer->to == bytes && outer->from == bytes) { /* the outer loop's pieces are contiguous */
        copy_line(to, from, bytes * outer->count, inner);
        return;
    }
    if (transpose(to, from, bytes, outer, inner))
        return;
    tile = choose_tile(bytes, outer, inner);
    if (tile > 1)
        SIZED(copy_tiles, bytes, to, from, outer, inner, tile);
    else if (are_rows_apart(outer, inner))
        SIZED(copy_rows_apart, bytes, to, from, outer, inner);
    else
        SIZED(copy_rows, bytes, to, from, outer, inner);
    for (i = 0; i < outer->count; i++)
        copy_odd(bytes, to + i * outer->to, inner->to, from + i * outer->from,
                 inner->from, inner->count);
}

/* ---- tables --------------------------------------------------------------------------------- */

INLINE char *place(const struct places *places, MPI_Count i)
{
    return places->start + (places->offsets != NULL ? places->offsets[i] : i * places->stride);
}

/* Four pieces of the contiguous side are one vector. */
typedef int32_t four_ints __attribute__((vector_size(16), aligned(1), may_alias));

INLINE int32_t load_int(const char *from)
{
    int32_t value;

    memcpy(&value, from, sizeof value);
    return value;
}

INLINE void store_int(char *to, int32_t value)
{
    memcpy(to, &value, sizeof value);
}

INLINE void gather_four(const size_t bytes, char *to, const char *from, const int32_t *offsets)
{
    if (bytes == sizeof(int32_t)) {
        *(four_ints *)(void *)to =
            (four_ints){load_int(from + offsets[0]), load_int(from + offsets[1]),
                        load_int(from + offsets[2]), load_int(from + offsets[3])};
    } else {
        memcpy(to, from + offsets[0], bytes);
        memcpy(to + bytes, from + offsets[1], bytes);
        memcpy(to + 2 * bytes, from + offsets[2], bytes);
        memcpy(to + 3 * bytes, from + offsets[3], bytes);
    }
}

INLINE void scatter_four(const size_t bytes, char *to, const int32_t *offsets, const char *from)
{
    if (bytes == sizeof(int32_t)) {
        const four_ints values = *(const four_ints *)(const void *)from;

        store_int(to + offsets[0], values[0]);
        store_int(to + offsets[1], values[1]);
        store_int(to + offsets[2], values[2]);
        store_int(to + offsets[3], values[3]);
    } else {
        memcpy(to + offsets[0], from, bytes);
        memcpy(to + offsets[1], from + bytes, bytes);
        memcpy(to + offsets[2], from + 2 * bytes, bytes);
        memcpy(to + offsets[3], from + 3 * bytes, bytes);
    }
}

INLINE void gather(const size_t bytes, char *to, const char *from, const int32_t *offsets,
                   MPI_Count count)
{
    for (; count >= 4; count -= 4, offsets += 4, to += 4 * bytes)
        gather_four(bytes, to, from, offsets);
    for (; count > 0; count--, offsets++, to += bytes)
        memcpy(to, from + *offsets, bytes);
}

INLINE void scatter(const size_t bytes, char *to, const int32_t *offsets, const char *from,
                    MPI_Count count)
{
    for (; count >= 4; count -= 4, offsets += 4, from += 4 * bytes)
        scatter_four(bytes, to, offsets, from);
    for (; count > 0; count--, offsets++, from += bytes)
        memcpy(to + *offsets, from, bytes);
}

INLINE void copy_table(const size_t bytes, const struct places *to, const struct places *from,
                       MPI_Count count)
{
    const struct places target = *to, source = *from;
    MPI_Count i;

    if (target.offsets == NULL && target.stride == (MPI_Count)bytes) {
        if (bytes == sizeof(int32_t) &&
            gather_ints(target.start, source.start, source.offsets, count))
            return;
        gather(bytes, target.start, source.start, source.offsets, count);
    } else if (source.offsets == NULL && source.stride == (MPI_Count)bytes) {
        scatter(bytes, target.start, target.offsets, source.start, count);
    } else {
        for (i = 0; i < count; i++)
            memcpy(place(&target, i), place(&source, i), bytes);
    }
}

INLINE void copy_tables(const size_t bytes, const struct places *to, const struct places *from,
                        MPI_Count count, const struct steps *rounds)
{
    const struct steps again = *rounds;
    struct places target = *to, source = *from;
    MPI_Count i;

    for (i = 0; i < again.count; i++) {
        copy_table(bytes, &target, &source, count);
        target.start += again.to;
        source.start += again.from;
    }
}

FOR_HALVES static void copy_lines_placed(size_t bytes, const struct places *to,
                                         const struct places *from, MPI_Count count)
{
    const struct places target = *to, source = *from;
    MPI_Count i;

    for (i = 0; i < count; i++)
        copy_row_of_halves(bytes, place(&target, i), place(&source, i));
}

static void copy_odd_placed(size_t bytes, const struct places *to, const struct places *from,
                            MPI_Count count)
{
    MPI_Count i;

    if (are_halves(bytes)) {
        copy_lines_placed(bytes, to, from, count);
        return;
    }
    for (i = 0; i < count; i++)
        copy_odd(bytes, place(to, i), 0, place(from, i), 0, 1);
}

void copy_places(const struct places *to, const struct places *from, MPI_Count bytes,
                 MPI_Count count, const struct steps *rounds)
{
    struct places target = *to, source = *from;
    MPI_Count i;

    if (to->offsets == NULL && from->offsets == NULL) {
        copy_grid(to->start, from->start, bytes, rounds,
                  &(struct steps){.count = count, .to = to->stride, .from = from->stride});
        return;
    }
    SIZED(copy_tables, bytes, to, from, count, rounds);
    for (i = 0; i < rounds->count; i++) {
        copy_odd_placed((size_t)bytes, &target, &source, count);
        target.start += rounds->to;
        source.start += rounds->from;
    }
}
