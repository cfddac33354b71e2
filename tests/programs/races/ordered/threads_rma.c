/* SPDX-License-Identifier: MIT */
/* Threads that call one-sided operations, and what they do beside dynamic windows. */
#define _GNU_SOURCE
#include "case.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum { THREADS = 3, ROUNDS = 50, PARTITIONS = 4 };

struct large {
    long words[3];
};

static MPI_Win dynamic;
static sem_t semaphore;
static _Atomic(struct large) flag;
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;

static void run_threads(void *(*function)(void *))
{
    pthread_t threads[THREADS];
    long i;

    for (i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, function, (void *)i) != 0)
            abort();
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void *put_flush_send(void *argument)
{
    const int number = (int)(long)argument;
    long mine = 1;
    int i;

    for (i = 0; i < ROUNDS; i++) {
        AT(0) {
            MPI_Put(&mine, 1, MPI_LONG, TARGET, number, 1, MPI_LONG, win);
            FLUSH();
            mine++;
            MPI_Send(NULL, 0, MPI_INT, TARGET, number, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_INT, TARGET, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        AT(TARGET) {
            MPI_Recv(NULL, 0, MPI_INT, 0, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            memory[number]++;
            MPI_Send(NULL, 0, MPI_INT, 0, number, MPI_COMM_WORLD);
        }
    }
    return NULL;
}

static void right_threads_that_put_flush_and_send(void)
{
    ALL();
    if (rank != 1)
        run_threads(put_flush_send);
    NONE();
}

static void *put_send_flush(void *argument)
{
    const int number = (int)(long)argument;

    AT(0) {
        MPI_Put(&value, 1, MPI_LONG, TARGET, number, 1, MPI_LONG, win);
        MPI_Send(NULL, 0, MPI_INT, TARGET, number, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_INT, TARGET, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        FLUSH();
    }
    AT(TARGET) {
        MPI_Recv(NULL, 0, MPI_INT, 0, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        memory[number]++;
        MPI_Send(NULL, 0, MPI_INT, 0, number, MPI_COMM_WORLD);
    }
    return NULL;
}

static void wrong_threads_that_put_and_send(void)
{
    ALL();
    if (rank != 1)
        run_threads(put_send_flush);
    NONE();
}

static __attribute__((noinline)) void fill(long *block, long number)
{
    int i;

    for (i = 0; i < 500; i++)
        block[i] = number + i;
}

static void *use_heap(void *argument)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        long *block = malloc(500 * sizeof *block);

        if (block == NULL)
            abort();
        fill(block, (long)argument);
        free(block);
    }
    return NULL;
}

static void right_heap_beside_a_dynamic_window(void)
{
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    run_threads(use_heap);
    MPI_Win_free(&dynamic);
}

static void *store_late(void *argument)
{
    PAUSE();
    *(long *)argument = 5;
    return NULL;
}

/* Two threads store the word while it is attached, or after it is detached. */
static void around_a_region(bool is_attached)
{
    static long word[8];
    pthread_t thread;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_attach(dynamic, word, sizeof word);
    if (pthread_create(&thread, NULL, store_late, word) != 0)
        abort();
    word[0] = 1;
    if (!is_attached)
        MPI_Win_detach(dynamic, word);
    pthread_join(thread, NULL);
    if (is_attached)
        MPI_Win_detach(dynamic, word);
    MPI_Win_free(&dynamic);
}

static void wrong_stores_of_attached_memory(void)
{
    around_a_region(true);
}

static void right_store_of_detached_memory(void)
{
    around_a_region(false);
}

static void receive_partitions(MPI_Request *request)
{
    int i, has_arrived;

    MPI_Precv_init(memory, PARTITIONS, 4, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request);
    MPI_Start(request);
    for (i = 0; i < PARTITIONS; i++) {
        do
            MPI_Parrived(*request, i, &has_arrived);
        while (!has_arrived);
        sum += memory[4 * i];
    }
}

static void right_partitions_that_have_arrived(void)
{
    MPI_Request request;
    int i;

    AT(0) {
        MPI_Psend_init(memory, PARTITIONS, 4, MPI_LONG, TARGET, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
        for (i = 0; i < PARTITIONS; i++) {
            memory[4 * i] = i;
            MPI_Pready(i, request);
        }
    }
    AT(TARGET)
    receive_partitions(&request);
    if (rank != 1) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
}

/* MPI_Pready comes behind the flush, and the load behind MPI_Wait. */
static void right_put_flush_and_mark(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Psend_init(result, 1, 1, MPI_LONG, TARGET, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        PUT(3);
        FLUSH();
        MPI_Pready(0, request);
    }
    AT(TARGET) {
        MPI_Precv_init(result, 1, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    }
    if (rank != 1) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    AT(TARGET)
    LOAD(3);
    NONE();
}

static void *wait_and_add(void *argument)
{
    const struct large raised = {{1, 2, 3}};

    while (atomic_load(&flag).words[0] != raised.words[0])
        ;
    (*(long *)argument)++;
    return NULL;
}

static void right_atomic_structure(void)
{
    const struct large raised = {{1, 2, 3}};
    pthread_t thread;

    ALL();
    AT(TARGET) {
        if (pthread_create(&thread, NULL, wait_and_add, &memory[3]) != 0)
            abort();
        STORE(3);
        atomic_store(&flag, raised);
        pthread_join(thread, NULL);
    }
    NONE();
}

static struct timespec soon(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += 60;
    return at;
}

static void *wait_by_clock(void *argument)
{
    const struct timespec until = soon();

    while (sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until) != 0)
        ;
    (*(long *)argument)++;
    return NULL;
}

static void right_semaphore_by_a_clock(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        sem_init(&semaphore, 0, 0);
        if (pthread_create(&thread, NULL, wait_by_clock, &memory[3]) != 0)
            abort();
        STORE(3);
        sem_post(&semaphore);
        pthread_join(thread, NULL);
    }
    NONE();
}

static void *add_by_clock(void *argument)
{
    const struct timespec until = soon();

    (void)argument;
    if (pthread_rwlock_clockwrlock(&guard, CLOCK_MONOTONIC, &until) != 0)
        abort();
    memory[3]++;
    pthread_rwlock_unlock(&guard);
    return NULL;
}

static void right_lock_by_a_clock(void)
{
    ALL();
    AT(TARGET)
    run_threads(add_by_clock);
    NONE();
}

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void *put_in_turn(void *argument)
{
    long mine = (long)argument;
    int i;

    for (i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&turn);
        MPI_Put(&mine, 1, MPI_LONG, TARGET, rank, 1, MPI_LONG, win);
        FLUSH();
        pthread_mutex_unlock(&turn);
    }
    return NULL;
}

/* In all ranks: a program without the option does not tell of the mutex. */
static void right_threads_that_put_in_turn(void)
{
    ALL();
    run_threads(put_in_turn);
    NONE();
}

CASES(0,
      CASE(wrong_threads_that_put_and_send),
      CASE(wrong_stores_of_attached_memory),
      CASE(right_threads_that_put_flush_and_send),
      CASE(right_heap_beside_a_dynamic_window),
      CASE(right_store_of_detached_memory),
      CASE(right_partitions_that_have_arrived),
      CASE(right_put_flush_and_mark),
      CASE(right_atomic_structure),
      CASE(right_semaphore_by_a_clock),
      CASE(right_lock_by_a_clock),
      CASE(right_threads_that_put_in_turn))
