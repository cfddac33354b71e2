/* SPDX-License-Identifier: MIT */
/* Ranks that wait by means of the system, with threads of theirs or without, while others wait in
 * MPI. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 7, SHORT_NS = 30000000 };

static MPI_Comm world(void)
{
    return MPI_COMM_WORLD;
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = SHORT_NS}, NULL);
}

static struct timespec soon(void)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += SHORT_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return until;
}

/* One rank waits by means of the system, and another for it. */
static void late(int rank, int size, void (*acts)(void))
{
    if (rank == size - 1)
        acts();
    MPI_Barrier(world());
}

static void wait_for_a_condition(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec until = soon();

    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&condition, &mutex, &until) != ETIMEDOUT)
        continue;
    pthread_mutex_unlock(&mutex);
}

static void condition_with_a_time(int rank, int size)
{
    late(rank, size, wait_for_a_condition);
}

static void lock_with_a_time(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    struct timespec until = soon();

    pthread_mutex_lock(&mutex);
    pthread_mutex_timedlock(&mutex, &until);
    pthread_mutex_unlock(&mutex);
}

static void mutex_with_a_time(int rank, int size)
{
    late(rank, size, lock_with_a_time);
}

static void *answer_late(void *given)
{
    const int *end = given;
    char byte;

    if (read(*end, &byte, 1) == 1) {
        rest();
        if (write(*end, &byte, 1) != 1)
            exit(EXIT_FAILURE);
    }
    return NULL;
}

static void talk_through_a_socket(void)
{
    int ends[2];
    char byte = 'x';
    pthread_t thread;

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        exit(EXIT_FAILURE);
    pthread_create(&thread, NULL, answer_late, &ends[1]);
    if (write(ends[0], &byte, 1) != 1 || read(ends[0], &byte, 1) != 1)
        exit(EXIT_FAILURE);
    pthread_join(thread, NULL);
    close(ends[0]);
    close(ends[1]);
}

static void socket_to_a_thread(int rank, int size)
{
    late(rank, size, talk_through_a_socket);
}

/* The main thread waits for a semaphore that a thread posts which waits for MPI. */
static sem_t arrived;

static void *receive_and_post(void *given)
{
    receive_from(*(int *)given, TAG, world());
    sem_post(&arrived);
    return NULL;
}

static void semaphore_of_a_receiver(int rank, int size)
{
    int from = (rank + 1) % size;
    pthread_t thread;

    sem_init(&arrived, 0, 0);
    pthread_create(&thread, NULL, receive_and_post, &from);
    if (rank == 0)
        rest();
    send_to((rank + size - 1) % size, TAG, world());
    sem_wait(&arrived);
    pthread_join(thread, NULL);
}

/* Two threads wait in MPI, a third sleeps and then serves both. */
static void *serve(void *given)
{
    const int *place = given;

    rest();
    send_to((place[0] + 1) % place[1], TAG, world());
    send_to((place[0] + 1) % place[1], TAG + 1, world());
    return NULL;
}

static void *receive_next_tag(void *given)
{
    (void)given;
    receive_from(MPI_ANY_SOURCE, TAG + 1, world());
    return NULL;
}

static void three_threads(int rank, int size)
{
    int place[] = {rank, size};
    pthread_t server, receiver;

    pthread_create(&server, NULL, serve, place);
    pthread_create(&receiver, NULL, receive_next_tag, NULL);
    receive_from(MPI_ANY_SOURCE, TAG, world());
    pthread_join(receiver, NULL);
    pthread_join(server, NULL);
}

static int query(void *state, MPI_Status *status)
{
    (void)state;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state, (void)complete;
    return MPI_SUCCESS;
}

static void *complete_late(void *given)
{
    rest();
    MPI_Grequest_complete(*(MPI_Request *)given);
    return NULL;
}

static void generalized_by_a_detached_thread(int rank, int size)
{
    static MPI_Request request, handle;
    pthread_t thread;

    (void)rank, (void)size;
    MPI_Grequest_start(query, release, cancel, NULL, &request);
    handle = request;
    pthread_create(&thread, NULL, complete_late, &handle);
    pthread_detach(thread);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(world());
}

PROGRAMS(PROGRAM(condition_with_a_time), PROGRAM(mutex_with_a_time), PROGRAM(socket_to_a_thread),
         PROGRAM(semaphore_of_a_receiver), PROGRAM(three_threads),
         PROGRAM(generalized_by_a_detached_thread))
