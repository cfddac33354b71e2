/* SPDX-License-Identifier: MIT */
/* The option explore in jobs whose ranks have threads: what these do with objects that they share
 * happens in every order that makes a difference, and as often as can be counted by hand.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1 -pthread
 * sanitizer: address */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explored_threads.h"

static int is_wrong; /* the variant with the bug */
static int count, turns_each, order;
static char seen[32];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t each[THREADS_MAX] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                            PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;

/* ---- mutexes --------------------------------------------------------------------------------- */

static void *enter_often(void *number)
{
    for (int i = 0; i < turns_each; i++) {
        pthread_mutex_lock(&mutex);
        seen[strlen(seen)] = (char)('a' + number_of(number));
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static int enter_once(void *argument)
{
    turns_each = 1;
    run_threads(2, enter_often);
    return argument != NULL && strcmp(seen, "ba") == 0;
}

static int enter_twice(void *argument)
{
    turns_each = 2;
    run_threads(2, enter_often);
    return argument != NULL && strcmp(seen, "baba") == 0;
}

static int enter_three_times(void *argument)
{
    turns_each = 3;
    run_threads(2, enter_often);
    return argument != NULL && strcmp(seen, "bababa") == 0;
}

static int three_enter(void *argument)
{
    turns_each = 1;
    run_threads(3, enter_often);
    return argument != NULL && strcmp(seen, "cba") == 0;
}

static void *enter_own(void *number)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&each[number_of(number)]);
        pthread_mutex_unlock(&each[number_of(number)]);
    }
    return NULL;
}

/* Nothing that they do has an order. */
static int enter_different_ones(void *argument)
{
    run_threads(3, enter_own);
    return argument != NULL;
}

/* An update that is not one step: between the read and the write others can come. */
static void *add_one(void *number)
{
    int value;

    pthread_mutex_lock(&mutex);
    value = count;
    if (is_wrong) {
        pthread_mutex_unlock(&mutex);
        pthread_mutex_lock(&mutex);
    }
    count = value + 1;
    pthread_mutex_unlock(&mutex);
    return number;
}

static int add_by_two(void *argument)
{
    is_wrong = argument != NULL;
    run_threads(2, add_one);
    must(count == 2);
    return 0;
}

static void *lock_both(void *number)
{
    bool is_second = number_of(number) == 1 && is_wrong;

    pthread_mutex_lock(is_second ? &other : &mutex);
    pthread_mutex_lock(is_second ? &mutex : &other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static int lock_two(void *argument)
{
    is_wrong = argument != NULL;
    run_threads(2, lock_both);
    return 0;
}

static void *lock_again(void *number)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t recursive;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_destroy(&recursive);
    return number;
}

static int lock_recursively(void *argument)
{
    run_threads(2, lock_again);
    return argument != NULL;
}

/* Another thread may have the mutex when it is tried. */
static void *try_it(void *number)
{
    if (number_of(number) == 0) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    } else if (pthread_mutex_trylock(&mutex) == 0)
        pthread_mutex_unlock(&mutex);
    else
        count = 1;
    return NULL;
}

static int try_to_lock(void *argument)
{
    run_threads(2, try_it);
    must(argument == NULL || count == 0);
    return 0;
}

static void *spin_for_it(void *number)
{
    while (pthread_mutex_trylock(&mutex) != 0)
        sched_yield();
    pthread_mutex_unlock(&mutex);
    return number;
}

static int spin_to_lock(void *argument)
{
    run_threads(2, spin_for_it);
    return argument != NULL;
}

/* ---- read-write locks, semaphores, barriers, once -------------------------------------------- */

static void *read_it(void *number)
{
    pthread_rwlock_rdlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
    return number;
}

static int readers(void *argument)
{
    run_threads(3, read_it);
    return argument != NULL;
}

static void *read_or_write(void *number)
{
    if (number_of(number) != 0)
        return read_it(number);
    pthread_rwlock_wrlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
    return NULL;
}

static int readers_and_a_writer(void *argument)
{
    run_threads(3, read_or_write);
    return argument != NULL;
}

static void *take_and_give(void *number)
{
    sem_wait(&semaphore);
    order = 2 * order + number_of(number);
    sem_post(&semaphore);
    return NULL;
}

static int take_from_semaphore(void *argument)
{
    sem_init(&semaphore, 0, 1);
    run_threads(2, take_and_give);
    return argument != NULL && order == 2;
}

static void *meet(void *number)
{
    pthread_mutex_lock(&each[number_of(number)]);
    count += number_of(number) == 0;
    pthread_mutex_unlock(&each[number_of(number)]);
    pthread_barrier_wait(&barrier);
    must(count == 1);
    pthread_barrier_wait(&barrier);
    return NULL;
}

static int meet_at_a_barrier(void *argument)
{
    pthread_barrier_init(&barrier, NULL, 3);
    run_threads(3, meet);
    pthread_barrier_destroy(&barrier);
    return argument != NULL;
}

static void make_it(void)
{
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
}

static void *need_it(void *number)
{
    pthread_once(&once, make_it);
    must(count == 1);
    return number;
}

static int make_it_once(void *argument)
{
    run_threads(2, need_it);
    return argument != NULL;
}

static int is_made(void)
{
    int value;

    pthread_mutex_lock(&other);
    value = order;
    pthread_mutex_unlock(&other);
    return value;
}

static void say_that_it_is_made(void)
{
    pthread_mutex_lock(&other);
    order = 1;
    pthread_mutex_unlock(&other);
}

/* The flag has a mutex of its own. The wrong one is set before the value is there. */
static void *init_twice_checked(void *number)
{
    if (!is_made()) {
        pthread_mutex_lock(&mutex);
        if (!is_made()) {
            if (is_wrong)
                say_that_it_is_made();
            pthread_mutex_lock(&each[3]);
            count = 7;
            pthread_mutex_unlock(&each[3]);
            say_that_it_is_made();
        }
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_lock(&each[3]);
    must(count == 7);
    pthread_mutex_unlock(&each[3]);
    return number;
}

static int double_check(void *argument)
{
    is_wrong = argument != NULL;
    run_threads(2, init_twice_checked);
    return 0;
}

static pthread_mutex_t protected;

/* The system may not let the thread have the ceiling, and then the lock says so. */
static void *enter_protected(void *number)
{
    int error = pthread_mutex_lock(&protected);

    must(error == 0 || error == EINVAL || error == EPERM);
    must(error != 0 || pthread_mutex_unlock(&protected) == 0);
    return number;
}

static int lock_with_a_ceiling(void *argument)
{
    pthread_mutexattr_t attributes;

    must(pthread_mutexattr_init(&attributes) == 0);
    must(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT) == 0);
    must(pthread_mutexattr_setprioceiling(&attributes, 10) == 0);
    must(pthread_mutex_init(&protected, &attributes) == 0);
    run_threads(2, enter_protected);
    return argument != NULL;
}

static pthread_mutex_t robust;

/* The thread ends with the mutex. */
static void *keep_robust(void *number)
{
    int error = pthread_mutex_lock(&robust);

    must(error == 0 || error == EOWNERDEAD);
    must(error == 0 || pthread_mutex_consistent(&robust) == 0);
    count += error == 0;
    return number;
}

static int lock_after_the_dead(void *argument)
{
    pthread_mutexattr_t attributes;

    must(pthread_mutexattr_init(&attributes) == 0);
    must(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    must(pthread_mutex_init(&robust, &attributes) == 0);
    run_threads(3, keep_robust);
    must(count == 1);
    return argument != NULL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

int main(void)
{
    runs("enter_once", enter_once, 1, 2);
    runs("enter_twice", enter_twice, 1, 6);
    runs("enter_three_times", enter_three_times, 1, 20);
    runs("three_enter", three_enter, 1, 6);
    runs("enter_different_ones", enter_different_ones, 1, 1);
    runs("enter_different_ones", enter_different_ones, 2, 1);
    runs("add_by_two", add_by_two, 1, 2);
    runs("lock_two", lock_two, 1, 2);
    runs("lock_recursively", lock_recursively, 1, 1);
    runs("try_to_lock", try_to_lock, 1, 3);
    runs("spin_to_lock", spin_to_lock, 1, 0);
    runs("lock_with_a_ceiling", lock_with_a_ceiling, 1, 0);
    runs("lock_after_the_dead", lock_after_the_dead, 1, 6);
    runs("readers", readers, 1, 1);
    runs("readers_and_a_writer", readers_and_a_writer, 1, 4);
    runs("take_from_semaphore", take_from_semaphore, 1, 2);
    runs("meet_at_a_barrier", meet_at_a_barrier, 1, 1);
    runs("make_it_once", make_it_once, 1, 2);
    runs("double_check", double_check, 1, 0);
    fails("enter_once", enter_once, 1, "thread 1 of rank 0");
    fails("add_by_two", add_by_two, 1, "locks a mutex");
    fails("lock_two", lock_two, 1, "deadlock: no thread can go on");
    fails("try_to_lock", try_to_lock, 1, "tries to lock a mutex");
    fails("double_check", double_check, 1, "thread 2 of rank 0");
    return 0;
}
