/* SPDX-License-Identifier: MIT */
/* Ranks all of whose main threads wait in MPI, while a thread of one of them can end that. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <threads.h>
#include <time.h>

enum { SHORT_NS = 40000000 };

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = SHORT_NS}, NULL);
}

static void *send_later(void *to)
{
    rest();
    send_to(*(int *)to, 1, MPI_COMM_WORLD);
    return NULL;
}

static void a_thread_sends(int rank, int size)
{
    int to = (rank + 1) % size;
    pthread_t thread;

    pthread_create(&thread, NULL, send_later, &to);
    receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
}

static void one_thread_of_all_sends(int rank, int size)
{
    pthread_t thread;
    int to = 0, i;

    if (rank == 0) {
        pthread_create(&thread, NULL, send_later, &to);
        receive_from(0, 1, MPI_COMM_WORLD);
        pthread_join(thread, NULL);
        for (i = 1; i < size; i++)
            send_to(i, 1, MPI_COMM_WORLD);
    } else {
        receive_from(0, 1, MPI_COMM_WORLD);
    }
}

/* The thread is not joined, but MPI_Finalize must not come before its send is over. */
static atomic_bool has_sent;

static void *send_and_tell(void *to)
{
    send_later(to);
    atomic_store(&has_sent, true);
    return NULL;
}

static void await_sender(void)
{
    while (!atomic_load(&has_sent))
        sched_yield();
}

static void a_detached_thread_sends(int rank, int size)
{
    static int to;
    pthread_t thread;

    to = (rank + 1) % size;
    pthread_create(&thread, NULL, send_and_tell, &to);
    pthread_detach(thread);
    receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    await_sender();
}

static void *create_another(void *to)
{
    pthread_t thread;

    pthread_create(&thread, NULL, send_and_tell, to);
    pthread_detach(thread);
    return NULL;
}

static void the_thread_of_a_thread_sends(int rank, int size)
{
    static int to;
    pthread_t thread;

    to = (rank + 1) % size;
    pthread_create(&thread, NULL, create_another, &to);
    pthread_detach(thread);
    receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    await_sender();
}

static int send_at_last(void *to)
{
    send_later(to);
    return 0;
}

static void a_thread_of_c11_sends(int rank, int size)
{
    int to = (rank + 1) % size;
    thrd_t thread;

    thrd_create(&thread, send_at_last, &to);
    receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    thrd_join(thread, NULL);
}

static pthread_key_t key;

static void send_on_the_way_out(void *to)
{
    rest();
    send_to(*(int *)to, 1, MPI_COMM_WORLD);
}

static void *leave_it_to_the_destructor(void *to)
{
    pthread_setspecific(key, to);
    return NULL;
}

static void the_destructor_of_a_key_sends(int rank, int size)
{
    int to = (rank + 1) % size;
    pthread_t thread;

    pthread_key_create(&key, send_on_the_way_out);
    pthread_create(&thread, NULL, leave_it_to_the_destructor, &to);
    receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
}

static void *receive_and_answer(void *to)
{
    int i;

    for (i = 0; i < 20; i++) {
        receive_from(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD);
        send_to(*(int *)to, 1, MPI_COMM_WORLD);
    }
    return NULL;
}

static void threads_serve_each_other(int rank, int size)
{
    int other = (rank + 1) % size, i;
    pthread_t thread;

    pthread_create(&thread, NULL, receive_and_answer, &other);
    for (i = 0; i < 20; i++) {
        if (i % 10 == 9)
            rest();
        send_to(other, 2, MPI_COMM_WORLD);
        receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    }
    pthread_join(thread, NULL);
}

static void openmp_threads_send(int rank, int size)
{
    int to = (rank + 1) % size;

#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() == 2)
            send_later(&to);
        else if (omp_get_thread_num() == 0)
            receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void after_an_openmp_region(int rank, int size)
{
    int sum = 0, all, i;

    (void)size;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (i = 0; i < 1000; i++)
        sum += i;
    if (rank == 0)
        rest();
    MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* ---- generalized requests -------------------------------------------------------------------- */

static int query(void *state, MPI_Status *status)
{
    (void)state;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int no_release(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int no_cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

static void *complete_later(void *request)
{
    rest();
    MPI_Grequest_complete(*(MPI_Request *)request);
    return NULL;
}

static void a_generalized_request(int rank, int size)
{
    MPI_Request request, copy;
    pthread_t thread;

    (void)rank;
    (void)size;
    MPI_Grequest_start(query, no_release, no_cancel, NULL, &request);
    copy = request;
    pthread_create(&thread, NULL, complete_later, &copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
}

static void others_wait_for_a_generalized_request(int rank, int size)
{
    if (rank == 0)
        a_generalized_request(rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void a_generalized_request_that_is_done(int rank, int size)
{
    MPI_Request request;

    (void)rank;
    (void)size;
    MPI_Grequest_start(query, no_release, no_cancel, NULL, &request);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* ---- threads that are joined by who could do nothing else ----------------------------------- */

static void *receive_one(void *unused)
{
    receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    return unused;
}

/* The last one to end is joined when all others sleep, and who joins is the next to act. */
static void joined_one_after_the_other(int rank, int size)
{
    int to = (rank + 1) % size, i;
    pthread_t thread;

    for (i = 0; i < 200; i++) {
        pthread_create(&thread, NULL, receive_one, NULL);
        if (rank > 0)
            pthread_join(thread, NULL);
        send_to(to, 1, MPI_COMM_WORLD);
        if (rank == 0)
            pthread_join(thread, NULL);
    }
}

static void *join_who_sends(void *to)
{
    pthread_t thread;

    pthread_create(&thread, NULL, send_later, to);
    pthread_join(thread, NULL);
    return NULL;
}

static void who_is_joined_joins_who_sleeps(int rank, int size)
{
    int to = (rank + 1) % size;
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, receive_one, NULL);
    pthread_create(&threads[1], NULL, join_who_sends, &to);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}

static void *wait_for_ever(void *unused)
{
    for (;;)
        rest();
    return unused;
}

static void *join_for_ever(void *thread)
{
    pthread_join(*(pthread_t *)thread, NULL);
    return NULL;
}

/* The thread that joined has gone, and the one that it joined still sleeps. */
static void a_join_is_cancelled(int rank, int size)
{
    pthread_t waiter, joiner;

    (void)size;
    pthread_create(&waiter, NULL, wait_for_ever, NULL);
    pthread_create(&joiner, NULL, join_for_ever, &waiter);
    rest();
    pthread_cancel(joiner);
    pthread_join(joiner, NULL);
    if (rank == 0) {
        rest();
        pthread_cancel(waiter);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_cancel(waiter);
    pthread_join(waiter, NULL);
}

static void who_joins_himself_goes_on(int rank, int size)
{
    int next = (rank + 1) % size;

    if (rank == 0) {
        rest();
        if (pthread_join(pthread_self(), NULL) != 0)
            send_to(next, 1, MPI_COMM_WORLD);
        receive_from(size - 1, 1, MPI_COMM_WORLD);
    } else {
        receive_from(rank - 1, 1, MPI_COMM_WORLD);
        send_to(next, 1, MPI_COMM_WORLD);
    }
}

PROGRAMS(PROGRAM(a_thread_sends), PROGRAM(one_thread_of_all_sends),
         PROGRAM(a_detached_thread_sends), PROGRAM(the_thread_of_a_thread_sends),
         PROGRAM(a_thread_of_c11_sends), PROGRAM(the_destructor_of_a_key_sends),
         PROGRAM(threads_serve_each_other), PROGRAM(openmp_threads_send),
         PROGRAM(after_an_openmp_region), PROGRAM(a_generalized_request),
         PROGRAM(others_wait_for_a_generalized_request),
         PROGRAM(a_generalized_request_that_is_done), PROGRAM(joined_one_after_the_other),
         PROGRAM(who_is_joined_joins_who_sleeps), PROGRAM(a_join_is_cancelled),
         PROGRAM(who_joins_himself_goes_on))
