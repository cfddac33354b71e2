/* SPDX-License-Identifier: MIT */
/* Threads of a rank, by pthreads. */
#include "case.h"

#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t meeting;
static sem_t semaphore;
static long ready;

static void *load(void *argument)
{
    sum += *(long *)argument;
    return NULL;
}

static void *store(void *argument)
{
    *(long *)argument = 5;
    return NULL;
}

static void *store_late(void *argument)
{
    PAUSE();
    *(long *)argument = 5;
    return NULL;
}

static void *add_under_mutex(void *argument)
{
    pthread_mutex_lock(&mutex);
    (*(long *)argument)++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *add_without_mutex(void *argument)
{
    (*(long *)argument)++;
    return NULL;
}

static void *store_and_post(void *argument)
{
    *(long *)argument = 5;
    sem_post(&semaphore);
    return NULL;
}

static void *store_and_signal(void *argument)
{
    *(long *)argument = 5;
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *store_and_meet(void *argument)
{
    *(long *)argument = 5;
    pthread_barrier_wait(&meeting);
    return NULL;
}

static void *store_and_raise(void *argument)
{
    *(long *)argument = 5;
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    return NULL;
}

static void *flush(void *argument)
{
    (void)argument;
    FLUSH();
    return NULL;
}

static void *put(void *argument)
{
    MPI_Put(argument, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win);
    return NULL;
}

static void *put_and_flush(void *argument)
{
    put(argument);
    FLUSH();
    return NULL;
}

static void *get_and_flush(void *argument)
{
    MPI_Get(argument, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win);
    FLUSH();
    return NULL;
}

static pthread_t start(void *(*function)(void *), void *argument)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, function, argument) != 0)
        abort();
    return thread;
}

static void run(void *(*function)(void *), void *argument)
{
    pthread_join(start(function, argument), NULL);
}


static void wrong_store_and_load_of_two_threads(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(store_late, &memory[3]);
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void wrong_stores_of_two_threads(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(store, &memory[3]);
        PAUSE();
        memory[3] = 6;
        pthread_join(thread, NULL);
    }
    NONE();
}

static void wrong_mutex_on_one_side(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(add_under_mutex, &memory[3]);
        PAUSE();
        memory[3]++;
        pthread_join(thread, NULL);
    }
    NONE();
}

static void wrong_load_after_the_start(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        memory[3] = 1;
        thread = start(store_late, &memory[3]);
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void wrong_get_under_way_and_load_of_a_thread(void)
{
    ALL();
    AT(0) {
        GET(3);
        run(load, result);
        FLUSH();
    }
    NONE();
}

static void wrong_put_under_way_and_store_of_a_thread(void)
{
    ALL();
    AT(0) {
        PUT(3);
        run(store, &value);
        FLUSH();
    }
    NONE();
}

static void wrong_put_of_a_thread_and_store(void)
{
    ALL();
    AT(0) {
        run(put, &value);
        value = 1;
        FLUSH();
    }
    NONE();
}

static void wrong_flushed_get_of_a_thread_and_load(void)
{
    pthread_t thread;

    ALL();
    AT(0) {
        thread = start(get_and_flush, result);
        PAUSE();
        sum += result[0];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void wrong_flush_of_a_thread_not_joined(void)
{
    pthread_t thread;

    ALL();
    AT(0) {
        GET(3);
        thread = start(flush, NULL);
        PAUSE();
        sum += result[0];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void wrong_puts_of_two_threads(void)
{
    pthread_t thread;

    ALL();
    AT(0) {
        thread = start(put_and_flush, &value);
        PAUSE();
        MPI_Put(&other, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win);
        pthread_join(thread, NULL);
    }
    NONE();
}

static void wrong_put_and_load_of_a_thread(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET) {
        PAUSE();
        run(load, &memory[3]);
    }
    NONE();
}

static void wrong_thread_not_joined_before_the_message(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(store_late, &memory[3]);
        send_to(0);
        pthread_join(thread, NULL);
    }
    AT(0) {
        receive_from(TARGET);
        PAUSE();
        PAUSE();
        PUT(3);
        FLUSH();
    }
    NONE();
}

static void wrong_thread_beside_a_fence(void)
{
    pthread_t thread;

    FENCE();
    AT(TARGET)
    thread = start(store_late, &memory[3]);
    AT(0)
    PUT(3);
    FENCE();
    AT(TARGET)
    pthread_join(thread, NULL);
}

static void right_created(void)
{
    ALL();
    AT(TARGET) {
        memory[3] = 1;
        run(store, &memory[3]);
        sum += memory[3];
    }
    NONE();
}

static void right_joined(void)
{
    ALL();
    AT(TARGET) {
        run(store, &memory[3]);
        memory[3] = 6;
    }
    NONE();
}

static void right_mutex(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(add_under_mutex, &memory[3]);
        pthread_mutex_lock(&mutex);
        memory[3]++;
        pthread_mutex_unlock(&mutex);
        pthread_join(thread, NULL);
    }
    NONE();
}

static void right_semaphore(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        sem_init(&semaphore, 0, 0);
        thread = start(store_and_post, &memory[3]);
        sem_wait(&semaphore);
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void right_condition(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(store_and_signal, &memory[3]);
        pthread_mutex_lock(&mutex);
        while (!ready)
            pthread_cond_wait(&condition, &mutex);
        pthread_mutex_unlock(&mutex);
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void right_barrier(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        pthread_barrier_init(&meeting, NULL, 2);
        thread = start(store_and_meet, &memory[3]);
        pthread_barrier_wait(&meeting);
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void right_atomic_flag(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(store_and_raise, &memory[3]);
        while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) == 0)
            usleep(1000);
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

static void right_other_words(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        thread = start(store, &memory[3]);
        memory[4] = 6;
        pthread_join(thread, NULL);
    }
    NONE();
}

static void right_get_flushed_by_a_joined_thread(void)
{
    ALL();
    AT(0) {
        GET(3);
        run(flush, NULL);
        sum += result[0];
    }
    NONE();
}

static void right_put_of_a_joined_thread(void)
{
    ALL();
    AT(0) {
        run(put_and_flush, &value);
        PUT(3);
        FLUSH();
        value = 1;
    }
    NONE();
}

static void right_gets_of_two_threads(void)
{
    pthread_t thread;

    ALL();
    AT(0) {
        thread = start(get_and_flush, result);
        MPI_Get(&other, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win);
        FLUSH();
        pthread_join(thread, NULL);
        sum += result[0];
    }
    NONE();
}

static void right_joined_before_the_message(void)
{
    ALL();
    AT(TARGET) {
        run(store, &memory[3]);
        send_to(0);
    }
    AT(0) {
        receive_from(TARGET);
        GET(3);
        FLUSH();
    }
    NONE();
}

static void right_created_behind_the_fence(void)
{
    FENCE();
    AT(0)
    PUT(3);
    FENCE();
    AT(TARGET)
    run(load, &memory[3]);
}

CASES(0,
      CASE(wrong_store_and_load_of_two_threads),
      CASE(wrong_stores_of_two_threads),
      CASE(wrong_mutex_on_one_side),
      CASE(wrong_load_after_the_start),
      CASE(wrong_get_under_way_and_load_of_a_thread),
      CASE(wrong_put_under_way_and_store_of_a_thread),
      CASE(wrong_put_of_a_thread_and_store),
      CASE(wrong_flushed_get_of_a_thread_and_load),
      CASE(wrong_flush_of_a_thread_not_joined),
      CASE(wrong_puts_of_two_threads),
      CASE(wrong_put_and_load_of_a_thread),
      CASE(wrong_thread_not_joined_before_the_message),
      CASE(wrong_thread_beside_a_fence),
      CASE(right_created),
      CASE(right_joined),
      CASE(right_mutex),
      CASE(right_semaphore),
      CASE(right_condition),
      CASE(right_barrier),
      CASE(right_atomic_flag),
      CASE(right_other_words),
      CASE(right_get_flushed_by_a_joined_thread),
      CASE(right_put_of_a_joined_thread),
      CASE(right_gets_of_two_threads),
      CASE(right_joined_before_the_message),
      CASE(right_created_behind_the_fence))
