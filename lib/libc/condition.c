/* SPDX-License-Identifier: MIT */
/* Waits that only another thread of the job can end: the deadlock detector must know of them
 * (rank/sleep/idle.h). Waits with a timeout end by themselves, and objects that processes share
 * may be used by others. A semaphore may also be raised by a signal handler, so it counts only
 * in a rank that has none. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <threads.h>

#include "base/atomic.h"
#include "base/libc.h"
#include "base/libc_version.h"
#include "base/loader.h"
#include "libc/libc.h"
#include "rank/observe/causal.h"
#include "rank/sleep/idle.h"

typedef int condition_waiter(pthread_cond_t *condition, pthread_mutex_t *mutex);
typedef int cnd_waiter(cnd_t *condition, mtx_t *mutex);
typedef int semaphore_waiter(sem_t *semaphore);
typedef int barrier_waiter(pthread_barrier_t *barrier);

/* libc's functions, which are looked up once: programs call these often. */
enum function { CONDITION, CND, SEMAPHORE, BARRIER, FUNCTIONS };
static _Atomic(libc_any *) behind[FUNCTIONS];

/* libc keeps an older function under the name of CONDITION as well. */
static libc_any *look_up(enum function function)
{
    static const char *const names[] = {
        [CONDITION] = "pthread_cond_wait",
        [CND] = "cnd_wait",
        [SEMAPHORE] = "sem_wait",
        [BARRIER] = "pthread_barrier_wait",
    };
    void *newer = function == CONDITION
                      ? loader_versioned(RTLD_NEXT, names[function], LIBC_SINCE("2.3.2"))
                      : NULL;

    return newer != NULL ? (libc_any *)newer : libc_function(names[function]);
}

static __attribute__((noinline)) libc_any *find(enum function function)
{
    libc_any *found = load_relaxed(&behind[function]);

    if (found == NULL) {
        found = look_up(function);
        store_relaxed(&behind[function], found);
    }
    return found;
}

/* Where libc notes that processes share an object. */
enum { SHARED_CONDITION = 1, SEMAPHORE_SHARED_INT = 2, BARRIER_SHARED_INT = 3 };

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

/* A wait for a condition lets others have the mutex. Programs tell of their own calls that lock it
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

__attribute__((visibility("default")))
int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
    condition_waiter *const waits = (condition_waiter *)find(CONDITION);
    struct idler idler;
    int error;

    if (rank_self() == NULL)
        return waits(condition, mutex);
    idle_begin(unless((condition->__data.__wrefs & SHARED_CONDITION) != 0), &idler);
    give_mutex(mutex);
    pthread_cleanup_push(end_wait, &idler);
    error = waits(condition, mutex);
    pthread_cleanup_pop(true);
    take_mutex(mutex);
    return error;
}

__attribute__((visibility("default"))) int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    cnd_waiter *const waits = (cnd_waiter *)find(CND);
    struct idler idler;
    int error;

    if (rank_self() == NULL)
        return waits(condition, mutex);
    idle_begin(rank_self(), &idler);
    give_mutex(mutex);
    pthread_cleanup_push(end_wait, &idler);
    error = waits(condition, mutex);
    pthread_cleanup_pop(true);
    take_mutex(mutex);
    return error;
}

__attribute__((visibility("default"))) int sem_wait(sem_t *semaphore)
{
    semaphore_waiter *const waits = (semaphore_waiter *)find(SEMAPHORE);
    bool is_open = is_nonzero(semaphore, SEMAPHORE_SHARED_INT) || libc_has_signals(rank_self());
    struct idler idler;
    int error;

    if (rank_self() == NULL || sem_trywait(semaphore) == 0)
        return rank_self() == NULL ? waits(semaphore) : 0;
    idle_begin(unless(is_open), &idler);
    pthread_cleanup_push(end_wait, &idler);
    error = waits(semaphore);
    pthread_cleanup_pop(true);
    return error;
}

__attribute__((visibility("default"))) int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    barrier_waiter *const waits = (barrier_waiter *)find(BARRIER);
    struct idler idler;
    int error;

    if (rank_self() == NULL)
        return waits(barrier);
    idle_begin(unless(is_nonzero(barrier, BARRIER_SHARED_INT)), &idler);
    pthread_cleanup_push(end_wait, &idler);
    error = waits(barrier);
    pthread_cleanup_pop(true);
    return error;
}
