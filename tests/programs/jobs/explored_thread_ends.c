/* SPDX-License-Identifier: MIT */
/* The option explore in jobs whose ranks have threads: joins and waits with a limit of time, the
 * clocks, threads that are cancelled, and children made by fork.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1 -pthread -D_GNU_SOURCE
 * sanitizer: address */
#include <errno.h>
#include <semaphore.h>
#include <stdbool.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "explored_threads.h"

enum { HOUR = 3600, SOON_NS = 20000000, SECOND_NS = 1000000000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static bool is_filled;

static struct timespec later(clockid_t clock, time_t seconds, long ns)
{
    struct timespec time;

    must(clock_gettime(clock, &time) == 0);
    time.tv_sec += seconds;
    time.tv_nsec += ns;
    if (time.tv_nsec >= SECOND_NS) {
        time.tv_sec++;
        time.tv_nsec -= SECOND_NS;
    }
    return time;
}

static void *wait_until_filled(void *number)
{
    pthread_mutex_lock(&mutex);
    while (!is_filled)
        pthread_cond_wait(&filled, &mutex);
    pthread_mutex_unlock(&mutex);
    return number;
}

static void fill(void)
{
    pthread_mutex_lock(&mutex);
    is_filled = true;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&mutex);
}

/* ---- joins ----------------------------------------------------------------------------------- */

static int join_in_time(void *argument)
{
    struct timespec end = later(CLOCK_REALTIME, HOUR, 0), now;
    pthread_t thread;
    void *value;

    must(pthread_create(&thread, NULL, wait_until_filled, &end) == 0);
    must(pthread_timedjoin_np(thread, &value, &end) == ETIMEDOUT);
    now = later(CLOCK_REALTIME, 0, 0);
    must(now.tv_sec > end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec));
    must(pthread_tryjoin_np(thread, &value) == EBUSY);
    fill();
    end = later(CLOCK_MONOTONIC, HOUR, 0);
    must(pthread_clockjoin_np(thread, &value, CLOCK_MONOTONIC, &end) == 0 && value != NULL);
    return argument != NULL;
}

static void *do_nothing(void *number)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return number;
}

/* The loop has no call but the attempt. */
static int try_to_join(void *argument)
{
    pthread_t thread;
    void *value = NULL;
    int error;

    must(pthread_create(&thread, NULL, do_nothing, &thread) == 0);
    do
        error = pthread_tryjoin_np(thread, &value);
    while (error == EBUSY);
    must(error == 0 && value == &thread);
    return argument != NULL;
}

enum { MANY = 300 };

/* Each has the place of one that has ended. */
static int create_many(void *argument)
{
    int i;

    for (i = 0; i < MANY; i++)
        run_threads(2, do_nothing);
    return argument != NULL;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

static void *wait_for_an_hour(void *number)
{
    struct timespec end = later(CLOCK_REALTIME, HOUR, 0);

    pthread_mutex_lock(&mutex);
    must(pthread_cond_timedwait(&filled, &mutex, &end) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    return number;
}

static int show_the_end(void *argument)
{
    time_t before = time(NULL);
    struct timespec now;
    struct timeval day;

    run_threads(1, wait_for_an_hour);
    must(time(NULL) >= before + HOUR);
    must(gettimeofday(&day, NULL) == 0 && day.tv_sec >= before + HOUR);
    must(timespec_get(&now, TIME_UTC) == TIME_UTC && now.tv_sec >= before + HOUR);
    return argument != NULL;
}

static void *sleep_until_it_is_late(void *number)
{
    time_t end = time(NULL) + HOUR;

    while (time(NULL) < end)
        sleep(HOUR / 4);
    return number;
}

static int sleep_in_turn(void *argument)
{
    run_threads(2, sleep_until_it_is_late);
    return argument != NULL;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void *leave_errno(void *number)
{
    int i;

    for (i = 0; i < 2; i++) {
        errno = ENOEXEC;
        pthread_mutex_lock(&mutex);
        must(errno == ENOEXEC);
        pthread_mutex_unlock(&mutex);
        must(errno == ENOEXEC);
    }
    return number;
}

static int errno_is_left(void *argument)
{
    run_threads(2, leave_errno);
    return argument != NULL;
}

static void *give_wrong_times(void *number)
{
    struct timespec wrong = {.tv_sec = 1, .tv_nsec = -1};
    sem_t empty;

    must(sem_init(&empty, 0, 0) == 0);
    pthread_mutex_lock(&mutex);
    must(pthread_cond_timedwait(&filled, &mutex, &wrong) == EINVAL);
    pthread_mutex_unlock(&mutex);
    must(sem_timedwait(&empty, &wrong) == -1 && errno == EINVAL);
    must(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
    return number;
}

static int times_are_wrong(void *argument)
{
    run_threads(2, give_wrong_times);
    return argument != NULL;
}

/* ---- turns that end -------------------------------------------------------------------------- */

static bool is_cleaned;

static void clean(void *unused)
{
    is_cleaned = true;
    pthread_mutex_unlock(&mutex);
    (void)unused;
}

static void *wait_to_be_cancelled(void *number)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(clean, NULL);
    for (;;)
        pthread_cond_wait(&filled, &mutex);
    pthread_cleanup_pop(0);
    return number;
}

static void cancel_thread(void)
{
    pthread_t thread;
    void *value = NULL;

    must(pthread_create(&thread, NULL, wait_to_be_cancelled, NULL) == 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    must(pthread_cancel(thread) == 0);
    must(pthread_join(thread, &value) == 0 && value == PTHREAD_CANCELED);
    pthread_mutex_lock(&mutex);
    must(is_cleaned);
    pthread_mutex_unlock(&mutex);
}

static int cancel_one(void *argument)
{
    cancel_thread();
    return argument != NULL;
}

static void *hold_for_ever(void *number)
{
    pthread_mutex_lock(&held);
    pthread_cond_wait(&filled, &held);
    pthread_mutex_unlock(&held);
    return number;
}

/* libc would wait for an hour if it were given the times of the rank's clocks. */
static int wait_without_turns(void *argument)
{
    pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;
    struct timespec soon;
    pthread_t thread;
    sem_t empty;

    run_threads(1, wait_for_an_hour);
    must(sem_init(&empty, 0, 0) == 0 && pthread_rwlock_wrlock(&written) == 0);
    cancel_thread();
    pthread_mutex_lock(&mutex);
    soon = later(CLOCK_REALTIME, 0, SOON_NS);
    must(pthread_cond_timedwait(&filled, &mutex, &soon) == ETIMEDOUT);
    soon = later(CLOCK_MONOTONIC, 0, SOON_NS);
    must(pthread_cond_clockwait(&filled, &mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    soon = later(CLOCK_REALTIME, 0, SOON_NS);
    must(pthread_mutex_timedlock(&mutex, &soon) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    soon = later(CLOCK_REALTIME, 0, SOON_NS);
    must(pthread_rwlock_timedwrlock(&written, &soon) != 0);
    soon = later(CLOCK_REALTIME, 0, SOON_NS);
    must(sem_timedwait(&empty, &soon) == -1 && errno == ETIMEDOUT);
    soon = later(CLOCK_MONOTONIC, 0, SOON_NS);
    must(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &soon, NULL) == 0);
    must(pthread_create(&thread, NULL, hold_for_ever, NULL) == 0);
    soon = later(CLOCK_REALTIME, 0, SOON_NS);
    must(pthread_timedjoin_np(thread, NULL, &soon) == ETIMEDOUT);
    must(pthread_cancel(thread) == 0 && pthread_detach(thread) == 0);
    return argument != NULL;
}

/* ---- fork ------------------------------------------------------------------------------------ */

/* A child has no other threads, and so it may lock. */
static void *make_child(void *number)
{
    int status;
    pid_t child;

    pthread_mutex_lock(&mutex);
    child = fork();
    pthread_mutex_unlock(&mutex);
    if (child == 0) {
        pthread_mutex_lock(&held);
        pthread_mutex_unlock(&held);
        _exit(3);
    }
    must(child > 0 && waitpid(child, &status, 0) == child);
    must(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    return number;
}

static int threads_make_children(void *argument)
{
    run_threads(2, make_child);
    return argument != NULL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Its turns end. */
static long runs_freely(const char *name, heddle_function *function)
{
    const struct heddle_options options = {.name = name, .explore = "all"};
    struct heddle_result result;
    long schedules;

    must(heddle_run(&options, 1, function, NULL, &result) == 0 && !result.has_all_schedules);
    schedules = result.schedules;
    heddle_result_free(&result);
    return schedules;
}

/* The time of day is another one in each run, so there may be more outcomes. */
static void runs_by_the_time_of_day(const char *name, heddle_function *function, long outcomes)
{
    must(runs_freely(name, function) == outcomes + 1);
}

/* There are too many schedules for all. */
static void runs_once(const char *name, heddle_function *function)
{
    const struct heddle_options options = {.name = name, .explore = "1"};

    must(heddle_run(&options, 1, function, NULL, NULL) == 0);
}

/* A thread that has ended before its rank comes to the mutex could have come there later, until it
 * is joined. In each of two ranks there are two orders. */
static int lock_behind_the_end(void *argument)
{
    pthread_t thread;

    must(pthread_create(&thread, NULL, do_nothing, NULL) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    must(pthread_join(thread, NULL) == 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument != NULL;
}

int main(void)
{
    runs("join_in_time", join_in_time, 1, 0);
    runs("try_to_join", try_to_join, 1, 1);
    runs("lock_behind_the_end", lock_behind_the_end, 2, 4);
    runs_once("create_many", create_many);
    runs_by_the_time_of_day("show_the_end", show_the_end, 1);
    runs_by_the_time_of_day("sleep_in_turn", sleep_in_turn, 1);
    runs("errno_is_left", errno_is_left, 1, 6);
    runs("times_are_wrong", times_are_wrong, 1, 2);
    runs_freely("cancel_one", cancel_one);
    runs_freely("wait_without_turns", wait_without_turns);
    runs("threads_make_children", threads_make_children, 1, 2);
    return 0;
}
