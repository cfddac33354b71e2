/* SPDX-License-Identifier: MIT */
/* Attributes: keys, callbacks and their order, on communicators and types; those that MPI sets. */
#include "check.h"

#include <stdint.h>

enum { CALLS_MAX = 32, FAILURE = MPI_ERR_OTHER };

/* What the callbacks were called with, in order. */
static struct {
    char what;
    intptr_t value;
} calls[CALLS_MAX];
static int call_count, failing;

static void record(char what, void *value)
{
    if (call_count < CALLS_MAX) {
        calls[call_count].what = what;
        calls[call_count].value = (intptr_t)value;
    }
    call_count++;
}

static void check_calls(int line, const char *expected)
{
    char text[CALLS_MAX * 8] = "";
    int i;

    for (i = 0; i < call_count && i < CALLS_MAX; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%c%d", i > 0 ? " " : "",
                 calls[i].what, (int)calls[i].value);
    check_texts(__FILE__, line, "calls", text, expected);
    call_count = 0;
}

#define check_called(expected) check_calls(__LINE__, expected)

/* Copies the value plus the extra state; 0 is not copied; fails when told so. */
static int copy(MPI_Comm comm, int keyval, void *extra, void *value, void *out, int *flag)
{
    (void)comm, (void)keyval;
    record('c', value);
    if (failing == 'c')
        return FAILURE;
    *flag = value != NULL;
    *(void **)out = (char *)value + (intptr_t)extra;
    return MPI_SUCCESS;
}

static int drop(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    record('d', value);
    return failing == 'd' ? FAILURE : MPI_SUCCESS;
}

static void *number(intptr_t value)
{
    return (void *)value;
}

static intptr_t value_of(MPI_Comm comm, int key)
{
    void *value = number(-1);
    int flag = -1;

    check_ok(MPI_Comm_get_attr(comm, key, &value, &flag));
    return flag ? (intptr_t)value : -99;
}

static int make_key(intptr_t extra)
{
    int key = MPI_KEYVAL_INVALID;

    check_ok(MPI_Comm_create_keyval(copy, drop, &key, number(extra)));
    check(key != MPI_KEYVAL_INVALID);
    call_count = 0;
    failing = 0;
    return key;
}

static void values_are_kept(void)
{
    int key = make_key(0), other = make_key(0);

    check_equal(value_of(MPI_COMM_SELF, key), -99);
    check_ok(MPI_Comm_set_attr(MPI_COMM_SELF, key, number(5)));
    check_ok(MPI_Comm_set_attr(MPI_COMM_SELF, other, NULL));
    check_equal(value_of(MPI_COMM_SELF, key), 5);
    check_equal(value_of(MPI_COMM_SELF, other), 0);
    check_equal(value_of(MPI_COMM_WORLD, key), -99);
    check_called("");
    check_ok(MPI_Comm_delete_attr(MPI_COMM_SELF, key));
    check_called("d5");
    check_equal(value_of(MPI_COMM_SELF, key), -99);
    MPI_Comm_delete_attr(MPI_COMM_SELF, other);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free_keyval(&other);
}

static void a_new_value_deletes_the_old_one(void)
{
    int key = make_key(0);

    MPI_Comm_set_attr(MPI_COMM_SELF, key, number(1));
    check_ok(MPI_Comm_set_attr(MPI_COMM_SELF, key, number(2)));
    check_called("d1");
    check_equal(value_of(MPI_COMM_SELF, key), 2);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    check_called("d2");
    MPI_Comm_free_keyval(&key);
}

static void a_duplicate_gets_what_the_copy_function_gives(void)
{
    int key = make_key(100), uncopied = make_key(0);
    MPI_Comm dup;

    MPI_Comm_set_attr(MPI_COMM_SELF, key, number(1));
    MPI_Comm_set_attr(MPI_COMM_SELF, uncopied, NULL);
    check_ok(MPI_Comm_dup(MPI_COMM_SELF, &dup));
    check_equal(call_count, 2);
    call_count = 0;
    check_equal(value_of(dup, key), 101);
    check_equal(value_of(dup, uncopied), -99);
    check_equal(value_of(MPI_COMM_SELF, key), 1);
    check_ok(MPI_Comm_free(&dup));
    check_called("d101");
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    MPI_Comm_delete_attr(MPI_COMM_SELF, uncopied);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free_keyval(&uncopied);
}

static void only_duplicates_get_copies(void)
{
    int key = make_key(0);
    MPI_Comm comm;

    MPI_Comm_set_attr(MPI_COMM_SELF, key, number(1));
    MPI_Comm_split(MPI_COMM_SELF, 0, 0, &comm);
    check_called("");
    check_equal(value_of(comm, key), -99);
    MPI_Comm_free(&comm);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    MPI_Comm_free_keyval(&key);
}

static void predefined_functions_copy_all_or_nothing(void)
{
    int all = MPI_KEYVAL_INVALID, nothing = MPI_KEYVAL_INVALID;
    MPI_Comm dup;

    check_ok(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &all, NULL));
    check_ok(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &nothing,
                                    NULL));
    MPI_Comm_set_attr(MPI_COMM_SELF, all, number(7));
    MPI_Comm_set_attr(MPI_COMM_SELF, nothing, number(8));
    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    check_equal(value_of(dup, all), 7);
    check_equal(value_of(dup, nothing), -99);
    MPI_Comm_free(&dup);
    MPI_Comm_delete_attr(MPI_COMM_SELF, all);
    MPI_Comm_delete_attr(MPI_COMM_SELF, nothing);
    MPI_Comm_free_keyval(&all);
    MPI_Comm_free_keyval(&nothing);
}

static void a_freed_key_lives_in_its_attributes(void)
{
    int key = make_key(10), kept = key;
    MPI_Comm dup, again;

    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    MPI_Comm_set_attr(dup, key, number(1));
    check_ok(MPI_Comm_free_keyval(&key));
    check_equal(key, MPI_KEYVAL_INVALID);
    check_called("");
    check_ok(MPI_Comm_dup(dup, &again));
    check_called("c1");
    check_equal(value_of(dup, kept), 1);
    check_equal(value_of(again, kept), 11);
    check_ok(MPI_Comm_free(&dup));
    check_called("d1");
    check_ok(MPI_Comm_free(&again));
    check_called("d11");
}

/* The ways in which the references to a freed key end: 7.7.2. */
static void an_attribute_whose_key_is_freed_can_be_deleted(void)
{
    int key = make_key(0), kept = key;

    MPI_Comm_set_attr(MPI_COMM_SELF, key, number(3));
    MPI_Comm_free_keyval(&key);
    check_ok(MPI_Comm_delete_attr(MPI_COMM_SELF, kept));
#ifndef MPICH_VERSION
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_delete_attr(MPI_COMM_SELF, kept), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_get_attr(MPI_COMM_SELF, kept, &(void *){NULL}, &(int){0}),
                MPI_ERR_KEYVAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
#endif
    check_called("d3");
}

/* Another communicator that still has the key makes no difference to this one. */
static void a_freed_key_in_use_elsewhere_finds_nothing(void)
{
    int key = make_key(0), kept = key;
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    MPI_Comm_set_attr(dup, key, number(3));
    MPI_Comm_free_keyval(&key);
    check_equal(value_of(MPI_COMM_SELF, kept), -99);
    check_equal(value_of(dup, kept), 3);
    MPI_Comm_free(&dup);
}

static void freeing_a_key_in_use_twice_does_no_harm(void)
{
    int key = make_key(0), kept = key, again = key;

    MPI_Comm_set_attr(MPI_COMM_SELF, key, number(4));
    check_ok(MPI_Comm_free_keyval(&key));
    check_ok(MPI_Comm_free_keyval(&again));
    check_equal(value_of(MPI_COMM_SELF, kept), 4);
    check_ok(MPI_Comm_delete_attr(MPI_COMM_SELF, kept));
    check_called("d4");
}

/* Each of several values is found, on an object that is not predefined as well. */
static void each_key_finds_its_own(void)
{
    enum { KEYS = 9 };
    int keys[KEYS], i;
    MPI_Comm comms[2] = {MPI_COMM_WORLD};

    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    for (i = 0; i < KEYS; i++) {
        keys[i] = make_key(0);
        MPI_Comm_set_attr(comms[0], keys[i], number(i * 10 + check_rank));
        MPI_Comm_set_attr(comms[1], keys[i], number(i * 100 + check_rank));
    }
    MPI_Comm_delete_attr(comms[0], keys[4]);
    for (i = KEYS - 1; i >= 0; i--) {
        check_equal(value_of(comms[0], keys[i]), i == 4 ? -99 : i * 10 + check_rank);
        check_equal(value_of(comms[1], keys[i]), i * 100 + check_rank);
    }
    for (i = 0; i < KEYS; i++) {
        if (i != 4)
            MPI_Comm_delete_attr(comms[0], keys[i]);
        MPI_Comm_free_keyval(&keys[i]);
    }
    MPI_Comm_free(&comms[1]);
}

static void functions_that_fail_fail_their_callers(void)
{
    int key = make_key(0);
    MPI_Comm comm, dup = MPI_COMM_NULL;
    MPI_Request request;

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_attr(comm, key, number(1));
    failing = 'c';
    check_class(MPI_Comm_dup(comm, &dup), FAILURE);
    check(dup == MPI_COMM_NULL);
#ifndef MPICH_VERSION
    check_class(MPI_Comm_idup(comm, &dup, &request), FAILURE);
    check(dup == MPI_COMM_NULL);
#endif
    failing = 'd';
    call_count = 0;
    check_class(MPI_Comm_delete_attr(comm, key), FAILURE);
    check_class(MPI_Comm_set_attr(comm, key, number(2)), FAILURE);
    check_equal(value_of(comm, key), 1);
    check_called("d1 d1");
#ifndef MPICH_VERSION /* 4.0 takes it for an error of no communicator */
    check_class(MPI_Comm_free(&comm), FAILURE);
    check(comm != MPI_COMM_NULL);
    check_called("d1");
#endif
    /* The communicator can still be used, and freed. */
    check_ok(MPI_Barrier(comm));
    failing = 0;
    check_ok(MPI_Comm_dup(comm, &dup));
    check_equal(value_of(dup, key), 1);
    check_ok(MPI_Comm_free(&dup));
    check_ok(MPI_Comm_free(&comm));
    check_called("c1 d1 d1");
    MPI_Comm_free_keyval(&key);
    (void)request;
}

/* A failing member does not keep the others from what they asked for. */
static void a_copy_function_may_fail_at_one_member(void)
{
    int key = make_key(0), sum = 0;
    MPI_Comm comm, dup = MPI_COMM_NULL, second;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_attr(comm, key, number(1));
#ifndef MPICH_VERSION
    failing = check_rank == 0 ? 'c' : 0;
    check_class(MPI_Comm_dup(comm, &dup), check_rank == 0 ? FAILURE : MPI_SUCCESS);
    check((dup == MPI_COMM_NULL) == (check_rank == 0));
#endif
    failing = 0;
    check_ok(MPI_Comm_dup(comm, &second));
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, second);
    check_equal(sum, check_size);
    if (dup != MPI_COMM_NULL)
        MPI_Comm_free(&dup);
    MPI_Comm_free(&second);
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&key);
}

static int nested_key;

static int drop_and_use_mpi(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int rank = -1;

    (void)keyval, (void)extra;
    check_ok(MPI_Comm_rank(comm, &rank));
    check_ok(MPI_Sendrecv(&(int){1}, 1, MPI_INT, rank, 0, &(int){0}, 1, MPI_INT, rank, 0, comm,
                          MPI_STATUS_IGNORE));
    if (value == number(1)) /* one that is deleted too */
        check_ok(MPI_Comm_set_attr(comm, nested_key, number(9)));
    record('d', value);
    return MPI_SUCCESS;
}

static void functions_may_call_mpi(void)
{
    int key;
    MPI_Comm comm;

    nested_key = make_key(0);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop_and_use_mpi, &key, NULL);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_attr(comm, key, number(1));
    check_ok(MPI_Comm_delete_attr(comm, key));
#ifndef MPICH_VERSION /* 4.0 loses it */
    check_equal(value_of(comm, nested_key), 9);
#endif
    MPI_Comm_set_attr(comm, key, number(2));
    call_count = 0;
    check_ok(MPI_Comm_free(&comm));
#ifndef MPICH_VERSION
    check_equal(call_count, 2);
#endif
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free_keyval(&nested_key);
}

/* Values are addresses of ints. */
static int predefined(int key)
{
    int *value = NULL, flag = 0;

    check_ok(MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag));
    check(flag);
    return flag ? *value : -99;
}

static void mpi_sets_some_itself(void)
{
    check(predefined(MPI_TAG_UB) >= 32767);
    check(predefined(MPI_LASTUSEDCODE) >= MPI_ERR_LASTCODE);
#ifndef MPICH_VERSION /* 4.0 does not set it */
    check(predefined(MPI_UNIVERSE_SIZE) >= check_size);
#endif
    check(predefined(MPI_WTIME_IS_GLOBAL) == 0 || predefined(MPI_WTIME_IS_GLOBAL) == 1);
    check(predefined(MPI_IO) == MPI_ANY_SOURCE || predefined(MPI_IO) >= 0);
    check_equal(predefined(MPI_APPNUM), 0);
}

static int copy_type(MPI_Datatype type, int keyval, void *extra, void *value, void *out, int *flag)
{
    (void)type;
    return copy(MPI_COMM_SELF, keyval, extra, value, out, flag);
}

static int drop_type(MPI_Datatype type, int keyval, void *value, void *extra)
{
    (void)type;
    return drop(MPI_COMM_SELF, keyval, value, extra);
}

static void types_have_attributes_too(void)
{
    int key = MPI_KEYVAL_INVALID, kept, flag = 0;
    MPI_Datatype type, dup;
    void *value = NULL;

    call_count = failing = 0;
    check_ok(MPI_Type_create_keyval(copy_type, drop_type, &key, number(100)));
    MPI_Type_contiguous(3, MPI_INT, &type);
    check_ok(MPI_Type_set_attr(type, key, number(1)));
    check_ok(MPI_Type_dup(type, &dup));
    check_called("c1");
    check_ok(MPI_Type_get_attr(dup, key, &value, &flag));
    check(flag);
    check((intptr_t)value == 101);
    check_ok(MPI_Type_free(&dup));
    check_called("d101");
    check_ok(MPI_Type_delete_attr(type, key));
    check_called("d1");
    check_ok(MPI_Type_get_attr(type, key, &value, &flag));
    check(!flag);
    MPI_Type_free(&type);
    /* Each rank has its own ones of a predefined type. */
    check_ok(MPI_Type_set_attr(MPI_INT, key, number(check_rank)));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Type_get_attr(MPI_INT, key, &value, &flag));
    check(flag);
    check((intptr_t)value == check_rank);
    kept = key;
    check_ok(MPI_Type_free_keyval(&key));
    check_equal(key, MPI_KEYVAL_INVALID);
    check_ok(MPI_Type_get_attr(MPI_INT, kept, &value, &flag));
    check(flag);
    check_ok(MPI_Type_delete_attr(MPI_INT, kept));
}

static void old_names_work(void)
{
    int key = MPI_KEYVAL_INVALID, flag = 0;
    void *value = NULL;

    call_count = failing = 0;
    check_ok(MPI_Keyval_create(copy, drop, &key, NULL));
    check_ok(MPI_Attr_put(MPI_COMM_SELF, key, number(4)));
    check_ok(MPI_Attr_get(MPI_COMM_SELF, key, &value, &flag));
    check(flag);
    check((intptr_t)value == 4);
    check_ok(MPI_Attr_delete(MPI_COMM_SELF, key));
    check_called("d4");
    check_ok(MPI_Keyval_free(&key));
    check_equal(key, MPI_KEYVAL_INVALID);
}

static void wrong_arguments_are_told(void)
{
    int key = make_key(0), type_key, freed, predefined_key = MPI_TAG_UB, none, flag;
    void *value;

    MPI_Type_create_keyval(copy_type, drop_type, &type_key, NULL);
    none = MPI_KEYVAL_INVALID;
    freed = make_key(0);
    MPI_Comm_free_keyval(&freed);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_set_attr(MPI_COMM_NULL, key, NULL), MPI_ERR_COMM);
    check_class(MPI_Comm_get_attr(MPI_COMM_NULL, key, &value, &flag), MPI_ERR_COMM);
    check_class(MPI_Comm_delete_attr(MPI_COMM_NULL, key), MPI_ERR_COMM);
    check_class(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value, &flag),
                MPI_ERR_KEYVAL);
    check_class(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_free_keyval(&none), MPI_ERR_KEYVAL);
    check_class(MPI_Type_set_attr(MPI_DATATYPE_NULL, type_key, NULL), MPI_ERR_TYPE);
#ifndef MPICH_VERSION /* 4.0 has other classes, or none */
    check_class(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_free_keyval(&predefined_key), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_set_attr(MPI_COMM_WORLD, type_key, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Type_set_attr(MPI_INT, key, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_delete_attr(MPI_COMM_WORLD, key), MPI_ERR_KEYVAL); /* there is none */
    check_class(MPI_Comm_get_attr(MPI_COMM_WORLD, key, NULL, &flag), MPI_ERR_ARG);
    check_class(MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_create_keyval(copy, drop, NULL, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_set_attr(MPI_COMM_WORLD, 123456, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_set_attr(MPI_COMM_WORLD, -5, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Win_set_attr(MPI_WIN_NULL, key, NULL), MPI_ERR_WIN);
    check_class(MPI_Win_get_attr(MPI_WIN_NULL, key, &value, &flag), MPI_ERR_WIN);
    check_class(MPI_Win_delete_attr(MPI_WIN_NULL, key), MPI_ERR_WIN);
#endif
    (void)predefined_key;
    MPI_Comm_free_keyval(&key);
    MPI_Type_free_keyval(&type_key);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

CASES(values_are_kept, a_new_value_deletes_the_old_one,
      a_duplicate_gets_what_the_copy_function_gives, only_duplicates_get_copies,
      predefined_functions_copy_all_or_nothing, a_freed_key_lives_in_its_attributes,
      an_attribute_whose_key_is_freed_can_be_deleted, a_freed_key_in_use_elsewhere_finds_nothing,
      freeing_a_key_in_use_twice_does_no_harm, each_key_finds_its_own,
      functions_that_fail_fail_their_callers,
      a_copy_function_may_fail_at_one_member, functions_may_call_mpi, mpi_sets_some_itself,
      types_have_attributes_too, old_names_work, wrong_arguments_are_told)
