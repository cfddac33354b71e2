/* SPDX-License-Identifier: MIT */
/* Random layouts against a naive model of them: the list of the offsets of all their bytes. */
#include "type/data.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/container.h"
#include "random.h"

enum { MODEL_BYTES_MAX = 4096, DEPTH_MAX = 5, ROUNDS = 3000 };

struct model {
    int bytes;
    MPI_Count offsets[MODEL_BYTES_MAX];
    MPI_Count lb, ub;
};

struct made {
    const struct type *type;
    struct model model;
};

static struct store *store;

static void open_store(void)
{
    store = store_create();
    cr_assert_not_null(store);
}

static void close_store(void)
{
    cr_assert_eq(store_count(store, OBJECT_TYPE), 0);
    store_destroy(store);
}

TestSuite(data, .init = open_store, .fini = close_store);

/* ---- the model ------------------------------------------------------------------------------ */

/* Copies at a stride, one after the other; false when they are too many. */
static bool model_repeat(struct model *model, MPI_Count count, MPI_Count stride)
{
    struct model old = *model;

    if (count * old.bytes > MODEL_BYTES_MAX)
        return false;
    *model = (struct model){.bytes = 0};
    for (MPI_Count i = 0; i < count; i++) {
        for (int j = 0; j < old.bytes; j++)
            model->offsets[model->bytes++] = i * stride + old.offsets[j];
        if (i == 0 || i * stride + old.lb < model->lb)
            model->lb = i * stride + old.lb;
        if (i == 0 || i * stride + old.ub > model->ub)
            model->ub = i * stride + old.ub;
    }
    return true;
}

static void model_runs(struct model *model, int first, int gap, int second, int extent)
{
    *model = (struct model){.ub = extent};
    for (int i = 0; i < first; i++)
        model->offsets[model->bytes++] = i;
    for (int i = 0; i < second; i++)
        model->offsets[model->bytes++] = first + gap + i;
}

static void make_basic(struct random *random, struct made *made)
{
    static const struct {
        MPI_Datatype handle;
        int first, gap, second, extent;
    } basics[] = {
        {MPI_CHAR, 1, 0, 0, 1},       {MPI_SHORT, 2, 0, 0, 2},
        {MPI_INT, 4, 0, 0, 4},        {MPI_DOUBLE, 8, 0, 0, 8},
        {MPI_INTEGER16, 16, 0, 0, 16}, {MPI_SHORT_INT, 2, 2, 4, 8},
        {MPI_DOUBLE_INT, 8, 0, 4, 16}, {MPI_LONG_DOUBLE_INT, 16, 0, 4, 32},
    };
    size_t i = (size_t)random_in(random, 0, ARRAY_LENGTH(basics) - 1);

    made->type = type_predefined(basics[i].handle);
    model_runs(&made->model, basics[i].first, basics[i].gap, basics[i].second, basics[i].extent);
}

/* Puts one more constructor round it; false when the result would be too large. */
static bool make_next(struct random *random, struct made *made)
{
    const struct type *old = made->type;
    MPI_Count old_extent = made->model.ub - made->model.lb, stride = random_in(random, -5, 9);
    MPI_Count count = random_in(random, 0, 5), length = random_in(random, 0, 4);
    struct type *type;
    int err = MPI_SUCCESS;

    switch (random_in(random, 0, 4)) {
    case 0:
        if (!model_repeat(&made->model, count, old_extent))
            return false;
        err = type_contiguous(store, count, old, &type);
        break;
    case 1:
        if (!model_repeat(&made->model, length, old_extent) ||
            !model_repeat(&made->model, count, stride * old_extent))
            return false;
        err = type_vector(store, count, length, stride, old, &type);
        break;
    case 2:
        stride *= random_in(random, 1, 30);
        if (!model_repeat(&made->model, length, old_extent) ||
            !model_repeat(&made->model, count, stride))
            return false;
        err = type_hvector(store, count, length, stride, old, &type);
        break;
    case 3:
        made->model.lb = stride;
        made->model.ub = stride + random_in(random, 0, 2 * (old_extent > 0 ? old_extent : 1));
        err = type_resized(store, made->model.lb, made->model.ub - made->model.lb, old, &type);
        break;
    default:
        err = type_dup(store, old, &type);
    }
    cr_assert_eq(err, MPI_SUCCESS);
    type_drop(old);
    made->type = type;
    return true;
}

static void make_type(struct random *random, struct made *made)
{
    int64_t depth = random_in(random, 0, DEPTH_MAX);
    struct model fitting;

    make_basic(random, made);
    for (; depth > 0; depth--) {
        fitting = made->model;
        if (!make_next(random, made)) {
            made->model = fitting;
            return;
        }
    }
}

/* ---- buffers -------------------------------------------------------------------------------- */

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

        make_type(random, &sample->made);
        sample->all = sample->made.model;
        if (model_repeat(&sample->all, count, sample->all.ub - sample->all.lb)) {
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
    struct made made;

    for (int round = 0; round < ROUNDS; round++) {
        MPI_Count low = 0, high = 0;

        make_type(&random, &made);
        cr_assert_eq(made.type->size, made.model.bytes);
        cr_assert_eq(made.type->lb, made.model.lb);
        cr_assert_eq(made.type->extent, made.model.ub - made.model.lb);
        for (int i = 0; i < made.model.bytes; i++) {
            low = i == 0 || made.model.offsets[i] < low ? made.model.offsets[i] : low;
            high = i == 0 || made.model.offsets[i] >= high ? made.model.offsets[i] + 1 : high;
        }
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

    for (int round = 0; round < ROUNDS; round++) {
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
    cr_assert_gt(copied, ROUNDS);
}

Test(data, as_much_is_copied_as_both_have)
{
    struct random random = random_start();
    static struct sample from, to;

    for (int round = 0; round < ROUNDS; round++) {
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

    for (int round = 0; round < ROUNDS; round++) {
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
    cr_assert_eq(type_vector(store, ROWS, 1, COLUMNS, type_predefined(MPI_INT), &column), 0);
    cr_assert_eq(type_resized(store, 0, sizeof(int), column, &columns), 0);
    cr_assert_eq(type_contiguous(store, COLUMNS, columns, &all), 0);
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

Test(data, only_whole_elements_are_counted)
{
    struct type *three, *none;

    cr_assert_eq(type_contiguous(store, 3, type_predefined(MPI_INT), &three), MPI_SUCCESS);
    cr_assert_eq(type_contiguous(store, 0, type_predefined(MPI_INT), &none), MPI_SUCCESS);
    cr_assert_eq(data_count(24, three), 2);
    cr_assert_eq(data_count(0, three), 0);
    cr_assert_eq(data_count(16, three), MPI_UNDEFINED);
    cr_assert_eq(data_count(0, none), 0);
    cr_assert_eq(data_count(4, none), MPI_UNDEFINED);
    cr_assert_eq(data_count(24, type_predefined(MPI_DOUBLE_INT)), 2);
    type_drop(three);
    type_drop(none);
}
