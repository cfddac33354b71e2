/* SPDX-License-Identifier: MIT */
/* Objects in their store, and what is found when its laws are broken. */
#include "object/object.h"

#include <criterion/criterion.h>

#include "../base/broken_law.h"

static struct store *store;

static void open_store(void)
{
    store = store_create();
    cr_assert_not_null(store);
}

static void close_store(void)
{
    store_destroy(store);
}

TestSuite(object, .init = open_store, .fini = close_store);

Test(object, obeys_the_laws_while_objects_come_and_go)
{
    struct object *objects[200];
    uint32_t site;

    for (int i = 0; i < 200; i++) {
        objects[i] = object_create(store, OBJECT_INFO);
        cr_assert_not_null(objects[i]);
        store_check(store);
    }
    for (int i = 0; i < 200; i += 2) {
        cr_assert(object_drop(objects[i]));
        object_destroy(store, objects[i]);
        store_check(store);
    }
    cr_assert_eq(store_count(store, OBJECT_INFO), 100);
    cr_assert(object_was(store, objects[0], OBJECT_INFO, &site));
    cr_assert(object_is_of(store, objects[1], OBJECT_INFO, 0));
}

Test(object, is_destroyed_by_the_last_drop)
{
    struct object *object = object_create(store, OBJECT_INFO);

    object_hold(object);
    cr_assert_not(object_drop(object));
    cr_assert(object_drop(object));
    object_destroy(store, object);
    cr_assert_eq(store_count(store, OBJECT_INFO), 0);
}

static void destroy_twice(void)
{
    struct object *object = object_create(store, OBJECT_INFO);

    object_destroy(store, object);
    object_destroy(store, object);
}

Test(object, is_not_destroyed_twice)
{
    cr_assert(is_caught(destroy_twice, "kind != OBJECT_NONE && kind < OBJECT_KINDS"));
}

static void change_kind(void)
{
    struct object *object = object_create(store, OBJECT_INFO);

    store_relaxed(&object->kind, object_kind_of_owner(OBJECT_TYPE, 0));
    store_check(store);
}

Test(object, of_another_kind_does_not_lie_in_a_slab)
{
    cr_assert(is_caught(change_kind, "found == OBJECT_NONE || found == (uint32_t)kind"));
}

static void lose_slot(void)
{
    struct object *object = object_create(store, OBJECT_INFO);

    store_relaxed(&object->kind, OBJECT_NONE);
    slab_check_count(&store->slabs[OBJECT_INFO], (uint32_t)store_count(store, OBJECT_INFO));
}

Test(object, that_has_no_kind_but_a_slot_is_found_by_counting)
{
    cr_assert(is_caught(lose_slot, "out + free == fresh"));
}
