/* SPDX-License-Identifier: MIT */
/* The loops that copy pieces, against one that copies byte by byte. Both sides lie at the end of
 * their memory, or as far from either end as they are wide, so that a byte too many shows. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../type/random.h"
#include "layout/copy.h"
#include "layout/gather.h"
#include "layout/runs.h"

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

/* More than the caches hold. */
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

/* The rows are more than the caches hold, with gaps after each row. */
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

/* Memory behind which there is none: where it ends. */
enum { WALLED = 1 << 22 };

static char *walled_end(void)
{
    char *memory = mmap(NULL, 2 * WALLED, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    cr_assert_neq(memory, MAP_FAILED);
    cr_assert_eq(mprotect(memory, WALLED, PROT_READ | PROT_WRITE), 0);
    return memory + WALLED;
}

static void walled_free(char *end)
{
    munmap(end - WALLED, 2 * WALLED);
}

enum { TABLE = 999 };

/* Offsets from the end of the last piece back: most are close, some far, backwards, twice the same
 * or not by whole pieces. The last piece ends where the memory does. */
static void choose_offsets(struct random *random, int32_t offsets[TABLE])
{
    int step = (int)random_in(random, 4, 24), i;
    int32_t at = -4;

    for (i = TABLE - 1; i >= 0; i--) {
        bool is_odd = random_in(random, 0, 60) == 0, is_far = random_in(random, 0, 40) == 0;

        offsets[i] = at;
        at -= (int32_t)(is_odd ? random_in(random, 0, 9) : 4 * random_in(random, 1, step / 4));
        if (is_far)
            at -= 4 * (int32_t)random_in(random, -20, 400);
        at = at > -4 ? -4 : at;
    }
}

Test(copy, ints_of_a_table_are_gathered_as_one_by_one)
{
    struct random random = random_start();
    char *end = walled_end(), *packed_end = walled_end();
    int32_t offsets[TABLE];

    random_fill(&random, end - WALLED, WALLED);
    for (int round = 0; round < ROUNDS / 4; round++) {
        MPI_Count count = random_in(&random, 0, TABLE), i;
        char *packed = packed_end - 4 * count;

        choose_offsets(&random, offsets);
        memset(packed - MARGIN, 1, MARGIN);
        if (!gather_ints(packed, end, offsets + TABLE - count, count))
            cr_skip_test("this processor has no instruction for it");
        for (i = 0; i < count; i++)
            cr_assert_eq(memcmp(packed + 4 * i, end + offsets[TABLE - count + i], 4), 0,
                         "round %d, piece %lld of %lld", round, (long long)i, (long long)count);
        for (i = 1; i <= MARGIN; i++)
            cr_assert_eq(packed[-i], 1);
    }
    walled_free(end);
    walled_free(packed_end);
}

/* Runs of a list, up to so long, with gaps; both sides end where their memory does. */
static void choose_runs(struct random *random, struct run *runs, MPI_Count count, MPI_Count longest)
{
    MPI_Count at = 0, before = 0, i;

    for (i = 0; i < count; i++) {
        MPI_Count bytes = random_in(random, 1, longest);

        runs[i] = (struct run){.offset = at, .before = before};
        at += bytes + random_in(random, i == count - 1 ? 0 : 1, i == count - 1 ? 0 : 12);
        before += bytes;
    }
    runs[count] = (struct run){.offset = at, .before = before};
}

static void check_runs(struct random *random, const struct run *runs, MPI_Count count, char *end,
                       char *other_end)
{
    MPI_Count extent = runs[count].offset, bytes = runs[count].before, i, j;
    char *near = end - extent, *packed = other_end - bytes, *expected = malloc((size_t)extent);

    random_fill(random, near, (size_t)extent);
    memset(packed - MARGIN, 1, MARGIN);
    runs_copy(WALK_PACK, runs, count, near, packed);
    for (i = 0; i < count; i++)
        cr_assert_eq(memcmp(packed + runs[i].before, near + runs[i].offset,
                            (size_t)run_bytes(&runs[i])), 0, "run %lld", (long long)i);
    for (i = 1; i <= MARGIN; i++)
        cr_assert_eq(packed[-i], 1);

    random_fill(random, packed, (size_t)bytes);
    memcpy(expected, near, (size_t)extent);
    for (i = 0; i < count; i++)
        for (j = 0; j < run_bytes(&runs[i]); j++)
            expected[runs[i].offset + j] = packed[runs[i].before + j];
    runs_copy(WALK_UNPACK, runs, count, near, packed);
    cr_assert_eq(memcmp(near, expected, (size_t)extent), 0);

    packed = other_end - extent;
    random_fill(random, packed, (size_t)extent);
    memcpy(expected, packed, (size_t)extent);
    for (i = 0; i < count; i++)
        for (j = 0; j < run_bytes(&runs[i]); j++)
            expected[runs[i].offset + j] = near[runs[i].offset + j];
    runs_copy(WALK_ALIKE, runs, count, near, packed);
    cr_assert_eq(memcmp(packed, expected, (size_t)extent), 0);
    free(expected);
}

/* A few, and more than the nearer caches hold. */
Test(copy, runs_of_a_list_are_copied_and_nothing_else)
{
    struct random random = random_start();
    char *end = walled_end(), *other_end = walled_end();
    struct run *runs = malloc((100000 + 1) * sizeof *runs);

    for (int round = 0; round < ROUNDS / 8; round++) {
        MPI_Count count = round == 0 ? 100000 : random_in(&random, 1, 60);

        choose_runs(&random, runs, count, round == 0 ? 33 : random_in(&random, 1, 70));
        check_runs(&random, runs, count, end, other_end);
    }
    free(runs);
    walled_free(end);
    walled_free(other_end);
}
