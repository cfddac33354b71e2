/* SPDX-License-Identifier: MIT */
/* An object of a shared kind is every rank's; another one is its maker's. */
#include <criterion/criterion.h>

#include "object/object.h"

static int current_rank;

static int calling_rank(void)
{
    return current_rank;
}

static struct store *open_store(void)
{
    struct store *store = store_create();

    cr_assert_not_null(store);
    store_tell_owner(store, calling_rank);
    return store;
}

Test(shared, only_the_kinds_behind_no_handle_are)
{
    cr_assert(object_kind_is_shared(OBJECT_CONTEXT));
    cr_assert_not(object_kind_is_shared(OBJECT_COMM));
    cr_assert_not(object_kind_is_shared(OBJECT_WIN));
    cr_assert_not(object_kind_is_shared(OBJECT_FILE));
}

Test(shared, all_ranks_find_an_object_of_a_shared_kind)
{
    struct store *store = open_store();
    struct object *object;
    uint32_t site;
    int number;

    current_rank = 3;
    object = object_create(store, OBJECT_CONTEXT);
    number = object_number(store, object);
    for (current_rank = 0; current_rank < 5; current_rank++) {
        cr_assert_eq(object_of_number(store, OBJECT_CONTEXT, number), object);
        cr_assert(object_is_of(store, object, OBJECT_CONTEXT, current_rank));
        cr_assert_not(object_was(store, object, OBJECT_CONTEXT, &site));
    }
    current_rank = 1; /* another one than its maker has the last reference */
    cr_assert(object_drop(object));
    object_destroy(store, object);
    for (current_rank = 0; current_rank < 5; current_rank++) {
        cr_assert_null(object_of_number(store, OBJECT_CONTEXT, number));
        cr_assert(object_was(store, object, OBJECT_CONTEXT, &site));
    }
    store_destroy(store);
}

Test(shared, only_its_maker_finds_another_object)
{
    struct store *store = open_store();
    struct object *object;
    int number;

    current_rank = 3;
    object = object_create(store, OBJECT_WIN);
    number = object_number(store, object);
    cr_assert_eq(object_of_number(store, OBJECT_WIN, number), object);
    current_rank = 2;
    cr_assert_null(object_of_number(store, OBJECT_WIN, number));
    cr_assert_eq(object_of_rank(store, OBJECT_WIN, number, 3), object);
    object_destroy(store, object);
    store_destroy(store);
}
