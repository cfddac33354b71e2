/* SPDX-License-Identifier: MIT */
/* The option explore in jobs whose ranks have threads that poll: loops that sleep or yield until
 * another thread has done something come to an end in every schedule.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1 -pthread
 * sanitizer: address */
#include <sched.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "explored_threads.h"

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_done;

static void *set_done(void *number)
{
    pthread_rwlock_wrlock(&rwlock);
    pthread_mutex_lock(&mutex);
    is_done = true;
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&rwlock);
    return number;
}

static bool look_in_lock(void)
{
    bool is_seen;

    pthread_mutex_lock(&mutex);
    is_seen = is_done;
    pthread_mutex_unlock(&mutex);
    return is_seen;
}

static void *poll_in_lock(void *number)
{
    while (!look_in_lock())
        usleep(1000);
    return number;
}

/* The thread sees what was there before it slept. */
static void *poll_around_a_sleep(void *number)
{
    const struct timespec time = {.tv_nsec = 1000};

    pthread_mutex_lock(&mutex);
    while (!is_done) {
        pthread_mutex_unlock(&mutex);
        nanosleep(&time, NULL);
        pthread_mutex_lock(&mutex);
    }
    pthread_mutex_unlock(&mutex);
    return number;
}

static void *poll_by_attempts(void *number)
{
    bool is_seen = false;

    while (!is_seen) {
        if (pthread_mutex_trylock(&mutex) == 0) {
            is_seen = is_done;
            pthread_mutex_unlock(&mutex);
        }
        sched_yield();
    }
    return number;
}

static void *poll_as_reader(void *number)
{
    bool is_seen = false;

    while (!is_seen) {
        pthread_rwlock_rdlock(&rwlock);
        is_seen = is_done;
        pthread_rwlock_unlock(&rwlock);
        sched_yield();
    }
    return number;
}

static void *poll_and_sleep_twice(void *number)
{
    while (!look_in_lock()) {
        sched_yield();
        usleep(10);
    }
    return number;
}

static void poll(int threads, void *(*body)(void *number))
{
    pthread_t all[THREADS_MAX];
    int i;

    for (i = 0; i < threads; i++)
        must(pthread_create(&all[i], NULL, body, NULL) == 0);
    set_done(NULL);
    for (i = 0; i < threads; i++)
        must(pthread_join(all[i], NULL) == 0);
}

static int polls_in_lock(void *argument)
{
    poll(1, poll_in_lock);
    return argument != NULL;
}

static int polls_around_a_sleep(void *argument)
{
    poll(1, poll_around_a_sleep);
    return argument != NULL;
}

static int polls_by_attempts(void *argument)
{
    poll(1, poll_by_attempts);
    return argument != NULL;
}

static int polls_as_reader(void *argument)
{
    poll(1, poll_as_reader);
    return argument != NULL;
}

static int polls_at_two_places(void *argument)
{
    poll(1, poll_and_sleep_twice);
    return argument != NULL;
}

static int two_poll(void *argument)
{
    poll(2, poll_in_lock);
    return argument != NULL;
}

static void passes_by_chance(const char *name, heddle_function *function)
{
    const struct heddle_options options = {.name = name, .explore = "random:1:100"};
    struct heddle_result result;

    must(heddle_run(&options, 1, function, NULL, &result) == 0);
    heddle_result_free(&result);
}

/* The other thread comes before the first look, before the second one, or when the loop has to let
 * it go on. */
int main(void)
{
    runs("polls_in_lock", polls_in_lock, 1, 3);
    runs("polls_around_a_sleep", polls_around_a_sleep, 1, 3);
    runs("polls_by_attempts", polls_by_attempts, 1, 0);
    runs("polls_as_reader", polls_as_reader, 1, 3);
    runs("polls_at_two_places", polls_at_two_places, 1, 3);
    runs("two_poll", two_poll, 1, 0);
    passes_by_chance("polls_in_lock", polls_in_lock);
    passes_by_chance("polls_around_a_sleep", polls_around_a_sleep);
    passes_by_chance("polls_by_attempts", polls_by_attempts);
    passes_by_chance("two_poll", two_poll);
    return 0;
}
