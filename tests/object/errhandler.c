/* SPDX-License-Identifier: MIT */
/* The places where objects have their error handlers. */
#include "object/errhandler.h"

#include <criterion/criterion.h>

static MPI_Errhandler make(struct store *store)
{
    return (MPI_Errhandler)object_create(store, OBJECT_ERRHANDLER);
}

Test(errhandler, lives_while_a_place_or_a_reader_has_it)
{
    struct store *store = store_create();
    struct guard guard = {0};
    MPI_Errhandler place = MPI_ERRORS_RETURN, first = make(store), second = make(store), read;

    guard_init(&guard);
    errhandler_write(store, &guard, &place, first);
    errhandler_drop(store, first);
    read = errhandler_read(&guard, &place);
    cr_assert_eq(read, first);
    errhandler_write(store, &guard, &place, second);
    errhandler_drop(store, second);
    cr_assert(object_is_of(store, first, OBJECT_ERRHANDLER, 0), "the reader holds it");
    cr_assert(object_is_of(store, second, OBJECT_ERRHANDLER, 0), "the place holds it");
    errhandler_drop(store, read);
    cr_assert_not(object_is_of(store, first, OBJECT_ERRHANDLER, 0));
    errhandler_write(store, &guard, &place, MPI_ERRORS_ABORT);
    cr_assert_eq(store_count(store, OBJECT_ERRHANDLER), 0);
    cr_assert_eq(errhandler_read(&guard, &place), MPI_ERRORS_ABORT);
    store_destroy(store);
}

Test(errhandler, those_of_the_interface_are_no_objects)
{
    struct store *store = store_create();

    cr_assert_eq(errhandler_hold(MPI_ERRORS_RETURN), MPI_ERRORS_RETURN);
    errhandler_drop(store, MPI_ERRORS_RETURN);
    errhandler_drop(store, MPI_ERRHANDLER_NULL);
    errhandler_drop(store, NULL);
    cr_assert(errhandler_is_predefined(MPI_ERRORS_ARE_FATAL));
    cr_assert_not(errhandler_is_predefined(MPI_ERRHANDLER_NULL));
    store_destroy(store);
}

Test(errhandler, writing_the_same_again_keeps_it)
{
    struct store *store = store_create();
    struct guard guard = {0};
    MPI_Errhandler place = NULL, handler = make(store);

    guard_init(&guard);
    errhandler_write(store, &guard, &place, handler);
    errhandler_drop(store, handler);
    errhandler_write(store, &guard, &place, place);
    cr_assert(object_is_of(store, handler, OBJECT_ERRHANDLER, 0));
    errhandler_write(store, &guard, &place, NULL);
    cr_assert_eq(store_count(store, OBJECT_ERRHANDLER), 0);
    store_destroy(store);
}
