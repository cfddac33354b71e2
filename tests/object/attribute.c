/* SPDX-License-Identifier: MIT */
/* Numbers of objects, and attributes where no rank is. */
#include "object/attribute.h"

#include <criterion/criterion.h>

Test(attribute, numbers_lead_back_to_living_objects)
{
    struct store *store = store_create();
    struct keyval *keys[10];

    for (int i = 0; i < 10; i++)
        keys[i] = object_create(store, OBJECT_KEYVAL);
    for (int i = 0; i < 10; i++) {
        int number = object_number(store, &keys[i]->object);

        cr_assert_eq(object_of_number(store, OBJECT_KEYVAL, number), keys[i]);
        cr_assert_null(object_of_number(store, OBJECT_COMM, number));
    }
    cr_assert_null(object_of_number(store, OBJECT_KEYVAL, -1));
    cr_assert_null(object_of_number(store, OBJECT_KEYVAL, 10));
    cr_assert_null(object_of_number(store, OBJECT_KEYVAL, 1 << 30));
    cr_assert_eq(store_numbers(store, OBJECT_KEYVAL), 10);
    keys[3]->object.is_freed = true;
    cr_assert_null(object_of_number(store, OBJECT_KEYVAL, object_number(store, &keys[3]->object)));
    cr_assert_eq(object_in_use(store, OBJECT_KEYVAL, object_number(store, &keys[3]->object)),
                 keys[3]);
    for (int i = 0; i < 10; i++)
        keyval_drop(store, keys[i]);
    cr_assert_null(object_in_use(store, OBJECT_KEYVAL, 3));
    cr_assert_null(object_in_use(store, OBJECT_KEYVAL, 10));
    cr_assert_eq(store_count(store, OBJECT_KEYVAL), 0);
    store_destroy(store);
}

static int deleted[8], deleted_count, fails_at;

static int note_deletion(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    if ((int)(intptr_t)value == fails_at)
        return MPI_ERR_OTHER;
    deleted[deleted_count++] = (int)(intptr_t)value;
    return MPI_SUCCESS;
}

Test(attribute, deletion_stops_where_a_function_fails_and_can_go_on)
{
    struct store *store = store_create();
    struct attribute *attributes = NULL;
    struct guard guard = {0};
    struct keyval *keys[4];
    const struct holder holder = {.kind = HOLDER_COMM, .attributes = &attributes, .guard = &guard,
                                  .store = store};

    guard_init(&guard);
    for (int i = 0; i < 4; i++) {
        keys[i] = object_create(store, OBJECT_KEYVAL);
        keys[i]->deleter.comm = note_deletion;
        cr_assert_eq(attribute_set(&holder, keys[i], (void *)(intptr_t)(i + 1)), MPI_SUCCESS);
        keyval_drop(store, keys[i]); /* the attribute keeps it */
    }
    fails_at = 2;
    cr_assert_eq(attributes_delete(&holder), MPI_ERR_OTHER);
    cr_assert_eq(deleted_count, 2);
    cr_assert_eq(deleted[0], 4);
    cr_assert_eq(deleted[1], 3);
    cr_assert_eq(store_count(store, OBJECT_KEYVAL), 2);
    fails_at = 0;
    cr_assert_eq(attributes_delete(&holder), MPI_SUCCESS);
    cr_assert_eq(deleted_count, 4);
    cr_assert_null(attributes);
    cr_assert_eq(store_count(store, OBJECT_KEYVAL), 0);
    store_destroy(store);
}

Test(attribute, an_object_without_attributes_answers)
{
    struct store *store = store_create();
    struct guard guard = {0};
    struct keyval *key = object_create(store, OBJECT_KEYVAL);
    const struct holder holder = {.kind = HOLDER_COMM, .guard = &guard, .store = store};
    struct attribute *copies = (struct attribute *)&guard;
    void *value;

    guard_init(&guard);
    cr_assert_not(attribute_get(&holder, key, &value));
    cr_assert_eq(attribute_delete(&holder, key), MPI_ERR_KEYVAL);
    cr_assert_eq(attributes_copy(&holder, &copies), MPI_SUCCESS);
    cr_assert_null(copies);
    cr_assert_eq(attributes_delete(&holder), MPI_SUCCESS);
    keyval_drop(store, key);
    store_destroy(store);
}
