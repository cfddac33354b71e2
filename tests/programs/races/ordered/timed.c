/* SPDX-License-Identifier: MIT */
/* Threads of a rank, by joins, locks and waits that give up, and by fields of bits. */
#define _GNU_SOURCE
#include "case.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <threads.h>
#include <time.h>

/* The memory is the rank's part of the window, which is what is looked at. */
enum { MINE, ROUNDS = 20, SECONDS = 60 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static mtx_t c_mutex;
static cnd_t c_condition;
static bool is_ready;

static volatile struct {
    unsigned before : 3, flag : 1, behind : 4;
} bits;

static struct timespec in_time(clockid_t clock)
{
    struct timespec end;

    clock_gettime(clock, &end);
    end.tv_sec += SECONDS;
    return end;
}

static void *store(void *unused)
{
    STORE(MINE);
    return unused;
}

static int store_in_c(void *unused)
{
    STORE(MINE);
    return unused != NULL;
}

static pthread_t begin(void *(*function)(void *))
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, function, NULL) != 0)
        abort();
    return thread;
}

/* ---- joins ----------------------------------------------------------------------------------- */

static void right_tryjoin(void)
{
    pthread_t thread = begin(store);

    while (pthread_tryjoin_np(thread, NULL) != 0)
        usleep(1000);
    LOAD(MINE);
}

static void right_timedjoin(void)
{
    const struct timespec end = in_time(CLOCK_REALTIME);

    if (pthread_timedjoin_np(begin(store), NULL, &end) == 0)
        LOAD(MINE);
}

static void right_clockjoin(void)
{
    const struct timespec end = in_time(CLOCK_MONOTONIC);

    if (pthread_clockjoin_np(begin(store), NULL, CLOCK_MONOTONIC, &end) == 0)
        LOAD(MINE);
}

static void right_join_of_c(void)
{
    thrd_t thread;

    if (thrd_create(&thread, store_in_c, NULL) != thrd_success)
        abort();
    thrd_join(thread, NULL);
    LOAD(MINE);
}

static void wrong_load_before_tryjoin(void)
{
    pthread_t thread = begin(store);

    PAUSE();
    LOAD(MINE);
    while (pthread_tryjoin_np(thread, NULL) != 0)
        usleep(1000);
}

static void *store_and_stay(void *unused)
{
    STORE(MINE);
    usleep(10 * PAUSE_US);
    return unused;
}

/* The join has given up. */
static void wrong_timedjoin_that_fails(void)
{
    pthread_t thread = begin(store_and_stay);
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += (long)PAUSE_US * 1000;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    if (pthread_timedjoin_np(thread, NULL, &end) != 0) {
        LOAD(MINE);
        pthread_join(thread, NULL);
    }
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* Two threads add in turn, each behind `take` and before `give`. */
static void (*take)(void), (*give)(void);

static void *add(void *unused)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        take();
        memory[MINE]++;
        give();
    }
    return unused;
}

static void add_in_turn(void (*by)(void), void (*then)(void))
{
    pthread_t thread;

    take = by;
    give = then;
    thread = begin(add);
    add(NULL);
    pthread_join(thread, NULL);
}

static void take_mutex(void)
{
    const struct timespec end = in_time(CLOCK_REALTIME);

    if (pthread_mutex_timedlock(&mutex, &end) != 0)
        abort();
}

static void take_mutex_by_clock(void)
{
    const struct timespec end = in_time(CLOCK_MONOTONIC);

    if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &end) != 0)
        abort();
}

static void give_mutex(void)
{
    pthread_mutex_unlock(&mutex);
}

static void take_lock(void)
{
    const struct timespec end = in_time(CLOCK_REALTIME);

    if (pthread_rwlock_timedwrlock(&lock, &end) != 0)
        abort();
}

static void give_lock(void)
{
    pthread_rwlock_unlock(&lock);
}

static void take_semaphore(void)
{
    const struct timespec end = in_time(CLOCK_REALTIME);

    if (sem_timedwait(&semaphore, &end) != 0)
        abort();
}

static void give_semaphore(void)
{
    sem_post(&semaphore);
}

static void take_mutex_of_c(void)
{
    const struct timespec end = in_time(CLOCK_REALTIME);

    if (mtx_timedlock(&c_mutex, &end) != thrd_success)
        abort();
}

static void give_mutex_of_c(void)
{
    mtx_unlock(&c_mutex);
}

static void do_nothing(void)
{
}

static void right_mutex_by_time(void)
{
    add_in_turn(take_mutex, give_mutex);
}

static void right_mutex_by_clock(void)
{
    add_in_turn(take_mutex_by_clock, give_mutex);
}

static void right_lock_by_time(void)
{
    add_in_turn(take_lock, give_lock);
}

static void right_semaphore_by_time(void)
{
    sem_init(&semaphore, 0, 1);
    add_in_turn(take_semaphore, give_semaphore);
    sem_destroy(&semaphore);
}

static void right_mutex_of_c_by_time(void)
{
    mtx_init(&c_mutex, mtx_timed);
    add_in_turn(take_mutex_of_c, give_mutex_of_c);
    mtx_destroy(&c_mutex);
}

static void wrong_no_lock(void)
{
    add_in_turn(do_nothing, do_nothing);
}

/* One thread has the mutex and the other the lock. */
static void *add_by_mutex(void *unused)
{
    take_mutex();
    memory[MINE]++;
    give_mutex();
    return unused;
}

static void wrong_other_lock(void)
{
    pthread_t thread = begin(add_by_mutex);

    PAUSE();
    take_lock();
    memory[MINE]++;
    give_lock();
    pthread_join(thread, NULL);
}

/* ---- waits ----------------------------------------------------------------------------------- */

static void *store_and_signal(void *unused)
{
    STORE(MINE);
    pthread_mutex_lock(&mutex);
    is_ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void wait_for_signal(bool is_by_clock)
{
    pthread_t thread;

    is_ready = false;
    thread = begin(store_and_signal);
    pthread_mutex_lock(&mutex);
    while (!is_ready) {
        const struct timespec end = in_time(is_by_clock ? CLOCK_MONOTONIC : CLOCK_REALTIME);

        if (is_by_clock)
            pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &end);
        else
            pthread_cond_timedwait(&condition, &mutex, &end);
    }
    pthread_mutex_unlock(&mutex);
    LOAD(MINE);
    pthread_join(thread, NULL);
}

static void right_condition_by_time(void)
{
    wait_for_signal(false);
}

static void right_condition_by_clock(void)
{
    wait_for_signal(true);
}

static int store_and_signal_in_c(void *unused)
{
    STORE(MINE);
    mtx_lock(&c_mutex);
    is_ready = true;
    cnd_signal(&c_condition);
    mtx_unlock(&c_mutex);
    return unused != NULL;
}

static void right_condition_of_c_by_time(void)
{
    const struct timespec end = in_time(CLOCK_REALTIME);
    thrd_t thread;

    is_ready = false;
    mtx_init(&c_mutex, mtx_timed);
    cnd_init(&c_condition);
    thrd_create(&thread, store_and_signal_in_c, NULL);
    mtx_lock(&c_mutex);
    while (!is_ready)
        cnd_timedwait(&c_condition, &c_mutex, &end);
    mtx_unlock(&c_mutex);
    LOAD(MINE);
    thrd_join(thread, NULL);
}

static void *store_late(void *unused)
{
    pthread_mutex_lock(&mutex);
    is_ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    STORE(MINE);
    return unused;
}

static void wrong_store_behind_signal(void)
{
    const struct timespec end = in_time(CLOCK_REALTIME);
    pthread_t thread;

    is_ready = false;
    thread = begin(store_late);
    pthread_mutex_lock(&mutex);
    while (!is_ready)
        pthread_cond_timedwait(&condition, &mutex, &end);
    pthread_mutex_unlock(&mutex);
    PAUSE();
    LOAD(MINE);
    pthread_join(thread, NULL);
}

/* ---- fields of bits -------------------------------------------------------------------------- */

static void *store_and_raise(void *unused)
{
    STORE(MINE);
    bits.flag = 1;
    return unused;
}

static void right_volatile_bit(void)
{
    pthread_t thread;

    bits.flag = 0;
    thread = begin(store_and_raise);
    while (!bits.flag)
        usleep(100);
    LOAD(MINE);
    pthread_join(thread, NULL);
}

static void *raise_and_store(void *unused)
{
    bits.flag = 1;
    STORE(MINE);
    return unused;
}

static void wrong_store_behind_a_volatile_bit(void)
{
    pthread_t thread;

    bits.flag = 0;
    thread = begin(raise_and_store);
    while (!bits.flag)
        usleep(100);
    PAUSE();
    LOAD(MINE);
    pthread_join(thread, NULL);
}

CASES(0,
      CASE(wrong_load_before_tryjoin),
      CASE(wrong_timedjoin_that_fails),
      CASE(wrong_no_lock),
      CASE(wrong_other_lock),
      CASE(wrong_store_behind_signal),
      CASE(wrong_store_behind_a_volatile_bit),
      CASE(right_tryjoin),
      CASE(right_timedjoin),
      CASE(right_clockjoin),
      CASE(right_join_of_c),
      CASE(right_mutex_by_time),
      CASE(right_mutex_by_clock),
      CASE(right_lock_by_time),
      CASE(right_semaphore_by_time),
      CASE(right_mutex_of_c_by_time),
      CASE(right_condition_by_time),
      CASE(right_condition_by_clock),
      CASE(right_condition_of_c_by_time),
      CASE(right_volatile_bit))
