/* SPDX-License-Identifier: MIT */
/* Threads of a rank mark partitions as ready, threads of another ask for theirs. */
/* ranks: 2 3 */
/* flags: -pthread */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, SENT = 32, RECEIVED = 48, TOTAL = 9600, ROUNDS = 20 };

static int rank, size, out[TOTAL], in[TOTAL], round_number, wrong[THREADS];
static MPI_Request requests[2];

static void *send_some(void *argument)
{
    int part, i, thread = (int)((int *)argument - wrong), each = TOTAL / SENT;

    for (part = thread; part < SENT; part += THREADS) {
        for (i = part * each; i < (part + 1) * each; i++)
            out[i] = rank * 1000000 + round_number * 10000 + i;
        MPI_Pready(part, requests[0]);
    }
    return NULL;
}

static void *receive_some(void *argument)
{
    int part, i, flag, thread = (int)((int *)argument - wrong), each = TOTAL / RECEIVED;
    int left = (rank + size - 1) % size;

    for (part = thread; part < RECEIVED; part += THREADS) {
        do
            MPI_Parrived(requests[1], part, &flag);
        while (!flag);
        for (i = part * each; i < (part + 1) * each; i++)
            wrong[thread] += in[i] != left * 1000000 + round_number * 10000 + i;
    }
    return NULL;
}

static int run_round(void)
{
    pthread_t senders[THREADS], receivers[THREADS];
    int i, sum = 0;

    MPI_Startall(2, requests);
    for (i = 0; i < THREADS; i++) {
        pthread_create(&senders[i], NULL, send_some, &wrong[i]);
        pthread_create(&receivers[i], NULL, receive_some, &wrong[i]);
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(senders[i], NULL);
        pthread_join(receivers[i], NULL);
        sum += wrong[i];
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return sum;
}

int main(int argc, char **argv)
{
    int provided, failed = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Psend_init(out, SENT, TOTAL / SENT, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, RECEIVED, TOTAL / RECEIVED, MPI_INT, (rank + size - 1) % size, 0,
                   MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (round_number = 0; round_number < ROUNDS; round_number++)
        failed += run_round();
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    if (failed != 0)
        printf("rank %d: %d values are wrong\n", rank, failed);
    MPI_Finalize();
    return failed != 0 || provided != MPI_THREAD_MULTIPLE;
}
