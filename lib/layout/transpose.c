/* SPDX-License-Identifier: MIT */
#include "layout/transpose.h"

#include <stddef.h>
#include <stdint.h>

#include "base/simd.h"

#define INLINE static inline __attribute__((always_inline))

/* SIDE is the side of a square. WIDE columns are processed together if the lines of all rows do not
 * stay in the nearest cache until the next columns: if there are more than CACHED_ROWS rows, or if
 * their stride makes them evict each other. */
enum { SIDE = 4, WIDE = 16, CACHED_ROWS = 192, CONFLICT_STRIDE = 512 };

/* Element (row, column) lies at from + row * from_stride + column * bytes, and goes to
 * to + column * to_stride + row * bytes. */
struct matrix {
    MPI_Count rows;
    MPI_Count columns;
    MPI_Count from_stride;
    MPI_Count to_stride;
};

typedef int32_t four_ints __attribute__((vector_size(16), aligned(1), may_alias));
typedef int64_t four_longs __attribute__((vector_size(32), aligned(1), may_alias));

/* Transposes a square of four by four: first pairs of rows, then pairs of pairs. */
#define TURN(vector, to, to_stride, from, from_stride)                                 \
    do {                                                                               \
        const vector one = *(const vector *)(from);                                    \
        const vector two = *(const vector *)((from) + (from_stride));                  \
        const vector three = *(const vector *)((from) + 2 * (from_stride));            \
        const vector four = *(const vector *)((from) + 3 * (from_stride));             \
        const vector upper_even = __builtin_shufflevector(one, two, 0, 4, 2, 6);       \
        const vector upper_odd = __builtin_shufflevector(one, two, 1, 5, 3, 7);        \
        const vector lower_even = __builtin_shufflevector(three, four, 0, 4, 2, 6);    \
        const vector lower_odd = __builtin_shufflevector(three, four, 1, 5, 3, 7);     \
                                                                                       \
        *(vector *)(to) = __builtin_shufflevector(upper_even, lower_even, 0, 1, 4, 5); \
        *(vector *)((to) + (to_stride)) =                                              \
            __builtin_shufflevector(upper_odd, lower_odd, 0, 1, 4, 5);                 \
        *(vector *)((to) + 2 * (to_stride)) =                                          \
            __builtin_shufflevector(upper_even, lower_even, 2, 3, 6, 7);               \
        *(vector *)((to) + 3 * (to_stride)) =                                          \
            __builtin_shufflevector(upper_odd, lower_odd, 2, 3, 6, 7);                 \
    } while (0)

INLINE void turn(const MPI_Count bytes, char *to, MPI_Count to_stride, const char *from,
                 MPI_Count from_stride)
{
    if (bytes == sizeof(int32_t))
        TURN(four_ints, to, to_stride, from, from_stride);
    else
        TURN(four_longs, to, to_stride, from, from_stride);
}

/* Returns where the next square begins. The last square ends at the edge, and overlaps the one
 * before. */
INLINE MPI_Count next_square(MPI_Count at, MPI_Count edge)
{
    at += SIDE;
    return at < edge && at > edge - SIDE ? edge - SIDE : at;
}

/* Transposes `columns` columns from `first` on. */
INLINE void turn_columns(const MPI_Count bytes, const MPI_Count columns, MPI_Count first, char *to,
                         const char *from, const struct matrix *matrix)
{
    const struct matrix all = *matrix;
    MPI_Count row, i;

    for (row = 0; row < all.rows; row = next_square(row, all.rows))
        for (i = first; i < first + columns; i += SIDE)
            turn(bytes, to + i * all.to_stride + row * bytes, all.to_stride,
                 from + row * all.from_stride + i * bytes, all.from_stride);
}

INLINE void turn_squares(const MPI_Count bytes, char *to, const char *from,
                         const struct matrix *matrix)
{
    MPI_Count column = 0;

    if (matrix->rows > CACHED_ROWS || matrix->from_stride % CONFLICT_STRIDE == 0)
        for (; column + WIDE <= matrix->columns; column += WIDE)
            turn_columns(bytes, WIDE, column, to, from, matrix);
    if (column < matrix->columns && column > matrix->columns - SIDE)
        column = matrix->columns - SIDE;
    for (; column < matrix->columns; column = next_square(column, matrix->columns))
        turn_columns(bytes, SIDE, column, to, from, matrix);
}

static void turn_ints(char *to, const char *from, const struct matrix *matrix)
{
    turn_squares(sizeof(int32_t), to, from, matrix);
}

SIMD_FOR_32_BYTES static void turn_longs(char *to, const char *from,
                                         const struct matrix *matrix)
{
    turn_squares(sizeof(int64_t), to, from, matrix);
}

bool transpose(char *to, const char *from, MPI_Count bytes, const struct steps *outer,
               const struct steps *inner)
{
    struct matrix matrix = {.rows = inner->count,
                            .columns = outer->count,
                            .from_stride = inner->from,
                            .to_stride = outer->to};

    if (bytes != sizeof(int32_t) && bytes != sizeof(int64_t))
        return false;
    if (outer->to == bytes && inner->from == bytes)
        matrix = (struct matrix){.rows = outer->count,
                                 .columns = inner->count,
                                 .from_stride = outer->from,
                                 .to_stride = inner->to};
    else if (outer->from != bytes || inner->to != bytes)
        return false;
    if (matrix.rows < SIDE || matrix.columns < SIDE)
        return false;
    if (bytes == sizeof(int32_t))
        turn_ints(to, from, &matrix);
    else if (simd_turns_longs())
        turn_longs(to, from, &matrix);
    else
        return false;
    return true;
}
