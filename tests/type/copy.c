/* SPDX-License-Identifier: MIT */
/* The loops that copy pieces, against one that copies byte by byte. Both sides lie at the end of
 * their memory, or as far from either end as they are wide, so that a byte too many shows. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "type/copy.h"

enum { MARGIN = 128, ROUNDS = 4000 };

static const MPI_Count lengths[] = {1, 2, 3, 4, 4, 5, 8, 8, 12, 16, 24, 32, 33, 48, 63, 64, 65, 99};

static MPI_Count some_length(struct random *random)
{
    return lengths[random_in(random, 0, sizeof lengths / sizeof lengths[0] - 1)];
}

/* One side of a copy: bytes with margins around, its loops, and where the first piece lies. */
struct side {
    char *memory;
    size_t bytes;
    char *start;
    MPI_Count outer;
    MPI_Count inner;
};

static MPI_Count reach(MPI_Count count, MPI_Count stride)
{
    return (count - 1) * stride;
}

/* The loops turn round by chance, and the side lies where its lowest byte is inside. */
static void place_side(struct random *random, struct side *side, MPI_Count bytes, MPI_Count rows,
                       MPI_Count row)
{
    MPI_Count low = 0, size = reach(rows, side->outer) + reach(row, side->inner) + bytes;

    if (random_in(random, 0, 5) == 0) {
        low += reach(rows, side->outer);
        side->outer = -side->outer;
    }
    if (random_in(random, 0, 5) == 0) {
        low += reach(row, side->inner);
        side->inner = -side->inner;
    }
    side->bytes = (size_t)size + 2 * MARGIN;
    side->memory = malloc(side->bytes);
    side->start = side->memory + MARGIN + low;
    random_fill(random, side->memory, side->bytes);
}

/* The inner loop's pieces do not overlap those of the outer one: it runs in the gaps, or around. */
static void choose_strides(struct random *random, struct side *side, MPI_Count bytes,
                           MPI_Count rows, MPI_Count row)
{
    bool is_dense = random_in(random, 0, 1) == 0;
    MPI_Count near = is_dense ? bytes : random_in(random, bytes, bytes + 40);
    MPI_Count slack = is_dense ? random_in(random, 0, 1) * 8 : random_in(random, 0, 60);

    if (random_in(random, 0, 1) == 0) {
        side->inner = near;
        side->outer = near * row + slack;
    } else {
        side->outer = near;
        side->inner = near * rows + slack;
    }
}

Test(copy, grids_are_copied_as_piece_by_piece)
{
    struct random random = random_start();

    for (int round = 0; round < ROUNDS; round++) {
        MPI_Count bytes = some_length(&random), rows = random_in(&random, 1, 40);
        MPI_Count row = random_in(&random, 1, round % 16 == 0 ? 250 : 40), i, j;
        struct side from, to;
        char *expected;

        choose_strides(&random, &from, bytes, rows, row);
        choose_strides(&random, &to, bytes, rows, row);
        place_side(&random, &from, bytes, rows, row);
        place_side(&random, &to, bytes, rows, row);
        expected = malloc(to.bytes);
        memcpy(expected, to.memory, to.bytes);
        for (i = 0; i < rows; i++)
            for (j = 0; j < row; j++)
                memcpy(expected + (to.start - to.memory) + i * to.outer + j * to.inner,
                       from.start + i * from.outer + j * from.inner, (size_t)bytes);
        copy_grid(to.start, from.start, bytes, &(struct steps){rows, to.outer, from.outer},
                  &(struct steps){row, to.inner, from.inner});
        cr_assert_eq(memcmp(to.memory, expected, to.bytes), 0,
                     "round %d: %lld bytes, %lld times %lld, to %lld %lld, from %lld %lld", round,
                     (long long)bytes, (long long)rows, (long long)row, (long long)to.outer,
                     (long long)to.inner, (long long)from.outer, (long long)from.inner);
        free(expected);
        free(from.memory);
        free(to.memory);
    }
}

/* So many that they are gone through in several stretches, and some more. */
Test(copy, loops_through_much_memory_are_copied_as_piece_by_piece)
{
    const struct {
        MPI_Count bytes, stride;
    } shapes[] = {{8, 64}, {4, 100}, {16, 3000}, {1, 40}, {5, 4000}, {8, 9000}};
    struct random random = random_start();
    size_t room = 40 << 20, i;
    char *wide = malloc(room), *packed = malloc(room), *expected = malloc(room);

    for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        MPI_Count bytes = shapes[i].bytes, stride = shapes[i].stride, j;
        MPI_Count count = (MPI_Count)room / stride - random_in(&random, 1, 100);
        bool backwards = random_in(&random, 0, 1) == 0;
        char *start = wide + (backwards ? (count - 1) * stride : 0);

        stride = backwards ? -stride : stride;
        random_fill(&random, wide, room);
        for (j = 0; j < count; j++)
            memcpy(expected + j * bytes, start + j * stride, (size_t)bytes);
        copy_pieces(packed, bytes, start, stride, bytes, count);
        cr_assert_eq(memcmp(packed, expected, (size_t)(count * bytes)), 0, "%lld bytes at %lld",
                     (long long)bytes, (long long)stride);
        memcpy(expected, wide, room);
        for (j = 0; j < count; j++)
            memset(start + j * stride, (int)(j % 251), (size_t)bytes);
        copy_pieces(start, stride, packed, bytes, bytes, count);
        cr_assert_eq(memcmp(wide, expected, room), 0);
    }
    free(wide);
    free(packed);
    free(expected);
}

/* So many that the caches do not hold them, with gaps after each row. */
Test(copy, rows_apart_through_much_memory_are_copied_as_piece_by_piece)
{
    const struct {
        MPI_Count bytes, row, inner, outer;
    } shapes[] = {{16, 16, 64, 2048}, {8, 9, 100, 1000}, {4, 3, 8, 8192}, {48, 20, 60, 4000}};
    size_t room = 40 << 20, i;
    char *wide = malloc(room), *packed = malloc(room), *expected = malloc(room);
    struct random random = random_start();

    for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        MPI_Count bytes = shapes[i].bytes, row = shapes[i].row, inner = shapes[i].inner;
        MPI_Count rows = (MPI_Count)room / shapes[i].outer, outer = shapes[i].outer, j, k;
        bool backwards = i % 2 == 1;
        char *start = wide + (backwards ? (rows - 1) * outer : 0), *at = expected;

        outer = backwards ? -outer : outer;
        random_fill(&random, wide, room);
        for (j = 0; j < rows; j++)
            for (k = 0; k < row; k++, at += bytes)
                memcpy(at, start + j * outer + k * inner, (size_t)bytes);
        copy_grid(packed, start, bytes, &(struct steps){rows, row * bytes, outer},
                  &(struct steps){row, bytes, inner});
        cr_assert_eq(memcmp(packed, expected, (size_t)(at - expected)), 0);
        memcpy(expected, wide, room);
        for (j = 0; j < rows; j++)
            for (k = 0; k < row; k++)
                memset(start + j * outer + k * inner, (int)(j % 251), (size_t)bytes);
        copy_grid(start, packed, bytes, &(struct steps){rows, outer, row * bytes},
                  &(struct steps){row, inner, bytes});
        cr_assert_eq(memcmp(wide, expected, room), 0);
    }
    free(wide);
    free(packed);
    free(expected);
}
