/* SPDX-License-Identifier: MIT */
/* pthread_create makes a thread of the calling rank (rank/thread/thread.h). pthread_join
 * interposes libc's function because a thread that joins can do nothing before the joined thread
 * ends, and the deadlock detector must know that. Joins that give up by themselves are interposed
 * for the orders that they make (rank/observe/causal.h); without a time they are joins as others.
 * thrd_create, thrd_join and thrd_detach are built on these functions: libc's own do not call these
 * symbols, and ThreadSanitizer does not see them either. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

#include "base/libc.h"
#include "base/memory.h"
#include "libc/objects.h"
#include "rank/rank.h"
#include "rank/thread/taken.h"
#include "rank/thread/thread.h"

typedef int pthread_canceler(pthread_t);
typedef int pthread_creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static int create(uintptr_t site, pthread_t *thread, const pthread_attr_t *attributes,
                  void *(*start)(void *), void *argument)
{
    struct rank *self = rank_self();

    if (self != NULL)
        return thread_create(self, site, thread, attributes, start, argument);
    return ((pthread_creator *)libc_function("pthread_create"))(thread, attributes, start,
                                                                argument);
}

__attribute__((visibility("default")))
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    return create(SITE, thread, attributes, start, argument);
}

static int join(uintptr_t site, pthread_t thread, void **value)
{
    struct rank *self = rank_self();

    if (self != NULL)
        (void)taken_join(self, thread, site, false);
    return thread_join(thread, value);
}

__attribute__((visibility("default")))
int pthread_join(pthread_t thread, void **value)
{
    return join(SITE, thread, value);
}

typedef int pthread_tryjoiner(pthread_t, void **);
typedef int pthread_timedjoiner(pthread_t, void **, const struct timespec *);
typedef int pthread_clockjoiner(pthread_t, void **, clockid_t, const struct timespec *);

static int joined(pthread_t thread, int error)
{
    if (error == 0)
        thread_joined(thread);
    return error;
}

/* A loop that does nothing but try lets others go on. */
__attribute__((visibility("default")))
int pthread_tryjoin_np(pthread_t thread, void **value)
{
    struct rank *self = rank_self();
    enum taken_life life = self != NULL ? taken_life(self, thread) : TAKEN_NOT;

    if (life == TAKEN_HAS_LEFT)
        return join(SITE, thread, value);
    if (life == TAKEN_LIVES) {
        taken_nap(self, SITE);
        return EBUSY;
    }
    return joined(thread,
                  ((pthread_tryjoiner *)libc_function("pthread_tryjoin_np"))(thread, value));
}

/* Waits by turns. False: libc's function is to be called. */
static bool join_in_time(uintptr_t site, pthread_t thread, void **value, clockid_t clock,
                         const struct timespec *end, int *error)
{
    struct rank *self = rank_self();
    enum taken_life life = self != NULL && clock_can_end(clock, end)
                               ? taken_join(self, thread, site, true)
                               : TAKEN_NOT;

    if (life == TAKEN_LIVES)
        clock_come_to(self, clock, end);
    *error = life == TAKEN_HAS_LEFT ? thread_join(thread, value) : ETIMEDOUT;
    return life != TAKEN_NOT;
}

__attribute__((visibility("default")))
int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *end)
{
    struct timespec moved;
    int error;

    if (end == NULL)
        return join(SITE, thread, value);
    if (join_in_time(SITE, thread, value, CLOCK_REALTIME, end, &error))
        return error;
    error = ((pthread_timedjoiner *)libc_function("pthread_timedjoin_np"))(
        thread, value, clock_of_machine(SITE, CLOCK_REALTIME, end, &moved));
    return joined(thread, clock_note_end(SITE, CLOCK_REALTIME, end, error));
}

/* glibc has it since 2.31. Without an end the clock does not matter. */
__attribute__((visibility("default")))
int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock,
                         const struct timespec *end)
{
    struct timespec moved;
    int error;

    if (end == NULL)
        return join(SITE, thread, value);
    if (join_in_time(SITE, thread, value, clock, end, &error))
        return error;
    error = ((pthread_clockjoiner *)libc_function("pthread_clockjoin_np"))(
        thread, value, clock, clock_of_machine(SITE, clock, end, &moved));
    return joined(thread, clock_note_end(SITE, clock, end, error));
}

/* The end of a wait by turns cannot be seen from outside, so the turns end, and the thread waits by
 * libc's own functions from there on. */
INTERPOSES int pthread_cancel(pthread_t thread)
{
    struct rank *self = taken_self(SITE, NULL);

    if (unlikely(self != NULL))
        taken_end_turns(self, SITE, "called pthread_cancel");
    return ((pthread_canceler *)object_behind(BEHIND_CANCEL))(thread);
}

struct thrd {
    thrd_start_t start;
    void *argument;
};

static void *run_thrd(void *given)
{
    struct thrd thrd = *(struct thrd *)given;

    memory_give(given);
    return (void *)(uintptr_t)thrd.start(thrd.argument);
}

__attribute__((visibility("default")))
int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)
{
    struct thrd *thrd = memory_take(sizeof *thrd);
    int error;

    if (thrd == NULL)
        return thrd_nomem;
    *thrd = (struct thrd){start, argument};
    error = create(SITE, thread, NULL, run_thrd, thrd);
    if (error == 0)
        return thrd_success;
    memory_give(thrd);
    return error == ENOMEM ? thrd_nomem : thrd_error;
}

__attribute__((visibility("default")))
int thrd_join(thrd_t thread, int *result)
{
    void *value;

    if (join(SITE, thread, &value) != 0)
        return thrd_error;
    if (result != NULL)
        *result = (int)(uintptr_t)value; /* as run_thrd and libc's thrd_exit return it */
    return thrd_success;
}

__attribute__((visibility("default")))
int thrd_detach(thrd_t thread)
{
    return pthread_detach(thread) == 0 ? thrd_success : thrd_error;
}
