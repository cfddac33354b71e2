/* SPDX-License-Identifier: MIT */
/* Layouts in ascending order are recognized, and a byte's number follows from its place. */
#include "layout/order.h"

#include <criterion/criterion.h>

#include "../type/random.h"
#include "../type/store.h"
#include "layout/cursor.h"
#include "type/type.h"

enum { ROUNDS = 3000, COUNT_MAX = 6, BYTES_MAX = 20000 };

TestSuite(order, .init = open_store, .fini = close_store);

/* A type of the given one by a constructor at random; most of them ascend. */
static struct type *derive(struct random *random, const struct type *old)
{
    MPI_Count lengths[COUNT_MAX], places[COUNT_MAX], next = 0;
    MPI_Count count = random_in(random, 0, COUNT_MAX);
    struct type *type;
    int err;

    for (MPI_Count i = 0; i < count; i++) {
        lengths[i] = random_in(random, 0, 3);
        places[i] = next + random_in(random, random_in(random, 0, 9) == 0 ? -3 : 0, 5);
        next = places[i] + lengths[i];
    }
    switch (random_in(random, 0, 2)) {
    case 0:
        err = type_contiguous(store, FORM_PLAIN, count, old, &type);
        break;
    case 1:
        err = type_vector(store, FORM_PLAIN, count, random_in(random, 0, 3),
                          random_in(random, 2, 9), old, &type);
        break;
    default:
        err = type_indexed(store, FORM_PLAIN, count, view_wide(lengths), view_wide(places), old,
                           &type);
        break;
    }
    cr_assert_eq(err, MPI_SUCCESS);
    return type;
}

static struct type *draw(struct random *random)
{
    struct type *type = derive(random, type_predefined(MPI_SHORT));

    for (int depth = random_in(random, 0, 3); depth > 0; depth--) {
        struct type *outer = derive(random, type);

        type_drop(type);
        type = outer;
    }
    return type;
}

/* The places of all bytes, by a cursor; how many there are. */
static MPI_Count list_places(const struct type *type, MPI_Count places[])
{
    MPI_Count bytes = type->size, i;
    char *zero = (char *)((uintptr_t)1 << 40);

    for (i = 0; i < bytes; i++) {
        struct cursor cursor;

        cursor_open(&cursor, zero, &type->layout, type->depth + 1, i);
        places[i] = cursor.strip.at - zero;
        cursor_close(&cursor);
    }
    return bytes;
}

static void check_type(const struct type *type)
{
    static MPI_Count places[BYTES_MAX];
    MPI_Count bytes = list_places(type, places), i, place, below = 0;
    bool ascends = true;

    for (i = 0; i < bytes; i++) {
        cr_assert_eq(piece_place_of(&type->layout, i), places[i]);
        ascends &= i == 0 || places[i] > places[i - 1];
    }
    cr_assert_eq(piece_ascends(&type->layout, false), ascends);
    cr_assert(!ascends || piece_ascends(&type->layout, true));
    if (!ascends || bytes == 0)
        return;
    for (place = places[0] - 2; place < places[bytes - 1] + 3; place++) {
        while (below < bytes && places[below] < place)
            below++;
        cr_assert_eq(piece_bytes_below(&type->layout, place), below);
    }
    cr_assert_leq(piece_runs(&type->layout), bytes);
}

Test(order, number_and_place_belong_together)
{
    struct random random = random_start();

    for (int round = 0; round < ROUNDS; round++) {
        struct type *type = draw(&random);

        if (type->size < BYTES_MAX && type->size > 0)
            check_type(type);
        type_drop(type);
    }
}

Test(order, runs_that_begin_together_may_share_places)
{
    const MPI_Count lengths[2] = {3, 1}, places[2] = {0, 1};
    struct type *type;

    cr_assert_eq(type_indexed(store, FORM_PLAIN, 2, view_wide(lengths), view_wide(places),
                              type_predefined(MPI_INT), &type),
                 MPI_SUCCESS);
    cr_assert(piece_ascends(&type->layout, true));
    cr_assert_not(piece_ascends(&type->layout, false));
    type_drop(type);
}
