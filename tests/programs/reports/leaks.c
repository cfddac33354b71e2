/* SPDX-License-Identifier: MIT */
/* An object that is not freed before MPI_Finalize is reported, with the call that made it.
 *
 * ranks: 3
 * options: -O0
 * environment: HEDDLE_LEAKS=2 ASAN_OPTIONS=detect_leaks=0
 * expect-stderr: heddle: not freed before MPI_Finalize:
 * expect-stderr: ^  3 communicators "halo", .*\(leaks.c:42\), by all 3 ranks: call MPI_Comm_free \[
 * expect-stderr: ^  3 groups, .*\(leaks.c:44\), by all 3 ranks: call MPI_Group_free \[
 * expect-stderr: ^  6 datatypes, .*\(leaks.c:46\), by all 3 ranks: call MPI_Type_free \[
 * expect-stderr: ^  3 operations, .*\(leaks.c:47\), by all 3 ranks: call MPI_Op_free \[
 * expect-stderr: ^  1 info object, .*\(leaks.c:60\), by rank 1: call MPI_Info_free \[
 * expect-stderr: ^  2 error handlers, .*:62\), by rank 1 and 1 other: call MPI_Errhandler_free \[
 * expect-stderr: ^  3 attribute keys, .*:63\), by all 3 ranks: call MPI_Comm_free_keyval or
 * expect-stderr: ^  3 requests, .*:65\), by all 3 ranks: call MPI_Wait or MPI_Request_free \[
 * expect-stderr: ^  1 session, .*\(leaks.c:67\), by rank 0: call MPI_Session_finalize \[
 * expect-stderr: ^  2 unreceived messages, one of them 4 bytes of MPI_INT from rank 1 with
 * expect-stderr: tag 9 on MPI_COMM_WORLD, .*\(leaks.c:112\), kept by rank 0: call MPI_Recv \[mpi-
 * expect-stderr: ^  2 unreceived messages, each 0 bytes from rank 1 with tag 3 on halo, sent in .*$
 * expect-stderr: tag 3 on halo, sent in send_more \(leaks.c:76\), kept by rank 2: call MPI_Recv \[
 * expect-stderr: ^  1 unreceived message, 16 bytes of MPI_DOUBLE from rank 2 with tag 4 on a .*$
 * expect-stderr: on a communicator that has been freed, sent in send_more \(leaks.c:79\), kept */
#include <mpi.h>
#include <stddef.h>

static void fail(MPI_Comm *comm, int *code, ...)
{
    MPI_Abort(*comm, *code);
}

static void keep(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)length, (void)type;
}

static void make_objects(MPI_Comm *comm)
{
    MPI_Datatype type;
    MPI_Group group;
    MPI_Op op;

    MPI_Comm_dup(MPI_COMM_WORLD, comm);
    MPI_Comm_set_name(*comm, "halo");
    MPI_Comm_group(*comm, &group);
    for (int i = 0; i < 2; i++)
        MPI_Type_contiguous(i + 2, MPI_INT, &type);
    MPI_Op_create(keep, 1, &op);
}

static void make_others(MPI_Comm comm, int rank)
{
    static int got;
    MPI_Errhandler handler;
    MPI_Info info;
    MPI_Request request;
    MPI_Session session;
    int key;

    if (rank == 1)
        MPI_Info_create(&info);
    if (rank != 0)
        MPI_Comm_create_errhandler(fail, &handler);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key,
                           NULL);
    MPI_Recv_init(&got, 1, MPI_INT, 0, 7, comm, &request);
    if (rank == 0)
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
}

static void send_more(MPI_Comm comm, int rank)
{
    double numbers[2] = {1, 2};
    MPI_Comm freed;

    for (int i = 0; i < 2 && rank == 1; i++)
        MPI_Send(NULL, 0, MPI_INT, 2, 3, comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    if (rank == 2)
        MPI_Send(numbers, 2, MPI_DOUBLE, 1, 4, freed);
    MPI_Comm_free(&freed);
}

static void make_and_free(void)
{
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Info info;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_vector(2, 3, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_and_free();
    make_objects(&comm);
    make_others(comm, rank);
    send_more(comm, rank);
    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
