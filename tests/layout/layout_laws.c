/* SPDX-License-Identifier: MIT */
/* The laws of layouts and types hold for types at random, and are missed when they are broken. */
#include "layout/layout.h"

#include <criterion/criterion.h>

#include "../base/broken_law.h"
#include "../type/random.h"
#include "../type/store.h"
#include "type/build.h"

enum { ROUNDS = 2000, COUNT_MAX = 6 };

TestSuite(layout_laws, .init = open_store, .fini = close_store);

/* A type of the given one by a constructor at random. */
static struct type *derive(struct random *random, const struct type *old)
{
    MPI_Count lengths[COUNT_MAX], places[COUNT_MAX];
    MPI_Count count = random_in(random, 0, COUNT_MAX);
    struct type *type;
    int err;

    for (MPI_Count i = 0; i < count; i++) {
        lengths[i] = random_in(random, 0, 3);
        places[i] = random_in(random, -5, 20);
    }
    switch (random_in(random, 0, 3)) {
    case 0:
        err = type_contiguous(store, FORM_PLAIN, count, old, &type);
        break;
    case 1:
        err = type_vector(store, FORM_PLAIN, count, random_in(random, 0, 3),
                          random_in(random, -4, 9), old, &type);
        break;
    case 2:
        err = type_indexed(store, FORM_PLAIN, count, view_wide(lengths), view_wide(places), old,
                           &type);
        break;
    default:
        err = type_resized(store, FORM_PLAIN, random_in(random, -9, 9), random_in(random, 0, 99),
                           old, &type);
        break;
    }
    cr_assert_eq(err, MPI_SUCCESS);
    return type;
}

Test(layout_laws, hold_for_types_at_random)
{
    struct random random = random_start();

    for (int round = 0; round < ROUNDS; round++) {
        const struct type *old = type_predefined(MPI_INT);
        long levels = random_in(&random, 1, 4);

        for (long level = 0; level < levels; level++) {
            struct type *type = derive(&random, old);

            type_check(type);
            type_drop(old);
            old = type;
        }
        type_drop(old);
    }
}

static struct type *make_indexed(void)
{
    static const MPI_Count lengths[] = {1, 2, 3}, places[] = {0, 4, 19};
    struct type *type;

    cr_assert_eq(type_indexed(store, FORM_PLAIN, 3, view_wide(lengths), view_wide(places),
                              type_predefined(MPI_INT), &type),
                 MPI_SUCCESS);
    type_check(type);
    return type;
}

static void change_size(void)
{
    struct type *type = make_indexed();

    type->size++;
    type_check(type);
}

Test(layout_laws, find_a_size_that_is_not_the_layouts)
{
    cr_assert(is_caught(change_size, "type->layout.count * type->layout.bytes == type->size"));
}

static void call_dense(void)
{
    struct type *type = make_indexed();

    type->is_dense = true;
    type_check(type);
}

Test(layout_laws, find_gaps_in_what_is_called_dense)
{
    cr_assert(is_caught(call_dense, "type->size == 0 || (type->layout.count == 1 && "
                                    "piece_is_run(&type->layout))"));
}

static void lose_bytes(void)
{
    const struct run runs[] = {{0, 0}, {8, 4}, {0, 10}};

    piece_check(&(struct piece){.count = 1, .bytes = 12, .runs = runs, .body_count = 2});
}

Test(layout_laws, find_a_list_that_is_shorter_than_its_piece)
{
    cr_assert(is_caught(lose_bytes, "piece->runs[piece->body_count].before == piece->bytes"));
}

static void split_run(void)
{
    piece_check(&(struct piece){.count = 3, .bytes = 8, .stride = 8});
}

Test(layout_laws, find_a_run_that_is_split_into_copies)
{
    cr_assert(is_caught(split_run, "piece->offsets != NULL || piece->stride != piece->bytes"));
}
