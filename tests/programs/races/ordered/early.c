/* SPDX-License-Identifier: MIT */
/* Threads that are older than the first window. */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4 };

static pthread_mutex_t mutexes[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                           PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int stops;
static bool receives, locks;
static int rank;
static long *memory, sum;
static MPI_Win win;

static void *read_memory(void *argument)
{
    if (receives)
        MPI_Recv(NULL, 0, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(NULL, 0, MPI_INT, 0, 8, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    sum += memory[0];
    return argument;
}

static void *take_lock(void *argument)
{
    while (atomic_load(&stops) == 0) {
        pthread_mutex_lock(argument);
        pthread_mutex_unlock(argument);
    }
    return argument;
}

static void begin(pthread_t *thread, void *(*function)(void *), void *argument)
{
    if (pthread_create(thread, NULL, function, argument) != 0)
        abort();
}

/* Rank 1 stores into rank 0's memory, and a thread of rank 0 loads it. The memory comes to the
 * thread by a message of rank 0 to itself, which says nothing of the store. */
static void run(void)
{
    pthread_t reader, others[THREADS];
    MPI_Aint bytes;
    int unit, i;

    if (rank == 0)
        begin(&reader, read_memory, NULL);
    for (i = 0; i < THREADS && locks; i++)
        begin(&others[i], take_lock, &mutexes[i]);
    MPI_Win_allocate_shared(rank == 0 ? sizeof sum : 0, sizeof sum, MPI_INFO_NULL, MPI_COMM_WORLD,
                            &memory, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &memory);
    if (rank == 0)
        MPI_Send(NULL, 0, MPI_INT, 0, 8, MPI_COMM_SELF);
    if (rank == 1) {
        memory[0] = 5;
        MPI_Send(NULL, 0, MPI_INT, 0, 7, MPI_COMM_WORLD);
    }
    atomic_store(&stops, 1);
    for (i = 0; i < THREADS && locks; i++)
        pthread_join(others[i], NULL);
    if (rank == 0)
        pthread_join(reader, NULL);
    if (rank == 0 && !receives)
        MPI_Recv(NULL, 0, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 1 && rank == 0)
        puts("wrong_load_beside_a_store\nright_load_behind_a_message\nright_locks_meanwhile");
    if (argc > 1) {
        receives = strncmp(argv[1], "right", 5) == 0;
        locks = strstr(argv[1], "locks") != NULL;
        run();
    }
    MPI_Finalize();
    return 0;
}
