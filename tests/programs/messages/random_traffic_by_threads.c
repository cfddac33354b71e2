/* SPDX-License-Identifier: MIT */
/* Four threads of each rank send and receive at the same time, each with its like in another rank
 * that changes from round to round, and each in another way. What comes is checked byte by byte. */
/* ranks: 2 8 */
/* flags: -pthread */
/* expect-stdout: all [0-9]+ messages came as they were sent */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "p2p/limits.h"

enum { THREADS = 4, ROUNDS = 300, BYTES_MAX = 70000, WAYS = 6, MODES = 4 };

static int rank, size;

struct worker {
    int number;
    long wrong;
    unsigned char *out;
    unsigned char *in;
};

static uint32_t draw(int round, int number, int what)
{
    uint32_t x = (uint32_t)(round * 2654435 + number * 40503 + what * 97 + 12345);

    x = (x ^ x >> 16) * 0x45d9f3b;
    x = (x ^ x >> 16) * 0x45d9f3b;
    return x ^ x >> 16;
}

static int bytes_of(int round, int number)
{
    static const int sizes[] = {0, 4, INLINE_BYTES_MAX, INLINE_BYTES_MAX + 1, 144, 145,
                                EAGER_BYTES_MAX, EAGER_BYTES_MAX + 1, 4000, BYTES_MAX};

    return sizes[draw(round, number, 0) % (sizeof sizes / sizeof *sizes)];
}

static unsigned char byte_of(int from, int number, int round, int i)
{
    return (unsigned char)(from * 31 + number * 7 + round * 3 + i);
}

static MPI_Request start_send(struct worker *worker, int round, int to, int tag)
{
    int i, bytes = bytes_of(round, worker->number);
    MPI_Request request;

    for (i = 0; i < bytes; i++)
        worker->out[i] = byte_of(rank, worker->number, round, i);
    switch (draw(round, worker->number, 1) % MODES) {
    case 0:
        MPI_Issend(worker->out, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
        return request;
    case 1:
        MPI_Send_init(worker->out, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        return request;
    default:
        MPI_Isend(worker->out, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
        return request;
    }
}

static void receive(struct worker *worker, int way, int from, int tag, MPI_Status *status)
{
    MPI_Message message;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int flag = 0, index;

    switch (way) {
    case 0:
        MPI_Recv(worker->in, BYTES_MAX, MPI_BYTE, from, tag, MPI_COMM_WORLD, status);
        break;
    case 1:
        MPI_Recv(worker->in, BYTES_MAX, MPI_BYTE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, status);
        break;
    case 2:
        MPI_Mprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &message, status);
        MPI_Mrecv(worker->in, BYTES_MAX, MPI_BYTE, &message, status);
        break;
    case 3:
        while (!flag)
            MPI_Improbe(from, tag, MPI_COMM_WORLD, &flag, &message, status);
        MPI_Mrecv(worker->in, BYTES_MAX, MPI_BYTE, &message, status);
        break;
    case 4:
        MPI_Probe(from, tag, MPI_COMM_WORLD, status);
        MPI_Recv(worker->in, BYTES_MAX, MPI_BYTE, from, tag, MPI_COMM_WORLD, status);
        break;
    default:
        MPI_Irecv(worker->in, BYTES_MAX, MPI_BYTE, from, tag, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitany(2, requests, &index, status);
    }
}

static void run_round(struct worker *worker, int round)
{
    int shift = (int)(draw(round, worker->number, 2) % (uint32_t)size);
    int to = (rank + shift) % size, from = (rank + size - shift) % size;
    int tag = round * THREADS + worker->number, bytes = bytes_of(round, worker->number), got, i;
    MPI_Request request = start_send(worker, round, to, tag);
    MPI_Status status;

    receive(worker, (int)(draw(round, worker->number, 3) % WAYS), from, tag, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
    MPI_Get_count(&status, MPI_BYTE, &got);
    worker->wrong += got != bytes || status.MPI_SOURCE != from || status.MPI_TAG != tag;
    for (i = 0; i < bytes; i++)
        worker->wrong += worker->in[i] != byte_of(from, worker->number, round, i);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    int round;

    for (round = 0; round < ROUNDS; round++)
        run_round(worker, round);
    return NULL;
}

int main(int argc, char **argv)
{
    struct worker workers[THREADS] = {{0}};
    pthread_t threads[THREADS];
    long wrong = 0, all;
    int i, provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < THREADS; i++) {
        workers[i].number = i;
        workers[i].out = malloc(BYTES_MAX);
        workers[i].in = malloc(BYTES_MAX);
        pthread_create(&threads[i], NULL, work, &workers[i]);
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        wrong += workers[i].wrong;
        free(workers[i].out);
        free(workers[i].in);
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0 && provided == MPI_THREAD_MULTIPLE)
        printf("all %d messages came as they were sent\n", size * THREADS * ROUNDS);
    else if (rank == 0)
        printf("%ld mistakes\n", all);
    MPI_Finalize();
    return 0;
}
