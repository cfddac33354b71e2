/* SPDX-License-Identifier: MIT */
/* Types of regular strides with the code of their own, against the bytes that they should name. */
#include "type/nest.h"

#include <criterion/criterion.h>
#include <string.h>

#include "random.h"
#include "store.h"
#include "type/data.h"
#include "layout/lines.h"

enum { ROOM = 1 << 20, MARGIN = 64 };

TestSuite(nest, .init = open_store, .fini = close_store);

/* A loop around the type, which is dropped. */
static struct type *repeat(struct type *old, MPI_Count count, MPI_Count stride)
{
    struct type *type;

    cr_assert_eq(type_hvector(store, FORM_PLAIN, count, 1, stride, old, &type), MPI_SUCCESS);
    type_drop(old);
    return type;
}

static struct type *run_of(MPI_Count bytes)
{
    struct type *type;

    cr_assert_eq(type_contiguous(store, FORM_PLAIN, bytes, type_predefined(MPI_BYTE), &type),
                 MPI_SUCCESS);
    return type;
}

/* Three loops, outermost first. */
struct loops {
    MPI_Count bytes, offset;
    MPI_Count counts[3], strides[3];
};

static struct type *make(const struct loops *loops)
{
    struct type *type = run_of(loops->bytes), *moved;
    int i;

    for (i = 2; i >= 0; i--)
        type = repeat(type, loops->counts[i], loops->strides[i]);
    cr_assert_eq(type_hindexed_block(store, FORM_PLAIN, 1, 1, view_wide(&loops->offset), type,
                                     &moved),
                 MPI_SUCCESS);
    type_drop(type);
    type_commit(moved);
    return moved;
}

static char from[ROOM], to[ROOM], expected[ROOM], packed[ROOM];

/* Packed, and unpacked elsewhere: all that belongs to the type is there, and nothing else is. */
static void check_copies(const struct type *type, const struct loops *loops)
{
    struct data data = {.buf = from, .count = 1, .type = type};
    MPI_Count i, j, k, at = 0;

    memset(packed, 0x5a, sizeof packed);
    memset(to, 0x33, sizeof to);
    memset(expected, 0x33, sizeof expected);
    data_pack(&data, 0, packed, type->size);
    for (i = 0; i < loops->counts[0]; i++)
        for (j = 0; j < loops->counts[1]; j++)
            for (k = 0; k < loops->counts[2]; k++) {
                MPI_Count place = loops->offset + i * loops->strides[0] + j * loops->strides[1] +
                                  k * loops->strides[2];

                cr_assert_eq(memcmp(packed + at, from + place, (size_t)loops->bytes), 0);
                memcpy(expected + place, from + place, (size_t)loops->bytes);
                at += loops->bytes;
            }
    cr_assert_eq(at, type->size);
    cr_assert_eq(packed[at], 0x5a);
    data.buf = to;
    data_unpack(&data, 0, packed, type->size);
    cr_assert_eq(memcmp(to, expected, sizeof to), 0);
}

static bool has_code(MPI_Count bytes)
{
    static const MPI_Count usual[] = {1, 2, 4, 8, 12, 16, 24, 32, 48};
    size_t i;

    for (i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (bytes == usual[i])
            return true;
    return are_lines((size_t)bytes);
}

Test(nest, runs_of_every_length_in_up_to_three_loops)
{
    struct random random = random_start();

    random_fill(&random, from, sizeof from);
    for (MPI_Count bytes = 1; bytes <= 260; bytes++)
        for (MPI_Count count = 1; count <= 6; count++) {
            struct loops loops = {.bytes = bytes,
                                  .offset = random_in(&random, 0, MARGIN),
                                  .counts = {random_in(&random, 1, 3), random_in(&random, 1, 3),
                                             count}};
            struct type *type;

            loops.strides[2] = bytes + random_in(&random, 1, 9);
            loops.strides[1] = count * loops.strides[2] + random_in(&random, 1, 9);
            loops.strides[0] = loops.counts[1] * loops.strides[1] + random_in(&random, 1, 9);
            type = make(&loops);
            if (!type->is_dense && loops.counts[0] * loops.counts[1] * count > 1)
                cr_assert_eq(type->nest != NULL, has_code(bytes), "%d bytes", (int)bytes);
            check_copies(type, &loops);
            type_drop(type);
        }
}

Test(nest, loops_that_run_backwards_or_inside_out)
{
    const struct loops backwards = {
        .bytes = 8, .offset = 4096, .counts = {2, 3, 5}, .strides = {-400, 120, -16}};
    const struct loops inside_out = {
        .bytes = 4, .offset = 8, .counts = {7, 2, 3}, .strides = {4, 400, 1000}};
    const struct loops *const both[] = {&backwards, &inside_out};
    struct random random = random_start();

    random_fill(&random, from, sizeof from);
    for (int i = 0; i < 2; i++) {
        struct type *type = make(both[i]);

        cr_assert_not_null(type->nest);
        check_copies(type, both[i]);
        type_drop(type);
    }
}

/* Large ones in the order of their data have it; to transpose, the caches want another order. */
Test(nest, a_large_transposition_is_left_to_better_ways)
{
    const struct loops planes = {
        .bytes = 8, .counts = {4, 60, 40}, .strides = {100000, 800, 16}};
    const struct loops columns = {
        .bytes = 8, .counts = {1, 100, 100}, .strides = {0, 8, 800}};
    struct random random = random_start();
    struct type *type = make(&planes);

    random_fill(&random, from, sizeof from);
    cr_assert_not_null(type->nest);
    check_copies(type, &planes);
    type_drop(type);
    type = make(&columns);
    cr_assert_null(type->nest);
    check_copies(type, &columns);
    type_drop(type);
}

Test(nest, only_what_is_regular_and_has_gaps_is_a_nest)
{
    const MPI_Count places[] = {0, 3, 4}, lengths[] = {1, 2, 1};
    struct type *type = repeat(run_of(4), 3, 4);

    type_commit(type);
    cr_assert_null(type->nest, "dense");
    type = repeat(repeat(repeat(repeat(type, 2, 13), 2, 50), 2, 101), 2, 1000);
    type_commit(type);
    cr_assert_null(type->nest, "four loops");
    type_drop(type);
    cr_assert_eq(type_indexed(store, FORM_PLAIN, 3, view_wide(lengths), view_wide(places),
                              type_predefined(MPI_INT), &type),
                 MPI_SUCCESS);
    type_commit(type);
    cr_assert_null(type->nest, "irregular");
    type_drop(type);
    type = repeat(run_of(0), 3, 4);
    type_commit(type);
    cr_assert_null(type->nest, "no bytes");
    type_drop(type);
}

Test(nest, it_is_made_by_the_first_commit_and_by_a_dup_of_a_committed_type)
{
    struct type *type = repeat(run_of(4), 3, 8), *dup;
    const struct nest *nest;

    cr_assert_null(type->nest);
    cr_assert_eq(type_dup(store, type, &dup), MPI_SUCCESS);
    cr_assert_null(dup->nest);
    type_drop(dup);
    type_commit(type);
    nest = type->nest;
    cr_assert_not_null(nest);
    type_commit(type);
    cr_assert_eq(type->nest, nest);
    cr_assert_eq(type_dup(store, type, &dup), MPI_SUCCESS);
    cr_assert_not_null(dup->nest);
    type_drop(dup);
    type_drop(type);
}

Test(nest, a_part_of_an_element_and_several_elements_are_copied_as_ever)
{
    struct type *type = repeat(run_of(4), 3, 8);
    struct data data = {.buf = from, .count = 2, .type = type};
    struct random random = random_start();

    random_fill(&random, from, sizeof from);
    type_commit(type);
    data_pack(&data, 0, packed, 24);
    for (int i = 0; i < 6; i++)
        cr_assert_eq(memcmp(packed + 4 * i, from + i / 3 * 20 + i % 3 * 8, 4), 0);
    data_pack(&data, 6, packed, 12);
    cr_assert_eq(memcmp(packed, from + 10, 2), 0);
    cr_assert_eq(memcmp(packed + 2, from + 16, 4), 0);
    cr_assert_eq(memcmp(packed + 6, from + 20, 4), 0);
    cr_assert_eq(memcmp(packed + 10, from + 28, 2), 0);
    type_drop(type);
}
