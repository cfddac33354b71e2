/* SPDX-License-Identifier: MIT */
/* Beginnings of sequences against a list of all elements. The types are so large, and nest so
 * deeply, that going through all of them for each beginning would take minutes. */
#include "type/sequence.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "random.h"
#include "store.h"
#include "type/type.h"

enum { LEVELS = 4000, WIDE = 100000, ROOM = 3 * LEVELS + WIDE };

TestSuite(sequence, .init = open_store, .fini = close_store);

static const MPI_Datatype basics[] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE, MPI_CHAR};

static const struct type *basic(int64_t number)
{
    return type_predefined(basics[number]);
}

/* A type beside the list of what it consists of, from `first` on. */
struct listed {
    struct type *type;
    int first, elements;
    const struct type *list[2 * ROOM];
};

static struct listed listed;

static void list_in_front(const struct type *type)
{
    listed.list[--listed.first] = type;
    listed.elements++;
}

static void list_behind(const struct type *type)
{
    listed.list[listed.first + listed.elements++] = type;
}

/* A struct of many blocks of one element each. */
static void start_wide(struct random *random, int blocks)
{
    int64_t *lengths = malloc((size_t)blocks * sizeof *lengths);
    int64_t *places = malloc((size_t)blocks * sizeof *places);
    const struct type **types = malloc((size_t)blocks * sizeof *types);

    listed.elements = 0;
    listed.first = ROOM;
    for (int i = 0; i < blocks; i++) {
        lengths[i] = 1;
        places[i] = i * 8;
        types[i] = basic(random_in(random, 0, 3));
        list_behind(types[i]);
    }
    cr_assert_eq(type_struct(store, FORM_LARGE, blocks, view_wide(lengths), view_wide(places),
                             types, &listed.type),
                 MPI_SUCCESS);
    free(lengths);
    free(places);
    free(types);
}

/* One more struct around it, with an element in front or behind, or both; or the same data again
 * by another constructor. */
static void wrap(struct random *random)
{
    static const MPI_Count places[] = {-8, 0, 1 << 30}, lengths[] = {1, 1, 1};
    const struct type *front = basic(random_in(random, 0, 3));
    const struct type *behind = basic(random_in(random, 0, 3));
    const struct type *types[] = {front, listed.type, behind};
    int form = (int)random_in(random, 0, 4), first = form == 1, blocks = form == 2 ? 3 : 2;
    struct type *outer;

    if (form >= 3) {
        cr_assert_eq(form == 3 ? type_contiguous(store, FORM_LARGE, 1, listed.type, &outer)
                               : type_hindexed(store, FORM_LARGE, 1, view_wide(lengths),
                                               view_wide(places), listed.type, &outer),
                     MPI_SUCCESS);
    } else {
        cr_assert_eq(type_struct(store, FORM_LARGE, blocks, view_wide(lengths + first),
                                 view_wide(places + first), types + first, &outer),
                     MPI_SUCCESS);
        if (form != 1)
            list_in_front(front);
        if (form != 0)
            list_behind(behind);
    }
    type_drop(listed.type);
    listed.type = outer;
}

static void check_beginnings(void)
{
    struct sequence begin = {.length = 0}, found;

    for (int i = 0; i < listed.elements; i++) {
        const struct type *next = listed.list[listed.first + i];

        if (i % 7 == 0 || i < 100) {
            found = sequence_begin(listed.type, i);
            cr_assert_eq(found.length, begin.length);
            cr_assert_eq(found.hash, begin.hash, "%d elements", i);
        }
        begin = sequence_join(begin, (struct sequence){.hash = next->sig_hash, .length = 1});
    }
    cr_assert_eq(listed.type->elements, begin.length);
    cr_assert_eq(sequence_of(listed.type).hash, begin.hash);
}

Test(sequence, beginnings_of_types_that_nest_deeply)
{
    struct random random = random_start();

    for (int round = 0; round < 3; round++) {
        start_wide(&random, 3);
        for (int level = 0; level < LEVELS; level++)
            wrap(&random);
        check_beginnings();
        type_drop(listed.type);
    }
}

Test(sequence, beginnings_of_many_blocks_below_types_that_nest_deeply)
{
    struct random random = random_start();

    start_wide(&random, WIDE);
    check_beginnings();
    for (int level = 0; level < LEVELS; level++)
        wrap(&random);
    check_beginnings();
    type_drop(listed.type);
}

/* Int and float by turns, one more at each level: two are the motif of all pairs of them. */
Test(sequence, the_sig_hash_of_each_level_is_found)
{
    static const MPI_Count places[] = {0, 1 << 20}, lengths[] = {1, 1};
    struct type *type;
    uint64_t pairs;

    cr_assert_eq(type_dup(store, basic(0), &type), MPI_SUCCESS);
    for (int elements = 2; elements <= LEVELS; elements++) {
        const struct type *both[] = {type, basic(1 - elements % 2)};
        struct type *longer;

        cr_assert_eq(type_struct(store, FORM_LARGE, 2, view_wide(lengths), view_wide(places),
                                 both, &longer),
                     MPI_SUCCESS);
        type_drop(type);
        type = longer;
        if (elements == 2)
            pairs = type->sig_hash;
        cr_assert_eq(type->sig_hash_length, elements % 2 == 0 ? 2 : elements);
        cr_assert_eq(type->sig_hash == pairs, elements % 2 == 0);
    }
    type_drop(type);
}

/* Blocks that repeat, some of them of nothing: the copies of a child that is not the last word. */
Test(sequence, beginnings_inside_of_repeated_blocks)
{
    const struct type *const pair[] = {basic(0), basic(2)};
    const MPI_Count lengths[] = {2, 1, 0, 3}, places[] = {0, 8, 400, 900};
    struct type *mixed, *nothing, *many;
    const struct type *blocks[4];

    cr_assert_eq(type_struct(store, FORM_LARGE, 2, view_wide(lengths), view_wide(places), pair,
                             &mixed),
                 MPI_SUCCESS);
    cr_assert_eq(type_contiguous(store, FORM_LARGE, 0, basic(0), &nothing), MPI_SUCCESS);
    blocks[0] = basic(3);
    blocks[1] = nothing;
    blocks[2] = basic(1);
    blocks[3] = mixed;
    cr_assert_eq(type_struct(store, FORM_LARGE, 4, view_wide(lengths), view_wide(places), blocks,
                             &many),
                 MPI_SUCCESS);
    cr_assert_eq(type_contiguous(store, FORM_LARGE, 20, many, &listed.type), MPI_SUCCESS);
    listed.first = listed.elements = 0;
    for (int i = 0; i < 20; i++) {
        list_behind(basic(3));
        list_behind(basic(3));
        for (int j = 0; j < 9; j++)
            list_behind(basic(j % 3 == 2 ? 2 : 0));
    }
    cr_assert_eq(listed.type->sig_hash_length, 11);
    check_beginnings();
    type_drop(listed.type);
    type_drop(many);
    type_drop(nothing);
    type_drop(mixed);
}
