/* SPDX-License-Identifier: MIT */
/* A rank whose main ends by pthread_exit lives until its last thread has ended; then its exit
 * handlers run.
 * options: -O0
 * ranks: 1 2 5
 * flags: -pthread
 * expect-stdout: ^rank 0: the thread ends$
 * expect-stdout: ^rank 0: the handler runs$ */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int rank, is_done;

static void *last(void *argument)
{
    (void)argument;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    MPI_Finalize();
    is_done = 1;
    printf("rank %d: the thread ends\n", rank);
    return NULL;
}

static void *first(void *argument)
{
    pthread_t thread;

    MPI_Barrier(MPI_COMM_WORLD);
    pthread_create(&thread, NULL, last, NULL);
    pthread_detach(thread);
    return argument;
}

static void say(void)
{
    if (is_done)
        printf("rank %d: the handler runs\n", rank);
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    atexit(say);
    pthread_create(&thread, NULL, first, NULL);
    pthread_exit(NULL);
}
