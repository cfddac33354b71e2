/* SPDX-License-Identifier: MIT */
/* A store for the types that a test makes; whatever it made, it has dropped. */
#ifndef TESTS_TYPE_STORE_H
#define TESTS_TYPE_STORE_H

#include <criterion/criterion.h>

#include "object/object.h"

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

#endif
