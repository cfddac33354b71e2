/* SPDX-License-Identifier: MIT */
/* Handles and statuses as Fortran has them, and back. */
#include "check.h"

/* The type comes back through each pair of functions as it was. */
#define check_round(name, handle) check(MPI_##name##_f2c(MPI_##name##_c2f(handle)) == (handle))

static void ignore(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void add(void *in, void *out, int *length, MPI_Datatype *type)
{
    (void)in, (void)out, (void)length, (void)type;
}

static void predefined_handles_come_back(void)
{
    check_round(Comm, MPI_COMM_WORLD);
    check_round(Comm, MPI_COMM_SELF);
    check_round(Type, MPI_INT);
    check_round(Type, MPI_DOUBLE_INT);
    check_round(Op, MPI_SUM);
    check_round(Group, MPI_GROUP_EMPTY);
    check_round(Errhandler, MPI_ERRORS_RETURN);
    check_round(Message, MPI_MESSAGE_NO_PROC);
}

static void null_comes_back_as_null(void)
{
    check_round(Comm, MPI_COMM_NULL);
    check_round(Type, MPI_DATATYPE_NULL);
    check_round(Op, MPI_OP_NULL);
    check_round(Group, MPI_GROUP_NULL);
    check_round(Errhandler, MPI_ERRHANDLER_NULL);
    check_round(Info, MPI_INFO_NULL);
    check_round(Message, MPI_MESSAGE_NULL);
    check_round(Request, MPI_REQUEST_NULL);
    check_round(File, MPI_FILE_NULL);
    check_round(Win, MPI_WIN_NULL);
#ifndef MPICH_VERSION /* 4.0 has them in the library only */
    check_round(Session, MPI_SESSION_NULL);
#endif
}

static void handles_of_the_users_come_back(void)
{
    MPI_Comm comm;
    MPI_Group group;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Errhandler handler;
    MPI_Info info;
    MPI_Request request;
    int size = 0;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_group(comm, &group);
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Op_create(add, 1, &op);
    MPI_Comm_create_errhandler(ignore, &handler);
    MPI_Info_create(&info);
    MPI_Ibarrier(comm, &request);
    check_round(Comm, comm);
    check_round(Group, group);
    check_round(Type, type);
    check_round(Op, op);
    check_round(Errhandler, handler);
    check_round(Info, info);
    check_round(Request, request);
    check_ok(MPI_Comm_size(MPI_Comm_f2c(MPI_Comm_c2f(comm)), &size));
    check_equal(size, check_size);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Info_free(&info);
    MPI_Errhandler_free(&handler);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
}

static void check_same(const MPI_Status *status)
{
    int count = 0;

    check_equal(status->MPI_SOURCE, check_rank);
    check_equal(status->MPI_TAG, 5);
    check_equal(status->MPI_ERROR, 17);
    check_ok(MPI_Get_count(status, MPI_INT, &count));
    check_equal(count, 2);
}

static void statuses_keep_their_fields_and_count(void)
{
    MPI_Fint array[sizeof(MPI_Status) / sizeof(MPI_Fint)];
    MPI_Status status, back;
    int sent[2] = {1, 2}, received[2];

    MPI_Sendrecv(sent, 2, MPI_INT, check_rank, 5, received, 2, MPI_INT, check_rank, 5,
                 MPI_COMM_WORLD, &status);
    status.MPI_ERROR = 17;
    memset(&back, 0, sizeof back);
    check_ok(MPI_Status_c2f(&status, array));
    check_ok(MPI_Status_f2c(array, &back));
    check_same(&back);
#ifndef MPICH_VERSION
    {
        MPI_F08_status f08;

        check_equal(array[MPI_F_SOURCE], check_rank);
        check_equal(array[MPI_F_TAG], 5);
        check_ok(MPI_Status_c2f08(&status, &f08));
        check_equal(f08.MPI_TAG, 5);
        check_ok(MPI_Status_f082f(&f08, array));
        check_ok(MPI_Status_f2f08(array, &f08));
        check_ok(MPI_Status_f082c(&f08, &back));
        check_same(&back);
    }
#endif
}

CASES(predefined_handles_come_back, null_comes_back_as_null, handles_of_the_users_come_back,
      statuses_keep_their_fields_and_count)
