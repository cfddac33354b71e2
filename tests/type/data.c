/* SPDX-License-Identifier: MIT */
/* Random layouts against a naive model of them: the list of the offsets of all their bytes. */
#include "type/data.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "base/atomic.h"
#include "model.h"

enum { ROUNDS = 3000 };

TestSuite(data, .init = open_store, .fini = close_store);

/* Data of a random type and count, in a block of memory that just holds it. */
struct sample {
    struct made made;
    struct model all; /* of all its elements */
    struct data data;
    size_t block_bytes;
    unsigned char *block;
    MPI_Count low; /* the offset that the block starts at */
};

static void sample_bounds(struct sample *sample)
{
    MPI_Count high = 0;

    sample->low = 0;
    for (int i = 0; i < sample->all.bytes; i++) {
        MPI_Count offset = sample->all.offsets[i];

        sample->low = offset < sample->low ? offset : sample->low;
        high = offset + 1 > high ? offset + 1 : high;
    }
    sample->block_bytes = (size_t)(high - sample->low);
}

static bool sample_overlaps(const struct sample *sample)
{
    bool *is_seen = calloc(sample->block_bytes + 1, sizeof *is_seen);
    bool overlaps = false;

    for (int i = 0; i < sample->all.bytes; i++) {
        MPI_Count place = sample->all.offsets[i] - sample->low;

        overlaps = overlaps || is_seen[place];
        is_seen[place] = true;
    }
    free(is_seen);
    return overlaps;
}

static void sample_end(struct sample *sample)
{
    type_drop(sample->made.type);
    free(sample->block);
}

/* What receives must not overlap; what is sent may. */
static void sample_start(struct random *random, struct sample *sample, bool may_overlap)
{
    for (;;) {
        MPI_Count count = random_in(random, 0, 6);

        make_type(random, &sample->made, random_in(random, 0, DEPTH_MAX));
        sample->all = sample->made.model;
        if (model_repeat(&sample->all, 1, count, 0)) {
            sample_bounds(sample);
            if (may_overlap || !sample_overlaps(sample)) {
                sample->block = malloc(sample->block_bytes + 1);
                random_fill(random, sample->block, sample->block_bytes);
                sample->data = (struct data){.buf = sample->block - sample->low,
                                             .count = count,
                                             .type = sample->made.type};
                return;
            }
        }
        type_drop(sample->made.type);
    }
}

static unsigned char *sample_byte(const struct sample *sample, int i)
{
    return sample->block + (sample->all.offsets[i] - sample->low);
}

/* ---- the properties ------------------------------------------------------------------------- */

Test(data, bounds_and_sizes_are_those_of_the_model)
{
    struct random random = random_start();
    static struct made made;

    for (int round = 0; round < rounds_of_check(ROUNDS); round++) {
        MPI_Count low = 0, high = 0;

        make_type(&random, &made, random_in(&random, 0, DEPTH_MAX));
        cr_assert_eq(made.type->size, made.model.bytes);
        cr_assert_eq(made.type->lb, made.model.lb, "round %d", round);
        cr_assert_eq(made.type->extent, model_extent(&made.model), "round %d: %lld, %lld", round,
                     (long long)made.type->extent, (long long)model_extent(&made.model));
        for (int i = 0; i < made.model.bytes; i++) {
            low = i == 0 || made.model.offsets[i] < low ? made.model.offsets[i] : low;
            high = i == 0 || made.model.offsets[i] >= high ? made.model.offsets[i] + 1 : high;
        }
        cr_assert_eq(made.type->elements, made.model.elements);
        if (made.model.bytes > 0) {
            cr_assert_eq(made.type->true_lb, low);
            cr_assert_eq(made.type->true_extent, high - low);
        }
        type_drop(made.type);
    }
}

/* In a random number of parts, which any threads could do. */
static void copy_in_parts(struct random *random, const struct sample *from,
                          const struct sample *to, MPI_Count offset, MPI_Count bytes)
{
    while (bytes > 0) {
        MPI_Count part = random_in(random, 0, 1) == 0 ? bytes : random_in(random, 1, bytes);

        data_copy_range(&from->data, &to->data, offset, part);
        offset += part;
        bytes -= part;
    }
}

Test(data, any_range_is_copied_from_any_layout_to_any_other)
{
    struct random random = random_start();
    static struct sample from, to;
    uint64_t copied = 0;

    for (int round = 0; round < rounds_of_check(ROUNDS); round++) {
        unsigned char *expected;
        int common, offset, bytes;

        sample_start(&random, &from, true);
        sample_start(&random, &to, false);
        common = from.all.bytes < to.all.bytes ? from.all.bytes : to.all.bytes;
        offset = (int)random_in(&random, 0, common);
        bytes = (int)random_in(&random, 0, common - offset);
        copied += (uint64_t)bytes;
        expected = malloc(to.block_bytes + 1);
        memcpy(expected, to.block, to.block_bytes);
        for (int i = offset; i < offset + bytes; i++)
            expected[to.all.offsets[i] - to.low] = *sample_byte(&from, i);
        copy_in_parts(&random, &from, &to, offset, bytes);
        cr_assert_eq(memcmp(expected, to.block, to.block_bytes), 0, "round %d", round);
        free(expected);
        sample_end(&from);
        sample_end(&to);
    }
    cr_assert_gt(copied, (uint64_t)rounds_of_check(ROUNDS));
}

/* A copy that two threads share: each takes the next part that is free. */
struct shared_transfer {
    const struct sample *from, *to;
    _Atomic(MPI_Count) next;
    MPI_Count part, bytes;
};

static void *copy_next_parts(void *argument)
{
    struct shared_transfer *transfer = argument;
    MPI_Count offset;

    while ((offset = fetch_add_relaxed(&transfer->next, transfer->part)) < transfer->bytes) {
        MPI_Count left = transfer->bytes - offset;

        data_copy_range(&transfer->from->data, &transfer->to->data, offset,
                        left < transfer->part ? left : transfer->part);
    }
    return NULL;
}

Test(data, two_threads_share_a_transfer)
{
    struct random random = random_start();
    static struct sample from, to;

    for (int round = 0; round < rounds_of_check(ROUNDS) / 10; round++) {
        struct shared_transfer transfer = {.from = &from, .to = &to};
        pthread_t other;

        sample_start(&random, &from, true);
        sample_start(&random, &to, false);
        transfer.bytes = from.all.bytes < to.all.bytes ? from.all.bytes : to.all.bytes;
        transfer.part = random_in(&random, 1, 200);
        cr_assert_eq(pthread_create(&other, NULL, copy_next_parts, &transfer), 0);
        copy_next_parts(&transfer);
        pthread_join(other, NULL);
        for (int i = 0; i < transfer.bytes; i++)
            cr_assert_eq(*sample_byte(&to, i), *sample_byte(&from, i), "round %d", round);
        sample_end(&from);
        sample_end(&to);
    }
}

Test(data, as_much_is_copied_as_both_have)
{
    struct random random = random_start();
    static struct sample from, to;

    for (int round = 0; round < rounds_of_check(ROUNDS); round++) {
        int common;

        sample_start(&random, &from, true);
        sample_start(&random, &to, false);
        common = from.all.bytes < to.all.bytes ? from.all.bytes : to.all.bytes;
        cr_assert_eq(data_copy(&from.data, &to.data), common);
        for (int i = 0; i < common; i++)
            cr_assert_eq(*sample_byte(&to, i), *sample_byte(&from, i));
        sample_end(&from);
        sample_end(&to);
    }
}

Test(data, any_range_is_packed_and_unpacked)
{
    struct random random = random_start();
    static struct sample from, to;
    static unsigned char packed[MODEL_BYTES_MAX + 1];

    for (int round = 0; round < rounds_of_check(ROUNDS); round++) {
        int offset, bytes;

        sample_start(&random, &from, true);
        offset = (int)random_in(&random, 0, from.all.bytes);
        bytes = (int)random_in(&random, 0, from.all.bytes - offset);
        packed[bytes] = 0x5a;
        data_pack(&from.data, offset, packed, bytes);
        for (int i = 0; i < bytes; i++)
            cr_assert_eq(packed[i], *sample_byte(&from, offset + i));
        cr_assert_eq(packed[bytes], 0x5a);
        sample_end(&from);

        sample_start(&random, &to, false);
        offset = (int)random_in(&random, 0, to.all.bytes);
        bytes = (int)random_in(&random, 0, to.all.bytes - offset);
        random_fill(&random, packed, (size_t)bytes);
        data_unpack(&to.data, offset, packed, bytes);
        for (int i = 0; i < bytes; i++)
            cr_assert_eq(packed[i], *sample_byte(&to, offset + i));
        sample_end(&to);
    }
}

Test(data, a_matrix_is_transposed_by_its_types)
{
    enum { ROWS = 37, COLUMNS = 23 };
    static int matrix[ROWS][COLUMNS], transposed[COLUMNS][ROWS];
    struct type *column, *columns, *all;
    struct data from, to;

    for (int i = 0; i < ROWS * COLUMNS; i++)
        matrix[i / COLUMNS][i % COLUMNS] = i;
    cr_assert_eq(type_vector(store, FORM_PLAIN, ROWS, 1, COLUMNS, type_predefined(MPI_INT),
                             &column),
                 0);
    cr_assert_eq(type_resized(store, FORM_PLAIN, 0, sizeof(int), column, &columns), 0);
    cr_assert_eq(type_contiguous(store, FORM_PLAIN, COLUMNS, columns, &all), 0);
    from = (struct data){.buf = matrix, .count = 1, .type = all};
    to = (struct data){.buf = transposed,
                       .count = ROWS * COLUMNS,
                       .type = type_predefined(MPI_INT)};
    cr_assert_eq(data_copy(&from, &to), (MPI_Count)sizeof matrix);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            cr_assert_eq(transposed[j][i], matrix[i][j]);
    type_drop(all);
    type_drop(columns);
    type_drop(column);
}

Test(data, few_bytes_are_copied_exactly)
{
    for (size_t bytes = 0; bytes <= 40; bytes++) {
        unsigned char from[40], to[42];

        for (size_t i = 0; i < bytes; i++)
            from[i] = (unsigned char)(i + 1);
        memset(to, 0, sizeof to);
        copy_bytes(to + 1, from, bytes);
        cr_assert_eq(to[0], 0);
        cr_assert_eq(memcmp(to + 1, from, bytes), 0);
        cr_assert_eq(to[bytes + 1], 0);
    }
}

enum { ROWS = 5, ROW_MAX = 1100, ROWS_BYTES = 3 * ROWS * ROW_MAX };

/* Rows at `places` of one block are packed, and unpacked into another. */
static void check_rows(const struct type *type, const MPI_Count places[], MPI_Count bytes)
{
    static unsigned char from[ROWS_BYTES], to[ROWS_BYTES], expected[ROWS_BYTES];
    static unsigned char packed[ROWS * ROW_MAX + 1];
    struct data data = {.buf = from, .count = 1, .type = type};

    for (int i = 0; i < ROWS_BYTES; i++)
        from[i] = (unsigned char)(i * 7 + i / 256);
    memset(to, 0xee, sizeof to);
    memset(expected, 0xee, sizeof expected);
    packed[ROWS * bytes] = 0x5a;
    data_pack(&data, 0, packed, ROWS * bytes);
    cr_assert_eq(packed[ROWS * bytes], 0x5a);
    for (int row = 0; row < ROWS; row++) {
        cr_assert_eq(memcmp(packed + row * bytes, from + places[row], (size_t)bytes), 0);
        memcpy(expected + places[row], from + places[row], (size_t)bytes);
    }
    data.buf = to;
    data_unpack(&data, 0, packed, ROWS * bytes);
    cr_assert_eq(memcmp(to, expected, sizeof to), 0, "%lld bytes", (long long)bytes);
}

Test(data, rows_of_every_length_are_copied_exactly)
{
    for (MPI_Count bytes = 1; bytes <= ROW_MAX; bytes++) {
        const MPI_Count step = 2 * bytes + 1;
        const MPI_Count regular[ROWS] = {0, step, 2 * step, 3 * step, 4 * step};
        const MPI_Count listed[ROWS] = {step, 0, 4 * step + 1, 2 * step, 3 * step + 1};
        struct type *type;

        cr_assert_eq(
            type_hvector(store, FORM_PLAIN, ROWS, bytes, step, type_predefined(MPI_CHAR), &type),
            MPI_SUCCESS);
        check_rows(type, regular, bytes);
        type_drop(type);
        cr_assert_eq(type_hindexed_block(store, FORM_PLAIN, ROWS, bytes, view_wide(listed),
                                         type_predefined(MPI_CHAR), &type),
                     MPI_SUCCESS);
        check_rows(type, listed, bytes);
        type_drop(type);
    }
}

/* Nests of short runs, as often as pays for flattening them; of two lengths they cannot be. */
Test(data, many_small_nests_are_copied_as_the_model_says)
{
    enum { TIMES = 9 };
    static int from[TIMES * 100], packed[TIMES * 16], to[TIMES * 100];

    for (int last = 1; last <= 2; last++) {
        const MPI_Count lengths[] = {2, 2, 2, last}, places[] = {0, 12, 40, 64};
        struct type *inner, *outer;
        struct data data = {.buf = from, .count = TIMES};
        int at = 0;

        cr_assert_eq(type_hindexed(store, FORM_PLAIN, 4, view_wide(lengths), view_wide(places),
                                   type_predefined(MPI_INT), &inner),
                     MPI_SUCCESS);
        cr_assert_eq(type_hvector(store, FORM_PLAIN, 2, 1, 100, inner, &outer), MPI_SUCCESS);
        type_drop(inner);
        cr_assert_eq(type_resized(store, FORM_PLAIN, 0, 400, outer, &inner), MPI_SUCCESS);
        type_drop(outer);
        for (int i = 0; i < TIMES * 100; i++)
            from[i] = i + 1;
        memset(to, 0, sizeof to);
        data.type = inner;
        data_pack(&data, 0, packed, data_bytes(&data));
        data.buf = to;
        data_unpack(&data, 0, packed, data_bytes(&data));
        for (int i = 0; i < TIMES * 8; i++)
            for (int j = 0; j < lengths[i % 4]; j++) {
                int place = i / 8 * 100 + i / 4 % 2 * 25 + (int)places[i % 4] / 4 + j;

                cr_assert_eq(packed[at++], place + 1);
                cr_assert_eq(to[place], place + 1);
            }
        type_drop(inner);
    }
}

Test(data, the_elements_of_a_part_are_counted_as_the_model_does)
{
    struct random random = random_start();
    static struct made made;

    for (int round = 0; round < rounds_of_check(ROUNDS); round++) {
        make_type(&random, &made, random_in(&random, 0, DEPTH_MAX));
        for (int bytes = 0, element = 0; bytes <= made.model.bytes; bytes++) {
            MPI_Count expected = MPI_UNDEFINED;

            if (element < made.model.elements && made.model.ends[element] == bytes)
                element++;
            if (bytes == 0 || (element > 0 && made.model.ends[element - 1] == bytes))
                expected = element;
            cr_assert_eq(type_elements(made.type, bytes), expected, "round %d, %d bytes", round,
                         bytes);
        }
        type_drop(made.type);
    }
}

Test(data, only_whole_elements_are_counted)
{
    struct type *three, *none;
    const struct type *integer = type_predefined(MPI_INT);

    cr_assert_eq(type_contiguous(store, FORM_PLAIN, 3, integer, &three), MPI_SUCCESS);
    cr_assert_eq(type_contiguous(store, FORM_PLAIN, 0, integer, &none), MPI_SUCCESS);
    cr_assert_eq(data_count(24, three), 2);
    cr_assert_eq(data_count(0, three), 0);
    cr_assert_eq(data_count(16, three), MPI_UNDEFINED);
    cr_assert_eq(data_count(0, none), 0);
    cr_assert_eq(data_count(4, none), MPI_UNDEFINED);
    cr_assert_eq(data_count(24, type_predefined(MPI_DOUBLE_INT)), 2);
    type_drop(three);
    type_drop(none);
}
