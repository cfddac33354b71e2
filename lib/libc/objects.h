/* SPDX-License-Identifier: MIT */
/* libc's own functions for objects that threads share, which this folder interposes. They are
 * looked up once, as programs call them often. */
#ifndef LIBC_OBJECTS_H
#define LIBC_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/libc.h"
#include "rank/choice.h"

enum object_function {
    BEHIND_MUTEX_LOCK,
    BEHIND_MUTEX_TRYLOCK,
    BEHIND_MUTEX_TIMEDLOCK,
    BEHIND_MUTEX_CLOCKLOCK,
    BEHIND_MUTEX_UNLOCK,
    BEHIND_MTX_LOCK,
    BEHIND_MTX_TRYLOCK,
    BEHIND_MTX_TIMEDLOCK,
    BEHIND_MTX_UNLOCK,
    BEHIND_RDLOCK,
    BEHIND_TRYRDLOCK,
    BEHIND_TIMEDRDLOCK,
    BEHIND_CLOCKRDLOCK,
    BEHIND_WRLOCK,
    BEHIND_TRYWRLOCK,
    BEHIND_TIMEDWRLOCK,
    BEHIND_CLOCKWRLOCK,
    BEHIND_RWLOCK_UNLOCK,
    BEHIND_COND_WAIT,
    BEHIND_COND_TIMEDWAIT,
    BEHIND_COND_CLOCKWAIT,
    BEHIND_COND_SIGNAL,
    BEHIND_COND_BROADCAST,
    BEHIND_CND_WAIT,
    BEHIND_CND_TIMEDWAIT,
    BEHIND_CND_SIGNAL,
    BEHIND_CND_BROADCAST,
    BEHIND_SEM_WAIT,
    BEHIND_SEM_TRYWAIT,
    BEHIND_SEM_TIMEDWAIT,
    BEHIND_SEM_CLOCKWAIT,
    BEHIND_SEM_POST,
    BEHIND_BARRIER_WAIT,
    BEHIND_ONCE,
    BEHIND_CALL_ONCE,
    BEHIND_SCHED_YIELD,
    BEHIND_CLOCK_GETTIME,
    BEHIND_CLOCK_NANOSLEEP,
    BEHIND_GETTIMEOFDAY,
    BEHIND_TIME,
    BEHIND_TIMESPEC_GET,
    BEHIND_CANCEL,
    BEHIND_GETRANDOM,
    BEHIND_GETENTROPY,
    BEHIND_ARC4RANDOM,
    BEHIND_ARC4RANDOM_BUF,
    BEHIND_ARC4RANDOM_UNIFORM,
    BEHIND_OPEN,
    BEHIND_OPEN64,
    BEHIND_OPENAT,
    BEHIND_OPENAT64,
    BEHIND_OPEN_2,
    BEHIND_OPEN64_2,
    BEHIND_OPENAT_2,
    BEHIND_OPENAT64_2,
    BEHIND_FOPEN,
    BEHIND_FOPEN64,
    BEHIND_FUNCTIONS,
};

typedef int object_act(void *object);
typedef int object_wait(void *object, void *other);
typedef int object_wait_until(void *object, const struct timespec *time);
typedef int object_wait_by(void *object, clockid_t clock, const struct timespec *time);

extern __attribute__((visibility("hidden"))) _Atomic(libc_any *) object_functions[BEHIND_FUNCTIONS];

libc_any *object_look_up(enum object_function function);

static inline libc_any *object_behind(enum object_function function)
{
    libc_any *found = load_relaxed(&object_functions[function]);

    return likely(found != NULL) ? found : object_look_up(function);
}

static inline int object_do(enum object_function function, void *object)
{
    return ((object_act *)object_behind(function))(object);
}

struct rank;

/* May a wait end by that time? If not, libc's function says so. */
bool clock_can_end(clockid_t clock, const struct timespec *time);

/* The calling thread has waited until then, or so long, by turns. Virtual time that a sleep takes
 * passes in choice_clock. */
void clock_come_to(struct rank *self, clockid_t clock, const struct timespec *time);
void clock_pass(struct rank *self, const struct timespec *time);

/* For libc's function: the time, of which the program has asked by the rank's clocks, by those of
 * the machine. It may be kept in *moved. */
const struct timespec *clock_of_machine(uintptr_t site, clockid_t clock,
                                        const struct timespec *time, struct timespec *moved);

/* Returns the result of libc's function, which has waited until that time of the rank's clock:
 * virtual time has come to it if that has ended the wait. */
int clock_note_end(uintptr_t site, clockid_t clock, const struct timespec *time, int result);

/* The two ways to wait with a limit of time, which is one of the rank's clocks. */
static inline int object_wait_in_time(enum object_function function, void *object, uintptr_t site,
                                      const struct timespec *time)
{
    struct timespec moved;

    return clock_note_end(site, CLOCK_REALTIME, time,
                          ((object_wait_until *)object_behind(function))(
                              object, clock_of_machine(site, CLOCK_REALTIME, time, &moved)));
}

static inline int object_wait_by_clock(enum object_function function, void *object, uintptr_t site,
                                       clockid_t clock, const struct timespec *time)
{
    struct timespec moved;

    return clock_note_end(site, clock, time,
                          ((object_wait_by *)object_behind(function))(
                              object, clock, clock_of_machine(site, clock, time, &moved)));
}

/* Where a call of an interposed function returns to. */
#define SITE ((uintptr_t)__builtin_return_address(0))

#define INTERPOSES __attribute__((visibility("default")))

/* Waits for the turn of the calling thread to give the object back. */
void object_give(struct rank *self, enum turn_object kind, void *object, uintptr_t site);

/* Calls libc's function, which tries and does not wait, in the turn of the calling thread; `self`
 * NULL: it takes none. */
int object_try(struct rank *self, enum turn_object kind, enum object_function function,
               void *object, uintptr_t site);

/* Does the calling thread, which takes turns, have the mutex at the end? It may not if it waits
 * with a limit of time. */
bool mutex_await(struct rank *self, void *mutex, uintptr_t site, bool is_timed);

#endif
