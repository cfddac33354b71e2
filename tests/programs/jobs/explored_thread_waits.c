/* SPDX-License-Identifier: MIT */
/* The option explore in jobs whose ranks have threads that wait for each other: by conditions, in
 * C11, by time, and in calls of MPI.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1 -pthread
 * sanitizer: address */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <linux/futex.h>

#include "explored_threads.h"

enum { ITEMS = 2 };

static int is_wrong; /* the variant with the bug */
static int count, order;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;

/* ---- conditions ------------------------------------------------------------------------------ */

/* The flag is set, and the signal given, between the look and the wait. */
static void *wait_for_flag(void *number)
{
    if (number_of(number) == 0) {
        pthread_mutex_lock(&mutex);
        if (is_wrong) {
            bool is_set = count != 0;

            pthread_mutex_unlock(&mutex);
            pthread_mutex_lock(&mutex);
            if (!is_set)
                pthread_cond_wait(&filled, &mutex);
        }
        while (count == 0)
            pthread_cond_wait(&filled, &mutex);
        pthread_mutex_unlock(&mutex);
        return NULL;
    }
    pthread_mutex_lock(&mutex);
    count = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static int wake_up(void *argument)
{
    is_wrong = argument != NULL;
    run_threads(2, wait_for_flag);
    return 0;
}

/* One place; thread 0 fills it, the others empty it. With `if` a place that another one has
 * emptied is emptied again. */
static void *use_queue(void *number)
{
    bool fills = number_of(number) == 0;

    for (int i = 0; i < (fills ? ITEMS : 1); i++) {
        pthread_mutex_lock(&mutex);
        if (fills) {
            while (count == 1)
                pthread_cond_wait(&emptied, &mutex);
        } else if (is_wrong) {
            if (count == 0)
                pthread_cond_wait(&filled, &mutex);
        } else
            while (count == 0)
                pthread_cond_wait(&filled, &mutex);
        count += fills ? 1 : -1;
        must(count == 0 || count == 1);
        pthread_cond_signal(fills ? &filled : &emptied);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static int bounded_queue(void *argument)
{
    is_wrong = argument != NULL;
    run_threads(3, use_queue);
    return 0;
}

/* A signal wakes one of two that wait, and which one is open. */
static void *wait_to_be_called(void *number)
{
    pthread_mutex_lock(&mutex);
    if (number_of(number) == 2) {
        while (count < 2)
            pthread_cond_wait(&emptied, &mutex);
        order = 1;
        pthread_cond_signal(&filled);
        pthread_cond_signal(&filled);
    } else {
        if (++count == 2)
            pthread_cond_signal(&emptied);
        while (order == 0)
            pthread_cond_wait(&filled, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static int call_two(void *argument)
{
    run_threads(3, wait_to_be_called);
    return argument != NULL;
}

/* The wait ends only by its time, because no thread signals. */
static void *wait_in_time(void *number)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 3600;
    pthread_mutex_lock(&mutex);
    must(pthread_cond_timedwait(&filled, &mutex, &end) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static int wait_until_it_is_late(void *argument)
{
    run_threads(1, wait_in_time);
    return argument != NULL;
}

/* ---- C11, sleep ------------------------------------------------------------------------------ */

static mtx_t plain;
static cnd_t ready;

static int use_c11(void *number)
{
    mtx_lock(&plain);
    if (number_of(number) == 0) {
        while (count == 0)
            cnd_wait(&ready, &plain);
    } else {
        count = 1;
        cnd_broadcast(&ready);
    }
    mtx_unlock(&plain);
    return 7;
}

static int threads_of_c11(void *argument)
{
    thrd_t threads[2];
    int i, result;

    mtx_init(&plain, mtx_plain);
    cnd_init(&ready);
    for (i = 0; i < 2; i++)
        must(thrd_create(&threads[i], use_c11, (void *)(intptr_t)i) == thrd_success);
    for (i = 0; i < 2; i++)
        must(thrd_join(threads[i], &result) == thrd_success && result == 7);
    return argument != NULL;
}

static void *wait_by_sleep(void *number)
{
    if (number_of(number) == 0) {
        sleep(is_wrong ? 2 : 0);
        pthread_mutex_lock(&mutex);
        must(!is_wrong || count == 1);
        pthread_mutex_unlock(&mutex);
    } else {
        pthread_mutex_lock(&mutex);
        count = 1;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

/* A sleep is long enough until the machine is busy. */
static int rely_on_sleep(void *argument)
{
    is_wrong = argument != NULL;
    run_threads(2, wait_by_sleep);
    return 0;
}

static atomic_int flag;

static void *poll_flag(void *number)
{
    if (number_of(number) == 1) {
        pthread_mutex_lock(&mutex);
        atomic_store(&flag, 1);
        pthread_mutex_unlock(&mutex);
        return NULL;
    }
    while (atomic_load(&flag) == 0)
        usleep(1000);
    return NULL;
}

static int poll_and_sleep(void *argument)
{
    run_threads(2, poll_flag);
    return argument != NULL;
}

static int word;

static void *wait_for_word(void *number)
{
    if (number_of(number) == 0)
        while (word == 0)
            syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
    else {
        pthread_mutex_lock(&mutex);
        word = 1;
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static int wait_as_atomics_do(void *argument)
{
    run_threads(2, wait_for_word);
    return argument != NULL;
}

/* ---- with MPI -------------------------------------------------------------------------------- */

static int got[2];

static void *receive_any(void *number)
{
    got[number_of(number)] = -1;
    receive_int(&got[number_of(number)], MPI_ANY_SOURCE, TAG);
    return NULL;
}

/* Which receive comes first, and which message. */
static int each_receives(void *argument)
{
    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return 0;
    }
    run_threads(2, receive_any);
    must(got[0] + got[1] == 3);
    must(argument == NULL || got[0] == 1);
    return 0;
}

static void *probe_and_receive(void *number)
{
    MPI_Status status;
    int value;

    MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
    receive_int(&value, status.MPI_SOURCE, TAG);
    (void)number;
    return NULL;
}

/* Both probes may find one message, and then one receive waits for ever. */
static int each_probes(void *argument)
{
    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        if (argument == NULL)
            send_int(heddle_rank(), 0, TAG);
        return 0;
    }
    run_threads(2, probe_and_receive);
    return 0;
}

static void *send_or_receive(void *number)
{
    int value;

    if (number_of(number) == 0)
        send_int(5, 0, TAG);
    else
        receive_int(&value, 0, TAG);
    return NULL;
}

static int send_to_itself(void *argument)
{
    run_threads(2, send_or_receive);
    return argument != NULL;
}

enum { OTHER_TAG = TAG + 1 };

static bool is_received;

static void *receive_and_lock(void *number)
{
    int value;

    receive_int(&value, 1, OTHER_TAG);
    pthread_mutex_lock(&mutex);
    is_received = true;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    return number;
}

/* The message of the request comes while the main thread waits for the other one. */
static int receive_beside_waits(void *joins)
{
    pthread_t thread;
    MPI_Request request;
    int value;

    if (heddle_rank() == 1) {
        send_int(1, 0, TAG);
        send_int(1, 0, OTHER_TAG);
        return 0;
    }
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &request);
    must(pthread_create(&thread, NULL, receive_and_lock, NULL) == 0);
    pthread_mutex_lock(&mutex);
    while (joins == NULL && !is_received)
        must(pthread_cond_wait(&filled, &mutex) == 0);
    pthread_mutex_unlock(&mutex);
    must(pthread_join(thread, NULL) == 0);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

static int receive_beside_a_join(void *argument)
{
    return receive_beside_waits(argument != NULL ? argument : &is_received);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The function passes, but nothing controls all of its order. */
static void runs_in_part(const char *name, heddle_function *function)
{
    const struct heddle_options options = {.name = name, .explore = "all"};
    struct heddle_result result;

    must(heddle_run(&options, 1, function, NULL, &result) == 0);
    must(result.schedules == 2 && !result.has_all_schedules);
    heddle_result_free(&result);
}

int main(void)
{
    runs_in_part("wait_as_atomics_do", wait_as_atomics_do);
    runs("wake_up", wake_up, 1, 2);
    runs("bounded_queue", bounded_queue, 1, 0);
    runs("call_two", call_two, 1, 0);
    runs("wait_until_it_is_late", wait_until_it_is_late, 1, 1);
    runs("threads_of_c11", threads_of_c11, 1, 2);
    runs("rely_on_sleep", rely_on_sleep, 1, 2);
    runs("poll_and_sleep", poll_and_sleep, 1, 1);
    runs("each_receives", each_receives, 3, 4);
    runs("each_probes", each_probes, 2, 0);
    runs("send_to_itself", send_to_itself, 1, 0);
    runs("receive_beside_waits", receive_beside_waits, 2, 0);
    runs("receive_beside_a_join", receive_beside_a_join, 2, 0);
    fails("wake_up", wake_up, 1, "waits for a condition");
    fails("bounded_queue", bounded_queue, 1, "bounded_queue");
    fails("rely_on_sleep", rely_on_sleep, 1, "rely_on_sleep");
    fails("each_receives", each_receives, 3, "each_receives");
    fails("each_probes", each_probes, 3, "deadlock");
    return 0;
}
