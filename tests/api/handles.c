/* SPDX-License-Identifier: MIT */
/* Handles are looked at before they are followed: one of another kind, one that was freed, another
 * rank's, and what is none at all are refused, whatever the function. */
#include "check.h"

#ifdef MPICH_VERSION /* whose handles are not addresses */

static void handles_of_another_library_are_its_own_affair(void)
{
}

CASES(handles_of_another_library_are_its_own_affair)

#else

static int ask_comm(void *handle)
{
    int value = -17, flag = -17, rank, size, got;
    void *attribute = &value;

    rank = MPI_Comm_rank(handle, &value);
    check_equal(value == -17, rank != MPI_SUCCESS);
    value = -17;
    size = MPI_Comm_size(handle, &value);
    check_equal(value == -17, size != MPI_SUCCESS);
    got = MPI_Comm_get_attr(handle, MPI_TAG_UB, &attribute, &flag);
    check_equal(flag == -17, got != MPI_SUCCESS);
    check_equal(rank, size);
    check_equal(rank, got);
    return rank;
}

static int ask_group(void *handle)
{
    int size;

    return MPI_Group_size(handle, &size);
}

static int ask_type(void *handle)
{
    int size;

    return MPI_Type_size(handle, &size);
}

static int ask_op(void *handle)
{
    int commutes;

    return MPI_Op_commutative(handle, &commutes);
}

static int ask_errhandler(void *handle)
{
    int err = MPI_Comm_set_errhandler(MPI_COMM_SELF, handle);

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    return err;
}

static int ask_info(void *handle)
{
    int count;

    return MPI_Info_get_nkeys(handle, &count);
}

static int ask_request(void *handle)
{
    int flag;

    return MPI_Request_get_status(handle, &flag, MPI_STATUS_IGNORE);
}

static int ask_session(void *handle)
{
    int count;

    return MPI_Session_get_num_psets(handle, MPI_INFO_NULL, &count);
}

static const struct {
    int (*ask)(void *);
    int refusal;
} kinds[] = {{ask_comm, MPI_ERR_COMM},
             {ask_group, MPI_ERR_GROUP},
             {ask_type, MPI_ERR_TYPE},
             {ask_op, MPI_ERR_OP},
             {ask_errhandler, MPI_ERR_ERRHANDLER},
             {ask_info, MPI_ERR_INFO},
             {ask_request, MPI_ERR_REQUEST},
             {ask_session, MPI_ERR_SESSION}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void first(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type;
}

static void ignore(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void *handles[KINDS];

static void make_all(void)
{
    static int never;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, (MPI_Comm *)&handles[0]);
    MPI_Comm_group(MPI_COMM_WORLD, (MPI_Group *)&handles[1]);
    MPI_Type_contiguous(2, MPI_INT, (MPI_Datatype *)&handles[2]);
    MPI_Op_create(first, 1, (MPI_Op *)&handles[3]);
    MPI_Comm_create_errhandler(ignore, (MPI_Errhandler *)&handles[4]);
    MPI_Info_create((MPI_Info *)&handles[5]);
    MPI_Irecv(&never, 1, MPI_INT, 0, 0, MPI_COMM_SELF, (MPI_Request *)&handles[6]);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, (MPI_Session *)&handles[7]);
}

static void free_all(void)
{
    MPI_Comm_free((MPI_Comm *)&handles[0]);
    MPI_Group_free((MPI_Group *)&handles[1]);
    MPI_Type_free((MPI_Datatype *)&handles[2]);
    MPI_Op_free((MPI_Op *)&handles[3]);
    MPI_Errhandler_free((MPI_Errhandler *)&handles[4]);
    MPI_Info_free((MPI_Info *)&handles[5]);
    MPI_Cancel((MPI_Request *)&handles[6]);
    MPI_Wait((MPI_Request *)&handles[6], MPI_STATUS_IGNORE);
    MPI_Session_finalize((MPI_Session *)&handles[7]);
}

static void refused_by_all(void *handle)
{
    for (int kind = 0; kind < KINDS; kind++)
        check_class(kinds[kind].ask(handle), kinds[kind].refusal);
}

static void a_handle_is_one_of_its_own_kind_only(void)
{
    make_all();
    for (int kind = 0; kind < KINDS; kind++)
        for (int asked = 0; asked < KINDS; asked++)
            check_class(kinds[asked].ask(handles[kind]),
                        asked == kind ? MPI_SUCCESS : kinds[asked].refusal);
    free_all();
}

static void what_lies_inside_of_an_object_is_no_handle(void)
{
    make_all();
    for (int kind = 0; kind < KINDS; kind++)
        for (int offset = 1; offset < 64; offset++)
            refused_by_all((char *)handles[kind] + offset);
    free_all();
}

static void a_handle_that_was_freed_is_none(void)
{
    void *before[KINDS];

    make_all();
    memcpy(before, handles, sizeof before);
    free_all();
    for (int kind = 0; kind < KINDS; kind++)
        refused_by_all(before[kind]);
}

/* Handles of another process are no handles; here they are addresses that all can see. */
static void another_ranks_handle_is_none(void)
{
    int next = (check_rank + 1) % check_size, previous = (check_rank + check_size - 1) % check_size;
    void *others[KINDS];

    make_all();
    MPI_Sendrecv(handles, sizeof handles, MPI_BYTE, next, 0, others, sizeof others, MPI_BYTE,
                 previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int kind = 0; kind < KINDS && check_size > 1; kind++)
        refused_by_all(others[kind]);
    MPI_Barrier(MPI_COMM_WORLD);
    free_all();
}

CASES(a_handle_is_one_of_its_own_kind_only, what_lies_inside_of_an_object_is_no_handle,
      a_handle_that_was_freed_is_none, another_ranks_handle_is_none)

#endif
