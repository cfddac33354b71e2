/* SPDX-License-Identifier: MIT */
/* Threads complete the requests that the rank's main thread sleeps for, or has freed. */
/* ranks: 1 3 */
/* flags: -pthread */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 50 };

static int frees, queries;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static MPI_Request requests[THREADS];

static int query(void *extra_state, MPI_Status *status)
{
    (void)extra_state;
    queries++;
    MPI_Status_set_elements(status, MPI_INT, 1);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int free_it(void *extra_state)
{
    (void)extra_state;
    pthread_mutex_lock(&lock);
    frees++;
    pthread_mutex_unlock(&lock);
    return MPI_SUCCESS;
}

static int cancel(void *extra_state, int complete)
{
    (void)extra_state;
    return complete ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static void *work(void *argument)
{
    MPI_Request request = *(MPI_Request *)argument;

    usleep(100);
    MPI_Grequest_complete(request);
    return NULL;
}

static void run_round(int round)
{
    pthread_t threads[THREADS];
    MPI_Request copies[THREADS];
    int i;

    for (i = 0; i < THREADS; i++) {
        MPI_Grequest_start(query, free_it, cancel, NULL, &requests[i]);
        copies[i] = requests[i];
        pthread_create(&threads[i], NULL, work, &copies[i]);
    }
    for (i = 0; i < THREADS; i++)
        if (round % 2 == 0)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        else
            MPI_Request_free(&requests[i]);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    int provided, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    for (i = 0; i < ROUNDS; i++)
        run_round(i);
    MPI_Finalize();
    if (frees != THREADS * ROUNDS || queries != THREADS * ROUNDS / 2)
        printf("%d frees, %d queries\n", frees, queries);
    return frees != THREADS * ROUNDS || queries != THREADS * ROUNDS / 2;
}
