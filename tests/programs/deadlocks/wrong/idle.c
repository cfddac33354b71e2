/* SPDX-License-Identifier: MIT */
/* Deadlocks of ranks that have threads of their own, which wait for work. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <threads.h>

enum { WORKERS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_work = PTHREAD_COND_INITIALIZER, has_result = PTHREAD_COND_INITIALIZER;
static bool is_over;
static int jobs, results;

static void *work(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (jobs == 0 && !is_over)
            pthread_cond_wait(&has_work, &lock);
        if (is_over)
            break;
        jobs--;
        results++;
        pthread_cond_signal(&has_result);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void start_workers(void)
{
    pthread_t thread;
    int i;

    for (i = 0; i < WORKERS; i++) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_detach(thread);
    }
}

static void workers_wait_on_a_condition(int rank, int size)
{
    start_workers();
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
}

static void workers_have_worked(int rank, int size)
{
    start_workers();
    pthread_mutex_lock(&lock);
    jobs = 5;
    pthread_cond_signal(&has_work);
    while (results < 5)
        pthread_cond_wait(&has_result, &lock);
    pthread_mutex_unlock(&lock);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
}

static sem_t semaphore;

static void *await_semaphore(void *argument)
{
    sem_wait(&semaphore);
    return argument;
}

static void a_thread_waits_on_a_semaphore(int rank, int size)
{
    pthread_t thread;

    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, await_semaphore, NULL);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
}

static pthread_barrier_t barrier;

static void *await_barrier(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

static void a_thread_waits_at_a_barrier(int rank, int size)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, await_barrier, NULL);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
}

static mtx_t c11_lock;
static cnd_t c11_condition;

static int await_condition_of_c11(void *argument)
{
    (void)argument;
    mtx_lock(&c11_lock);
    return cnd_wait(&c11_condition, &c11_lock);
}

static void a_thread_of_c11_waits(int rank, int size)
{
    thrd_t thread;

    mtx_init(&c11_lock, mtx_plain);
    cnd_init(&c11_condition);
    thrd_create(&thread, await_condition_of_c11, NULL);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
}

static void *receive_and_tell(void *next)
{
    receive_from(*(int *)next, 3, MPI_COMM_WORLD);
    pthread_mutex_lock(&lock);
    results = 1;
    pthread_cond_signal(&has_result);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void main_waits_for_a_thread(int rank, int size)
{
    int next = (rank + 1) % size;
    pthread_t thread;

    pthread_create(&thread, NULL, receive_and_tell, &next);
    pthread_mutex_lock(&lock);
    while (results == 0)
        pthread_cond_wait(&has_result, &lock);
    pthread_mutex_unlock(&lock);
}

PROGRAMS(PROGRAM(workers_wait_on_a_condition), PROGRAM(workers_have_worked),
         PROGRAM(a_thread_waits_on_a_semaphore), PROGRAM(a_thread_waits_at_a_barrier),
         PROGRAM(a_thread_of_c11_waits), PROGRAM(main_waits_for_a_thread))
