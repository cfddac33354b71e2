/* SPDX-License-Identifier: MIT */
/* Nothing is left of a type, however it is freed. */
#include <heddle/criterion.h>

#include "../type/random.h"

enum { BYTES = 4096 };

static MPI_Datatype make(struct random *random)
{
    MPI_Datatype inner, type;
    int stride = (int)random_in(random, 2, 5);

    MPI_Type_vector(3, 1, stride, MPI_INT, &inner);
    MPI_Type_create_resized(inner, 0, 64, &type);
    MPI_Type_free(&inner);
    MPI_Type_commit(&type);
    return type;
}

/* While messages, collectives and persistent requests have it. */
MPI_ParameterizedTestCase(held, a_type_freed_in_use_is_gone_in_the_end,
                      .counts = "1 3", .forbids_leaks = 1)
{
    struct random random = {.state = 77};
    char *out = calloc(1, BYTES), *in = calloc(64, BYTES);

    for (int round = 0; round < 50; round++) {
        MPI_Datatype type = make(&random);
        MPI_Request requests[4];
        int size, next;

        MPI_Comm_size(MPI_COMM_WORLD, &size);
        next = (heddle_rank() + 1) % size;
        MPI_Irecv(in, 2, type, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, 2, type, next, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Ibcast(in + BYTES, 3, type, 0, MPI_COMM_WORLD, &requests[2]);
        MPI_Recv_init(in, 1, type, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[3]);
        MPI_Type_free(&type);
        if (round % 2 == 0) {
            MPI_Start(&requests[3]);
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        } else {
            MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        }
        MPI_Request_free(&requests[3]);
    }
    free(out);
    free(in);
}

static int copies_gone;

static int count_deleted(MPI_Datatype type, int keyval, void *value, void *extra)
{
    (void)type, (void)keyval, (void)value, (void)extra;
    copies_gone++;
    return MPI_SUCCESS;
}

/* Whatever a type has besides: children, copies, a name, attributes, contents handed out. */
MPI_TestCase(held, a_type_goes_with_all_it_has, .ranks = 1, .forbids_leaks = 1)
{
    struct random random = {.state = 99};
    MPI_Datatype type = make(&random), copy, list, children[1];
    MPI_Aint addresses[2];
    int keyval, lengths[] = {1, 2}, places[] = {9, 4};

    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, count_deleted, &keyval, NULL);
    MPI_Type_set_attr(type, keyval, &lengths);
    MPI_Type_set_name(type, "a name");
    MPI_Type_dup(type, &copy);
    MPI_Type_set_name(copy, "another");
    MPI_Type_indexed(2, lengths, places, type, &list);
    MPI_Type_get_contents(type, 0, 2, 1, NULL, addresses, children);
    MPI_Type_free(&type);
    cr_assert(copies_gone == 1);
    MPI_Type_free(&children[0]);
    MPI_Type_free(&copy);
    cr_assert(copies_gone == 2);
    MPI_Type_free(&list);
    MPI_Type_free_keyval(&keyval);
    /* The rank's own, which are not freed by anybody. */
    MPI_Type_create_f90_real(15, MPI_UNDEFINED, &type);
    MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &type);
    MPI_Type_set_name(MPI_INT, "int");
}

MPI_TestCase(held, a_type_that_was_refused_leaves_nothing, .ranks = 1, .forbids_leaks = 1)
{
    const int sizes[] = {4, 4}, subsizes[] = {2, 5}, starts[] = {0, 0};
    MPI_Datatype type = MPI_DATATYPE_NULL, none[] = {MPI_INT, MPI_DATATYPE_NULL};

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    cr_assert_neq(MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type),
                  MPI_SUCCESS);
    cr_assert(MPI_Type_create_struct(2, sizes, (MPI_Aint[]){0, 8}, none, &type) != 0);
    cr_assert(MPI_Type_contiguous_c(INT64_MAX, MPI_INT, &type) != 0);
    cr_assert(type == MPI_DATATYPE_NULL);
}
