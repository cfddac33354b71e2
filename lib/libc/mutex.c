/* SPDX-License-Identifier: MIT */
/* Mutexes, of C11, too, and read-write locks: in an explored job they are locked and unlocked in an
 * order that is explored (rank/thread/taken.h). */
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "libc/objects.h"
#include "rank/thread/taken.h"
#include "rank/turns.h"

enum { KIND_MASK = 3, KIND_RECURSIVE = 1, KIND_ERRORCHECK = 2 };

enum { KIND_ROBUST = 16, KIND_SHARED = 128 }; /* the latter: processes may share it */
enum { DEATH_LOOKS = 100000 };

/* With PTHREAD_PRIO_PROTECT the lock's word has the ceiling in its upper bits. */
enum { KIND_PROTECTED = 64, OWNER_MASK = 0x3fffffff, PROTECTED_MASK = 0x7ffff };

typedef int yielder(void);

struct held {
    struct rank *rank;
    pthread_mutex_t *mutex; /* a mtx_t of libc is one, too */
    pid_t id;               /* of the thread that asks */
};

static int read_int(const int *place)
{
    return load_relaxed((const _Atomic(int) *)place);
}

static bool is_locked(const pthread_mutex_t *mutex)
{
    const bool is_protected = (mutex->__data.__kind & KIND_PROTECTED) != 0;

    return (read_int(&mutex->__data.__lock) & (is_protected ? PROTECTED_MASK : OWNER_MASK)) != 0;
}

/* The kernel marks a robust mutex of a thread that has ended, a moment after it has left the turns.
 * The main thread of a rank does not end then. */
static void await_death(const struct rank *rank, const pthread_mutex_t *mutex)
{
    const int id = read_int(&mutex->__data.__lock) & OWNER_MASK;
    const struct taker *owner = id != 0 ? taken_by_id(rank, id) : NULL;
    int looks = 0;

    if (owner == NULL || owner->thread == 0 || !turns_have_left(owner))
        return;
    while ((read_int(&mutex->__data.__lock) & OWNER_MASK) == id && looks++ < DEATH_LOOKS)
        ((yielder *)object_behind(BEHIND_SCHED_YIELD))();
}

/* libc's note of the owner, and of the lock, whichever thread has it. */
static bool is_held(void *subject)
{
    const struct held *held = subject;
    const pthread_mutex_t *mutex = held->mutex;
    const int kind = mutex->__data.__kind & KIND_MASK;

    if ((mutex->__data.__kind & KIND_ROBUST) != 0)
        await_death(held->rank, mutex);
    if (!is_locked(mutex))
        return false;
    return (kind != KIND_RECURSIVE && kind != KIND_ERRORCHECK) ||
           read_int(&mutex->__data.__owner) != held->id;
}

static struct taker *find_holder(void *subject)
{
    const struct held *held = subject;

    return taken_by_id(held->rank, read_int(&held->mutex->__data.__owner));
}

bool mutex_await(struct rank *self, void *mutex, uintptr_t site, bool is_timed)
{
    struct held held = {.rank = self, .mutex = mutex, .id = load_relaxed(&turns_taker(self)->id)};
    const struct turn_block block = {.is_pending = is_held,
                                     .subject = &held,
                                     .is_timed = is_timed,
                                     .is_open = (held.mutex->__data.__kind & KIND_SHARED) != 0,
                                     .site = (const void *)site,
                                     .holder = find_holder};

    if (!taken_stand(self, TURN_MUTEX, mutex, TURN_TAKE, &block))
        return true;
    taken_end(self, true);
    return !is_held(&held);
}

/* Programs call the functions for mutexes often, so what is only for explored jobs stands apart. */
static __attribute__((noinline)) int lock_by_turn(enum object_function function, void *mutex,
                                                  uintptr_t site)
{
    struct rank *self = taken_self_slowly(site, mutex);

    if (self != NULL)
        (void)mutex_await(self, mutex, site, false);
    return object_do(function, mutex);
}

static inline int lock(enum object_function function, void *mutex, uintptr_t site)
{
    return taken_may_be() ? lock_by_turn(function, mutex, site) : object_do(function, mutex);
}

/* False: the time is over. */
static bool lock_in_time(void *mutex, uintptr_t site, clockid_t clock, const struct timespec *time)
{
    struct rank *self = taken_self(site, mutex);

    if (likely(self == NULL) || !clock_can_end(clock, time) ||
        mutex_await(self, mutex, site, true))
        return true;
    clock_come_to(self, clock, time);
    return false;
}

static __attribute__((noinline)) int unlock_by_turn(enum turn_object kind,
                                                    enum object_function function, void *object,
                                                    uintptr_t site)
{
    struct rank *self = taken_self_slowly(site, object);

    if (self != NULL)
        object_give(self, kind, object, site);
    return object_do(function, object);
}

static inline int unlock(enum turn_object kind, enum object_function function, void *object,
                         uintptr_t site)
{
    return taken_may_be() ? unlock_by_turn(kind, function, object, site)
                          : object_do(function, object);
}

static __attribute__((noinline)) int try_by_turn(enum turn_object kind,
                                                 enum object_function function, void *object,
                                                 uintptr_t site)
{
    return object_try(taken_self_slowly(site, object), kind, function, object, site);
}

/* Returns what libc's function does, which does not wait. */
static inline int try(enum turn_object kind, enum object_function function, void *object,
                      uintptr_t site)
{
    return taken_may_be() ? try_by_turn(kind, function, object, site)
                          : object_do(function, object);
}

INTERPOSES int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return lock(BEHIND_MUTEX_LOCK, mutex, SITE);
}

INTERPOSES int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return try(TURN_MUTEX, BEHIND_MUTEX_TRYLOCK, mutex, SITE);
}

INTERPOSES int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
                                       const struct timespec *restrict time)
{
    if (!lock_in_time(mutex, SITE, CLOCK_REALTIME, time))
        return ETIMEDOUT;
    return object_wait_in_time(BEHIND_MUTEX_TIMEDLOCK, mutex, SITE, time);
}

INTERPOSES int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                       const struct timespec *time)
{
    if (!lock_in_time(mutex, SITE, clock, time))
        return ETIMEDOUT;
    return object_wait_by_clock(BEHIND_MUTEX_CLOCKLOCK, mutex, SITE, clock, time);
}

INTERPOSES int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    return unlock(TURN_MUTEX, BEHIND_MUTEX_UNLOCK, mutex, SITE);
}

INTERPOSES int mtx_lock(mtx_t *mutex)
{
    return lock(BEHIND_MTX_LOCK, mutex, SITE);
}

INTERPOSES int mtx_trylock(mtx_t *mutex)
{
    return try(TURN_MUTEX, BEHIND_MTX_TRYLOCK, mutex, SITE);
}

INTERPOSES int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict time)
{
    if (!lock_in_time(mutex, SITE, CLOCK_REALTIME, time))
        return thrd_timedout;
    return object_wait_in_time(BEHIND_MTX_TIMEDLOCK, mutex, SITE, time);
}

INTERPOSES int mtx_unlock(mtx_t *mutex)
{
    return unlock(TURN_MUTEX, BEHIND_MTX_UNLOCK, mutex, SITE);
}

/* ---- read-write locks ----------------------------------------------------------------------- */

/* All others that take turns stand still, so to try shows what is there, and leaves no trace. */
static bool fails(enum object_function attempt, void *rwlock)
{
    if (object_do(attempt, rwlock) != 0)
        return true;
    object_do(BEHIND_RWLOCK_UNLOCK, rwlock);
    return false;
}

static bool is_written(void *rwlock)
{
    return fails(BEHIND_TRYRDLOCK, rwlock);
}

static bool is_used(void *rwlock)
{
    return fails(BEHIND_TRYWRLOCK, rwlock);
}

/* Processes may share it. */
static bool is_shared(const pthread_rwlock_t *rwlock)
{
    return rwlock->__data.__shared != 0;
}

/* False: the time, which may be NULL, is over. */
static bool await_rwlock(void *rwlock, enum turn_way way, uintptr_t site, clockid_t clock,
                         const struct timespec *time)
{
    struct rank *self = taken_self(site, rwlock);
    const struct turn_block block = {.is_pending = way == TURN_SHARE ? is_written : is_used,
                                     .subject = rwlock,
                                     .is_timed = time != NULL,
                                     .is_open = is_shared(rwlock),
                                     .site = (const void *)site};

    if (likely(self == NULL) || (time != NULL && !clock_can_end(clock, time)) ||
        !taken_stand(self, TURN_RWLOCK, rwlock, way, &block))
        return true;
    taken_end(self, true);
    if (time == NULL || !block.is_pending(rwlock))
        return true;
    clock_come_to(self, clock, time);
    return false;
}

static inline int lock_rwlock(enum object_function function, void *rwlock, enum turn_way way,
                              uintptr_t site)
{
    if (taken_may_be())
        (void)await_rwlock(rwlock, way, site, 0, NULL);
    return object_do(function, rwlock);
}

static int lock_rwlock_in_time(enum object_function function, void *rwlock, enum turn_way way,
                               uintptr_t site, const struct timespec *time)
{
    if (!await_rwlock(rwlock, way, site, CLOCK_REALTIME, time))
        return ETIMEDOUT;
    return object_wait_in_time(function, rwlock, site, time);
}

static int lock_rwlock_by_clock(enum object_function function, void *rwlock, enum turn_way way,
                                uintptr_t site, clockid_t clock, const struct timespec *time)
{
    if (!await_rwlock(rwlock, way, site, clock, time))
        return ETIMEDOUT;
    return object_wait_by_clock(function, rwlock, site, clock, time);
}

INTERPOSES int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock)
{
    return lock_rwlock(BEHIND_RDLOCK, rwlock, TURN_SHARE, SITE);
}

INTERPOSES int pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock)
{
    return try(TURN_RWLOCK, BEHIND_TRYRDLOCK, rwlock, SITE);
}

INTERPOSES int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict rwlock,
                                          const struct timespec *restrict time)
{
    return lock_rwlock_in_time(BEHIND_TIMEDRDLOCK, rwlock, TURN_SHARE, SITE, time);
}

INTERPOSES int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rwlock, clockid_t clock,
                                          const struct timespec *restrict time)
{
    return lock_rwlock_by_clock(BEHIND_CLOCKRDLOCK, rwlock, TURN_SHARE, SITE, clock, time);
}

INTERPOSES int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock)
{
    return lock_rwlock(BEHIND_WRLOCK, rwlock, TURN_TAKE, SITE);
}

INTERPOSES int pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock)
{
    return try(TURN_RWLOCK, BEHIND_TRYWRLOCK, rwlock, SITE);
}

INTERPOSES int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rwlock,
                                          const struct timespec *restrict time)
{
    return lock_rwlock_in_time(BEHIND_TIMEDWRLOCK, rwlock, TURN_TAKE, SITE, time);
}

INTERPOSES int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rwlock, clockid_t clock,
                                          const struct timespec *restrict time)
{
    return lock_rwlock_by_clock(BEHIND_CLOCKWRLOCK, rwlock, TURN_TAKE, SITE, clock, time);
}

INTERPOSES int pthread_rwlock_unlock(pthread_rwlock_t *rwlock)
{
    return unlock(TURN_RWLOCK, BEHIND_RWLOCK_UNLOCK, rwlock, SITE);
}
