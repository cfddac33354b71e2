/* SPDX-License-Identifier: MIT */
/* Ranks all of whose main threads wait, while threads of theirs wait for each other and one of them
 * goes on. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum { ROUNDS = 300, SHORT_NS = 40000000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int turn;

/* Two threads of each rank wait for each other by turns; other ranks wait for what one sends. */
static void await_turn(int mine)
{
    pthread_mutex_lock(&lock);
    while (turn != mine)
        pthread_cond_wait(&condition, &lock);
    turn = !mine;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
}

static void *take_turns(void *argument)
{
    int i;

    for (i = 0; i < ROUNDS; i++)
        await_turn(1);
    return argument;
}

static void threads_take_turns(int rank, int size)
{
    pthread_t thread;
    int i;

    pthread_create(&thread, NULL, take_turns, NULL);
    for (i = 0; i < ROUNDS; i++) {
        await_turn(0);
        if (i % 50 == 0) {
            send_to((rank + 1) % size, 1, MPI_COMM_WORLD);
            receive_from((rank + size - 1) % size, 1, MPI_COMM_WORLD);
        }
    }
    pthread_join(thread, NULL);
}

static sem_t asked, answered;

static void *answer(void *next)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        sem_wait(&asked);
        send_to(*(int *)next, 1, MPI_COMM_WORLD);
        sem_post(&answered);
    }
    return NULL;
}

static void a_semaphore_asks(int rank, int size)
{
    int next = (rank + 1) % size, i;
    pthread_t thread;

    sem_init(&asked, 0, 0);
    sem_init(&answered, 0, 0);
    pthread_create(&thread, NULL, answer, &next);
    for (i = 0; i < ROUNDS; i++) {
        sem_post(&asked);
        receive_from((rank + size - 1) % size, 1, MPI_COMM_WORLD);
        sem_wait(&answered);
    }
    pthread_join(thread, NULL);
}

static pthread_barrier_t barrier;

static void *send_after_barrier(void *next)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&barrier);
        send_to(*(int *)next, 1, MPI_COMM_WORLD);
    }
    return NULL;
}

static void threads_meet_at_a_barrier(int rank, int size)
{
    int next = (rank + 1) % size, i;
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, send_after_barrier, &next);
    for (i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&barrier);
        receive_from((rank + size - 1) % size, 1, MPI_COMM_WORLD);
    }
    pthread_join(thread, NULL);
}

static void raise_semaphore(int number)
{
    (void)number;
    sem_post(&asked);
}

static void *send_once_asked(void *next)
{
    while (sem_wait(&asked) != 0)
        continue;
    send_to(*(int *)next, 1, MPI_COMM_WORLD);
    return NULL;
}

static void a_signal_raises_a_semaphore(int rank, int size)
{
    const struct itimerval soon = {.it_value = {.tv_usec = SHORT_NS / 1000}};
    int next = (rank + 1) % size;
    pthread_t thread;

    sem_init(&asked, 0, 0);
    signal(SIGALRM, raise_semaphore);
    pthread_create(&thread, NULL, send_once_asked, &next);
    setitimer(ITIMER_REAL, &soon, NULL);
    receive_from((rank + size - 1) % size, 1, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
}

static void *never(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push((void (*)(void *))(void *)pthread_mutex_unlock, &lock);
    for (;;)
        pthread_cond_wait(&condition, &lock);
    pthread_cleanup_pop(1);
    return argument;
}

static void a_wait_is_cancelled(int rank, int size)
{
    pthread_t thread;

    pthread_create(&thread, NULL, never, NULL);
    nanosleep(&(struct timespec){.tv_nsec = SHORT_NS}, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    send_to((rank + 1) % size, 1, MPI_COMM_WORLD);
    receive_from((rank + size - 1) % size, 1, MPI_COMM_WORLD);
}

PROGRAMS(PROGRAM(threads_take_turns), PROGRAM(a_semaphore_asks),
         PROGRAM(threads_meet_at_a_barrier), PROGRAM(a_signal_raises_a_semaphore),
         PROGRAM(a_wait_is_cancelled))
