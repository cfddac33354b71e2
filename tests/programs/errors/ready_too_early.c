/* SPDX-License-Identifier: MIT */
/* A message that is sent in ready mode before its receive is posted is found out, also when its
 * receiver has not looked since; one that is sent in time is received. */
/* ranks: 1 2 5 */
/* expect-stdout: 12 early, 12 in time */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 3, LARGEST = 5000, EARLY_AT = __LINE__ + 6 };

static int values[LARGEST], received[LARGEST];

__attribute__((noinline)) static void send_ready(int size, int to, int tag)
{
    MPI_Rsend(values, size, MPI_INT, to, tag, MPI_COMM_WORLD);
    values[0]++;
}

static int is_found_out(int err)
{
    char expected[160], sentence[MPI_MAX_ERROR_STRING];
    int length;

    snprintf(expected, sizeof expected,
             "before a receive was posted; sent in send_ready (ready_too_early.c:%d), received in ",
             EARLY_AT);
    MPI_Error_string(err, sentence, &length);
    if (err == MPI_ERR_OTHER && strstr(sentence, expected) != NULL)
        return 1;
    printf("%d: %s without %s\n", err, sentence, expected);
    return 0;
}

int main(int argc, char **argv)
{
    static const int sizes[SIZES] = {1, 30, LARGEST};
    int rank, size, left, right, i, found[2] = {0, 0}, all[2];
    MPI_Request request;
    MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (i = 0; i < SIZES; i++) {
        send_ready(sizes[i], right, 1);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Irecv(received, sizes[i], MPI_INT, left, 1, MPI_COMM_WORLD, &request);
        found[0] += is_found_out(MPI_Wait(&request, MPI_STATUS_IGNORE));

        send_ready(sizes[i], right, 2);
        MPI_Barrier(MPI_COMM_WORLD);
        found[0] += is_found_out(MPI_Recv(received, sizes[i], MPI_INT, MPI_ANY_SOURCE, 2,
                                          MPI_COMM_WORLD, MPI_STATUS_IGNORE));

        send_ready(sizes[i], right, 3);
        MPI_Mprobe(left, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        found[0] += is_found_out(MPI_Mrecv(received, sizes[i], MPI_INT, &message,
                                           MPI_STATUS_IGNORE));

        MPI_Recv_init(received, sizes[i], MPI_INT, left, 4, MPI_COMM_WORLD, &request);
        send_ready(sizes[i], right, 4);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Start(&request);
        found[0] += is_found_out(MPI_Wait(&request, MPI_STATUS_IGNORE));

        /* The request in time, and among messages that came before it. */
        MPI_Start(&request);
        MPI_Send(values, 1, MPI_INT, right, 5, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        send_ready(sizes[i], right, 4);
        found[1] += MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        found[1] += MPI_Recv(received, 1, MPI_INT, left, 5, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE) == MPI_SUCCESS;
        MPI_Request_free(&request);

        MPI_Irecv(received, sizes[i], MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                  &request);
        MPI_Barrier(MPI_COMM_WORLD);
        send_ready(sizes[i], right, 6);
        found[1] += MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        found[1] += received[0] == values[0] - 1;
    }
    MPI_Allreduce(found, all, 2, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d early, %d in time\n", all[0], all[1]);
    MPI_Finalize();
    return 0;
}
