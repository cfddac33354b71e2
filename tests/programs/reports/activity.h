/* SPDX-License-Identifier: MIT */
/* Four ranks: one computes, one waits for a message and keeps another, one sleeps and so does a
 * thread of its, one is in a barrier. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static volatile int is_over;

static void compute(int seconds)
{
    time_t start = time(NULL);

    while (!is_over && time(NULL) - start < seconds)
        continue;
}

static void rest(int seconds)
{
    struct timespec left = {.tv_sec = seconds};

    while (nanosleep(&left, &left) != 0)
        continue;
}

static int seconds_of_helper;

static void *help(void *argument)
{
    rest(seconds_of_helper);
    return argument;
}

static void rest_with_helper(int seconds)
{
    pthread_t helper;

    seconds_of_helper = seconds;
    pthread_create(&helper, NULL, help, NULL);
    rest(seconds);
    pthread_join(helper, NULL);
}

/* Rank 3 raises the signal (0: none) when the others have come to rest. */
static int act(int seconds, int number)
{
    int rank, got, early;
    MPI_Request request;
    MPI_Comm halo;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &halo);
    MPI_Comm_set_name(halo, "halo");
    if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
        compute(seconds);
        MPI_Send(&rank, 1, MPI_INT, 1, 11, halo);
        MPI_Send(&rank, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Irecv(&early, 1, MPI_INT, 0, 11, halo, &request);
        MPI_Recv(&got, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&got, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        rest_with_helper(seconds);
    } else if (number != 0) {
        rest(5);
        raise(number);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&halo);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
