/* SPDX-License-Identifier: MIT */
/* A message that is too long: the sentence names both sizes and both calls, in each way in which a
 * message can be received. */
/* ranks: 2 */
/* expect-stdout: 7 of 7 */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SENT = 10, ROOM = 4, WAYS = 7 };

enum { GIVEN_AT = __LINE__ + 4 };

__attribute__((noinline)) static int give(int tag, const int *values)
{
    return MPI_Send(values, SENT, MPI_INT, 1, tag, MPI_COMM_WORLD) +
           MPI_Barrier(MPI_COMM_WORLD);
}

static int wait_for(MPI_Request *request)
{
    int err = MPI_Wait(request, MPI_STATUS_IGNORE);

    if (*request != MPI_REQUEST_NULL)
        MPI_Request_free(request);
    return err;
}

/* The error, and the line of the call that made the receive. */
static int take(int way, int *values, int *line)
{
    MPI_Request request;
    MPI_Message message;
    int own = 0;

    switch (way) {
    case 0:
        *line = __LINE__ + 1;
        return MPI_Recv(values, ROOM, MPI_INT, 0, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    case 1:
        *line = __LINE__ + 1;
        MPI_Irecv(values, ROOM, MPI_INT, 0, way, MPI_COMM_WORLD, &request);
        return wait_for(&request);
    case 2:
        *line = __LINE__ + 1;
        MPI_Recv_init(values, ROOM, MPI_INT, 0, way, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        return wait_for(&request);
    case 3:
        MPI_Mprobe(0, way, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        *line = __LINE__ + 1;
        return MPI_Mrecv(values, ROOM, MPI_INT, &message, MPI_STATUS_IGNORE);
    case 4:
        MPI_Mprobe(0, way, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        *line = __LINE__ + 1;
        MPI_Imrecv(values, ROOM, MPI_INT, &message, &request);
        return wait_for(&request);
    case 5:
        *line = __LINE__ + 1;
        return MPI_Sendrecv(&own, 1, MPI_INT, MPI_PROC_NULL, 0, values, ROOM, MPI_INT, 0, way,
                            MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    default:
        *line = __LINE__ + 1;
        MPI_Isendrecv(&own, 1, MPI_INT, MPI_PROC_NULL, 0, values, ROOM, MPI_INT, 0, way,
                      MPI_COMM_WORLD, &request);
        return wait_for(&request);
    }
}

static int is_told(int way)
{
    char expected[160], sentence[MPI_MAX_ERROR_STRING];
    int values[SENT] = {0}, line, length, err = take(way, values, &line);

    snprintf(expected, sizeof expected,
             "the message from rank 0 with tag %d has 40 bytes, the buffer takes 16; sent in give "
             "(truncated_message.c:%d), received in ",
             way, GIVEN_AT);
    MPI_Error_string(err, sentence, &length);
    if (err != MPI_ERR_TRUNCATE || strstr(sentence, expected) == NULL) {
        printf("%d: %s instead of %s\n", way, sentence, expected);
        return 0;
    }
    snprintf(expected, sizeof expected, " (truncated_message.c:%d)", line);
    if (strstr(sentence, expected) == NULL || values[ROOM - 1] != ROOM || values[ROOM] != 0) {
        printf("%d: %s without %s\n", way, sentence, expected);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    const int values[SENT] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    int rank, way, told = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (way = 0; way < WAYS; way++) {
        if (rank == 0) {
            give(way, values);
        } else {
            told += is_told(way);
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    if (rank == 1)
        printf("%d of %d\n", told, WAYS);
    MPI_Finalize();
    return 0;
}
