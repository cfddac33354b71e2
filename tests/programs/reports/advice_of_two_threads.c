/* SPDX-License-Identifier: MIT */
/* HEDDLE_ADVICE=2: two threads in collective operations of one communicator are an error, before
 * they take each other's data; in those of two communicators they are none, unless the thread level
 * is MPI_THREAD_SERIALIZED. */
/* ranks: 2 */
/* options: -O0 */
/* mpich: no */
/* flags: -pthread */
/* environment: HEDDLE_ADVICE=2 */
/* arguments: one */
/* expect-status: 16 */
/* expect-stderr: another thread is in a collective operation on that communicator */
/* variant: two; arguments: two; expect-status: 0; expect-stderr: ; expect-stdout: ^fine$ */
/* variant: serialized; arguments: serialized; expect-stderr: another thread of the rank waits in */
/* variant: waitall; arguments: serialized waitall; expect-stderr: waits in MPI, */
/* variant: probe; arguments: serialized probe; expect-stderr: waits in MPI, */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static MPI_Comm comms[2];

static const char *how = "barrier";

static void *meet(void *argument)
{
    MPI_Comm comm = *(MPI_Comm *)argument;
    MPI_Request request;

    if (strcmp(how, "waitall") == 0) {
        MPI_Irecv(NULL, 0, MPI_INT, 1, 1, comm, &request);
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    } else if (strcmp(how, "probe") == 0) {
        MPI_Probe(1, 1, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(comm);
    }
    return NULL;
}

/* Rank 0's two threads come to the barriers while rank 1 has not come. */
int main(int argc, char **argv)
{
    int provided, rank, i, is_one, is_serialized;
    pthread_t threads[2];

    is_serialized = strcmp(argv[1], "serialized") == 0;
    if (argc > 2)
        how = argv[2];
    MPI_Init_thread(&argc, &argv, is_serialized ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE,
                    &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    is_one = strcmp(argv[1], "one") == 0;
    for (i = 0; i < 2 && (rank == 0 || !(is_one || is_serialized)); i++)
        pthread_create(&threads[i], NULL, meet, &comms[is_one ? 0 : i]);
    if (rank == 1 && (is_one || is_serialized)) /* until the job is ended */
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (rank == 0)
        puts("fine");
    MPI_Comm_free(&comms[0]);
    MPI_Comm_free(&comms[1]);
    MPI_Finalize();
    return 0;
}
