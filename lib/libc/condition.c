/* SPDX-License-Identifier: MIT */
/* Waits that only another thread of the job can end: the deadlock detector must know of them
 * (rank/sleep/idle.h), and in an explored job they end by turns (rank/thread/taken.h). Waits with a
 * timeout end by themselves, and objects that processes share may be used by others. A semaphore
 * may also be raised by a signal handler, so it counts only in a rank that has none. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <threads.h>

#include "libc/libc.h"
#include "libc/objects.h"
#include "rank/choice.h"
#include "rank/observe/causal.h"
#include "rank/sleep/idle.h"
#include "rank/thread/taken.h"

typedef int timed_waiter(void *condition, void *mutex, const struct timespec *time);
typedef int clock_waiter(void *condition, void *mutex, clockid_t clock,
                         const struct timespec *time);

/* Libc notes there how many threads meet, that processes share an object, and its clock. */
enum { SHARED_CONDITION = 1, MONOTONIC_CONDITION = 2 };
enum { SEMAPHORE_SHARED_INT = 2, BARRIER_COUNT_INT = 2, BARRIER_SHARED_INT = 3 };

static bool is_nonzero(const void *object, int index)
{
    return ((const int *)object)[index] != 0;
}

static struct rank *unless(bool is_shared)
{
    return is_shared ? NULL : rank_self();
}

static void end_wait(void *idler)
{
    idle_end(idler);
}

/* A wait for a condition lets others have the mutex. Programs report their own calls that lock it
 * (plugin/accesses.cc), and ThreadSanitizer sees this one itself. */
static void give_mutex(const void *mutex)
{
    if (knobs.rma != 0)
        causal_release_slowly(causal_name_variable(mutex));
}

static void take_mutex(const void *mutex)
{
    if (knobs.rma != 0)
        causal_acquire_slowly(causal_name_variable(mutex));
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* A wait for a condition, by any of the functions for it. */
struct waiting {
    void *condition, *mutex;
    enum object_function lock, unlock;
    uintptr_t site;
    clockid_t clock;
    const struct timespec *time; /* NULL: it has no limit */
};

enum { WAITS_AS_EVER = -1 };

/* Waits by turns: 0 or an error, or WAITS_AS_EVER. It is found by those who signal before it lets
 * go of the mutex. */
static int wait_by_turns(const struct waiting *waiting)
{
    struct rank *self = taken_self(waiting->site, waiting->condition);
    const struct turn_block none = {.site = (const void *)waiting->site};
    struct sleeper sleeper;
    bool goes_on;
    int error;

    if (likely(self == NULL) ||
        (waiting->time != NULL && !clock_can_end(waiting->clock, waiting->time)) ||
        !taken_stand(self, TURN_CONDITION, waiting->condition, TURN_SHARE, &none))
        return WAITS_AS_EVER;
    taken_end(self, true);
    taken_sleep_at(self, &sleeper, waiting->condition);
    object_give(self, TURN_MUTEX, waiting->mutex, waiting->site);
    error = object_do(waiting->unlock, waiting->mutex);
    sleeper.is_woken |= error != 0;
    goes_on = taken_sleep_on(self, &sleeper, "waits for a condition", waiting->site,
                             waiting->time != NULL);
    if (error != 0)
        return error;
    if (goes_on && !sleeper.is_woken && waiting->time != NULL)
        clock_come_to(self, waiting->clock, waiting->time);
    if (goes_on)
        (void)mutex_await(self, waiting->mutex, waiting->site, false);
    error = object_do(waiting->lock, waiting->mutex);
    return error == 0 && goes_on && !sleeper.is_woken ? ETIMEDOUT : error;
}

static void wake(void *condition, uintptr_t site, bool wakes_all)
{
    struct rank *self = taken_self(site, condition);
    const struct turn_block none = {.site = (const void *)site};

    if (likely(self == NULL) ||
        !taken_stand(self, TURN_CONDITION, condition, TURN_TAKE, &none))
        return;
    taken_end(self, true);
    if (wakes_all)
        taken_wake_all(self, condition);
    else
        taken_wake_one(self, condition, site);
}

/* Waits for another thread, as the deadlock detector learns. */
static int wait_idle(struct rank *self, enum object_function function, void *condition,
                     void *mutex)
{
    object_wait *const waits = (object_wait *)object_behind(function);
    struct idler idler;
    int error;

    idle_begin(self, &idler);
    pthread_cleanup_push(end_wait, &idler);
    error = waits(condition, mutex);
    pthread_cleanup_pop(true);
    return error;
}

/* Waits without a limit of time. */
static int wait_for_ever(const struct waiting *waiting, enum object_function function,
                         bool is_shared)
{
    int error;

    if (rank_self() == NULL)
        return ((object_wait *)object_behind(function))(waiting->condition, waiting->mutex);
    give_mutex(waiting->mutex);
    error = wait_by_turns(waiting);
    if (error == WAITS_AS_EVER)
        error = wait_idle(unless(is_shared), function, waiting->condition, waiting->mutex);
    take_mutex(waiting->mutex);
    return error;
}

INTERPOSES int pthread_cond_wait(pthread_cond_t *restrict condition,
                                 pthread_mutex_t *restrict mutex)
{
    const struct waiting waiting = {.condition = condition,
                                    .mutex = mutex,
                                    .lock = BEHIND_MUTEX_LOCK,
                                    .unlock = BEHIND_MUTEX_UNLOCK,
                                    .site = SITE};

    return wait_for_ever(&waiting, BEHIND_COND_WAIT,
                         (condition->__data.__wrefs & SHARED_CONDITION) != 0);
}

/* Its attribute, as libc notes it. */
static clockid_t clock_of(const pthread_cond_t *condition)
{
    return (condition->__data.__wrefs & MONOTONIC_CONDITION) != 0 ? CLOCK_MONOTONIC
                                                                  : CLOCK_REALTIME;
}

static int wait_in_time(const struct waiting *waiting, enum object_function function)
{
    struct timespec moved;

    return clock_note_end(
        waiting->site, waiting->clock, waiting->time,
        ((timed_waiter *)object_behind(function))(
            waiting->condition, waiting->mutex,
            clock_of_machine(waiting->site, waiting->clock, waiting->time, &moved)));
}

INTERPOSES int pthread_cond_timedwait(pthread_cond_t *restrict condition,
                                      pthread_mutex_t *restrict mutex,
                                      const struct timespec *restrict time)
{
    const struct waiting waiting = {.condition = condition,
                                    .mutex = mutex,
                                    .lock = BEHIND_MUTEX_LOCK,
                                    .unlock = BEHIND_MUTEX_UNLOCK,
                                    .site = SITE,
                                    .clock = clock_of(condition),
                                    .time = time};
    int error = wait_by_turns(&waiting);

    return error != WAITS_AS_EVER ? error : wait_in_time(&waiting, BEHIND_COND_TIMEDWAIT);
}

INTERPOSES int pthread_cond_clockwait(pthread_cond_t *restrict condition,
                                      pthread_mutex_t *restrict mutex, clockid_t clock,
                                      const struct timespec *restrict time)
{
    const struct waiting waiting = {.condition = condition,
                                    .mutex = mutex,
                                    .lock = BEHIND_MUTEX_LOCK,
                                    .unlock = BEHIND_MUTEX_UNLOCK,
                                    .site = SITE,
                                    .clock = clock,
                                    .time = time};
    int error = wait_by_turns(&waiting);
    struct timespec moved;

    if (error == WAITS_AS_EVER)
        error = clock_note_end(
            SITE, clock, time,
            ((clock_waiter *)object_behind(BEHIND_COND_CLOCKWAIT))(
                condition, mutex, clock, clock_of_machine(SITE, clock, time, &moved)));
    return error;
}

INTERPOSES int pthread_cond_signal(pthread_cond_t *condition)
{
    wake(condition, SITE, false);
    return object_do(BEHIND_COND_SIGNAL, condition);
}

INTERPOSES int pthread_cond_broadcast(pthread_cond_t *condition)
{
    wake(condition, SITE, true);
    return object_do(BEHIND_COND_BROADCAST, condition);
}

INTERPOSES int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    const struct waiting waiting = {.condition = condition,
                                    .mutex = mutex,
                                    .lock = BEHIND_MTX_LOCK,
                                    .unlock = BEHIND_MTX_UNLOCK,
                                    .site = SITE};

    return wait_for_ever(&waiting, BEHIND_CND_WAIT, false);
}

INTERPOSES int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                             const struct timespec *restrict time)
{
    const struct waiting waiting = {.condition = condition,
                                    .mutex = mutex,
                                    .lock = BEHIND_MTX_LOCK,
                                    .unlock = BEHIND_MTX_UNLOCK,
                                    .site = SITE,
                                    .clock = CLOCK_REALTIME,
                                    .time = time};
    int error = wait_by_turns(&waiting);

    if (error == WAITS_AS_EVER)
        return wait_in_time(&waiting, BEHIND_CND_TIMEDWAIT);
    return error == ETIMEDOUT ? thrd_timedout : error;
}

INTERPOSES int cnd_signal(cnd_t *condition)
{
    wake(condition, SITE, false);
    return object_do(BEHIND_CND_SIGNAL, condition);
}

INTERPOSES int cnd_broadcast(cnd_t *condition)
{
    wake(condition, SITE, true);
    return object_do(BEHIND_CND_BROADCAST, condition);
}

/* ---- semaphores ----------------------------------------------------------------------------- */

static bool is_empty(void *semaphore)
{
    int value = 0;

    return sem_getvalue(semaphore, &value) == 0 && value <= 0;
}

static bool is_open_semaphore(const sem_t *semaphore)
{
    return is_nonzero(semaphore, SEMAPHORE_SHARED_INT) || libc_has_signals(rank_self());
}

/* False: the time, which may be NULL, is over. */
static bool await_semaphore(sem_t *semaphore, uintptr_t site, clockid_t clock,
                            const struct timespec *time)
{
    struct rank *self = taken_self(site, semaphore);
    const struct turn_block block = {.is_pending = is_empty,
                                     .subject = semaphore,
                                     .is_timed = time != NULL,
                                     .is_open = is_open_semaphore(semaphore),
                                     .site = (const void *)site};

    if (likely(self == NULL) || (time != NULL && !clock_can_end(clock, time)) ||
        !taken_stand(self, TURN_SEMAPHORE, semaphore, TURN_TAKE, &block))
        return true;
    taken_end(self, true);
    if (time == NULL || !is_empty(semaphore))
        return true;
    clock_come_to(self, clock, time);
    return false;
}

INTERPOSES int sem_wait(sem_t *semaphore)
{
    bool is_open = is_open_semaphore(semaphore);
    struct idler idler;
    int error;

    (void)await_semaphore(semaphore, SITE, 0, NULL);
    if (rank_self() == NULL || object_do(BEHIND_SEM_TRYWAIT, semaphore) == 0)
        return rank_self() == NULL ? object_do(BEHIND_SEM_WAIT, semaphore) : 0;
    idle_begin(unless(is_open), &idler);
    pthread_cleanup_push(end_wait, &idler);
    error = object_do(BEHIND_SEM_WAIT, semaphore);
    pthread_cleanup_pop(true);
    return error;
}

/* A signal handler may post, in the midst of what hands the turn on, so in a rank that has handlers
 * posts take no turn, and nothing controls whether an attempt comes before one. */
INTERPOSES int sem_trywait(sem_t *semaphore)
{
    struct rank *self = taken_self(SITE, semaphore);

    if (unlikely(self != NULL) && libc_has_signals(self))
        (void)turn_pass(self, TURN_THREAD);
    return object_try(self, TURN_SEMAPHORE, BEHIND_SEM_TRYWAIT, semaphore, SITE);
}

static int fail_in_time(void)
{
    errno = ETIMEDOUT;
    return -1;
}

INTERPOSES int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time)
{
    if (!await_semaphore(semaphore, SITE, CLOCK_REALTIME, time))
        return fail_in_time();
    return object_wait_in_time(BEHIND_SEM_TIMEDWAIT, semaphore, SITE, time);
}

INTERPOSES int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                             const struct timespec *restrict time)
{
    if (!await_semaphore(semaphore, SITE, clock, time))
        return fail_in_time();
    return object_wait_by_clock(BEHIND_SEM_CLOCKWAIT, semaphore, SITE, clock, time);
}

INTERPOSES int sem_post(sem_t *semaphore)
{
    struct rank *self = taken_self(SITE, semaphore);

    if (unlikely(self != NULL) && !libc_has_signals(self))
        object_give(self, TURN_SEMAPHORE, semaphore, SITE);
    return object_do(BEHIND_SEM_POST, semaphore);
}

/* ---- barriers ------------------------------------------------------------------------------- */

/* The last that comes is the one that returns so: which one that is has no part in libc's
 * promise. True: all have come. */
static bool meet_by_turns(struct rank *self, pthread_barrier_t *barrier, uintptr_t site,
                          int *result)
{
    const int count = ((const int *)barrier)[BARRIER_COUNT_INT];
    struct sleeper sleeper;

    *result = PTHREAD_BARRIER_SERIAL_THREAD;
    if (taken_count_sleepers(self, barrier) + 1 >= count) {
        taken_wake_all(self, barrier);
        return true;
    }
    *result = 0;
    taken_sleep_at(self, &sleeper, barrier);
    (void)taken_sleep_on(self, &sleeper, "waits at a barrier of threads", site, false);
    return sleeper.is_woken;
}

INTERPOSES int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct rank *self = taken_self(SITE, barrier);
    struct idler idler;
    int error;

    if (unlikely(self != NULL) && meet_by_turns(self, barrier, SITE, &error))
        return error;
    if (rank_self() == NULL)
        return object_do(BEHIND_BARRIER_WAIT, barrier);
    idle_begin(unless(is_nonzero(barrier, BARRIER_SHARED_INT)), &idler);
    pthread_cleanup_push(end_wait, &idler);
    error = object_do(BEHIND_BARRIER_WAIT, barrier);
    pthread_cleanup_pop(true);
    return error;
}
