/* SPDX-License-Identifier: MIT */
/* Handles that are used when what they stood for is gone: the sentence tells so, and where it was
 * made. */
/* ranks: 1 2 */
/* options: -O0 */
/* expect-stdout: : MPI_Comm_size: comm has been freed; it was made in main */
/* expect-stdout: : MPI_Wait: request has been completed or freed; it was made in main \(freed */
/* expect-stdout: : MPI_Type_size: datatype has been freed; it was made in main */
/* expect-stdout: : MPI_Group_size: group has been freed; it was made in main \(freed_handles.c: */
/* expect-stdout: : MPI_Op_commutative: op has been freed; it was made in main */
/* expect-stdout: : MPI_Info_get_nkeys: info has been freed; it was made in main */
/* expect-stdout: : MPI_Comm_set_errhandler: errhandler has been freed; it was made in main */
/* expect-stdout: : MPI_Comm_set_attr: comm_keyval has been freed; it was made in main */
/* expect-stdout: : MPI_Comm_size: comm 0x123450 is no communicator$ */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void tell(int error)
{
    char text[MPI_MAX_ERROR_STRING], *end;
    int length;

    MPI_Error_string(error, text, &length);
    end = strstr(text, " on MPI_COMM_");
    printf("%.*s\n", end != NULL ? (int)(end - text) : length, text);
}

int main(int argc, char **argv)
{
    int value = 0, key, count;
    MPI_Comm comm, comm_copy;
    MPI_Request request, request_copy;
    MPI_Datatype type, type_copy;
    MPI_Group group, group_copy;
    MPI_Op op, op_copy;
    MPI_Info info, info_copy;
    MPI_Errhandler handler, handler_copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    comm_copy = comm;
    MPI_Comm_free(&comm);
    tell(MPI_Comm_size(comm_copy, &count));

    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &request);
    request_copy = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    tell(MPI_Wait(&request_copy, MPI_STATUS_IGNORE));

    MPI_Type_contiguous(2, MPI_INT, &type);
    type_copy = type;
    MPI_Type_free(&type);
    tell(MPI_Type_size(type_copy, &count));

    MPI_Comm_group(MPI_COMM_WORLD, &group);
    group_copy = group;
    MPI_Group_free(&group);
    tell(MPI_Group_size(group_copy, &count));

    MPI_Op_create((MPI_User_function *)(void *)tell, 1, &op);
    op_copy = op;
    MPI_Op_free(&op);
    tell(MPI_Op_commutative(op_copy, &count));

    MPI_Info_create(&info);
    info_copy = info;
    MPI_Info_free(&info);
    tell(MPI_Info_get_nkeys(info_copy, &count));

    MPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)(void *)tell, &handler);
    handler_copy = handler;
    MPI_Errhandler_free(&handler);
    tell(MPI_Comm_set_errhandler(MPI_COMM_SELF, handler_copy));

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    count = key;
    MPI_Comm_free_keyval(&key);
    tell(MPI_Comm_set_attr(MPI_COMM_SELF, count, NULL));

    tell(MPI_Comm_size((MPI_Comm)0x123450, &count));
    MPI_Finalize();
    return 0;
}
