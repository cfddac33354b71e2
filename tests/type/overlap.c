/* SPDX-License-Identifier: MIT */
/* Random layouts in one block of memory: the bytes that two of them have in common, one by one. */
#include "type/overlap.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "model.h"

enum { ROUNDS = 1500, BLOCK_BYTES = 1 << 14, MIDDLE = BLOCK_BYTES / 2, SHIFT_MAX = 48 };

TestSuite(overlap, .init = open_store, .fini = close_store);

static char block[BLOCK_BYTES];

struct sample {
    struct made made;
    struct model all;
    struct data data;
    MPI_Count shift; /* of its address in the block */
};

/* False: it does not fit the block, and is gone. */
static bool sample_start(struct random *random, struct sample *sample)
{
    MPI_Count count = random_in(random, 0, 5);
    bool fits;

    make_type(random, &sample->made, random_in(random, 0, DEPTH_MAX));
    sample->all = sample->made.model;
    fits = model_repeat(&sample->all, 1, count, 0);
    sample->shift = MIDDLE + random_in(random, -SHIFT_MAX, SHIFT_MAX);
    sample->data =
        (struct data){.buf = block + sample->shift, .count = count, .type = sample->made.type};
    for (int i = 0; fits && i < sample->all.bytes; i++)
        fits = sample->all.offsets[i] + sample->shift >= 0 &&
               sample->all.offsets[i] + sample->shift < BLOCK_BYTES;
    if (!fits)
        type_drop(sample->made.type);
    return fits;
}

static bool have_a_byte_in_common(const struct sample *one, const struct sample *other)
{
    static bool marks[BLOCK_BYTES];
    bool have = false;

    for (int i = 0; i < one->all.bytes; i++)
        marks[one->all.offsets[i] + one->shift] = true;
    for (int i = 0; i < other->all.bytes; i++)
        have |= marks[other->all.offsets[i] + other->shift];
    for (int i = 0; i < one->all.bytes; i++)
        marks[one->all.offsets[i] + one->shift] = false;
    return have;
}

static bool names_a_byte_twice(const struct sample *sample)
{
    static bool marks[BLOCK_BYTES];
    bool does = false;

    for (int i = 0; i < sample->all.bytes; i++) {
        does |= marks[sample->all.offsets[i] + sample->shift];
        marks[sample->all.offsets[i] + sample->shift] = true;
    }
    for (int i = 0; i < sample->all.bytes; i++)
        marks[sample->all.offsets[i] + sample->shift] = false;
    return does;
}

Test(overlap, a_layout_repeats_exactly_when_it_names_a_byte_twice)
{
    struct random random = random_start();
    static struct sample sample;
    int repeating = 0;

    for (int round = 0; round < ROUNDS; round++) {
        if (!sample_start(&random, &sample))
            continue;
        for (int again = 0; again < 2; again++) /* the type knows the answer then */
            cr_assert_eq(data_repeats(&sample.data), names_a_byte_twice(&sample));
        repeating += names_a_byte_twice(&sample);
        type_drop(sample.made.type);
    }
    cr_assert_gt(repeating, ROUNDS / 100);
    cr_assert_lt(repeating, ROUNDS);
}

/* A type of which some elements do not meet, and more do. */
Test(overlap, more_elements_of_a_type_may_repeat_than_those_that_are_known_not_to)
{
    struct type *apart, *close;
    struct data data = {.buf = block};

    cr_assert_eq(type_vector(store, FORM_PLAIN, 2, 1, 4, type_predefined(MPI_INT), &apart), 0);
    cr_assert_eq(type_resized(store, FORM_PLAIN, 0, 8, apart, &close), 0);
    data.type = close;
    for (int count = 1; count <= 4; count++) {
        data.count = count;
        cr_assert_eq(data_repeats(&data), count > 2);
    }
    data.count = 2;
    cr_assert_not(data_repeats(&data));
    type_drop(apart);
    type_drop(close);
}

Test(overlap, is_found_exactly_when_two_layouts_have_a_byte_in_common)
{
    struct random random = random_start();
    static struct sample one, other;
    int apart = 0, overlapping = 0;

    for (int round = 0; round < ROUNDS; round++) {
        bool expected;

        if (!sample_start(&random, &one))
            continue;
        if (!sample_start(&random, &other)) {
            type_drop(one.made.type);
            continue;
        }
        expected = have_a_byte_in_common(&one, &other);
        cr_assert_eq(data_overlaps(&one.data, &other.data), expected, "round %d", round);
        cr_assert_eq(data_overlaps(&other.data, &one.data), expected, "round %d", round);
        apart += !expected;
        overlapping += expected;
        type_drop(one.made.type);
        type_drop(other.made.type);
    }
    cr_assert_gt(apart, ROUNDS / 20);
    cr_assert_gt(overlapping, ROUNDS / 20);
}

Test(overlap, columns_of_one_matrix_have_none)
{
    const struct type *number = type_predefined(MPI_DOUBLE);
    static double matrix[64][64];
    struct type *column;
    struct data left = {.buf = &matrix[0][3], .count = 1};
    struct data right = {.buf = &matrix[0][4], .count = 1};

    cr_assert_eq(type_vector(store, FORM_PLAIN, 64, 1, 64, number, &column), 0);
    left.type = right.type = column;
    cr_assert_not(data_overlaps(&left, &right));
    right.buf = &matrix[0][3];
    cr_assert(data_overlaps(&left, &right));
    right = (struct data){.buf = &matrix[5][4], .count = 62, .type = number};
    cr_assert_not(data_overlaps(&left, &right));
    right.count = 64;
    cr_assert(data_overlaps(&left, &right));
    type_drop(column);
}
