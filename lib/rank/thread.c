/* SPDX-License-Identifier: MIT */
#include "rank/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <unistd.h>

#include "base/libc.h"
#include "base/memory.h"
#include "base/sanitizer.h"
#include "image/image.h"
#include "rank/locale.h"
#include "rank/sleeper.h"
#include "rank/world.h"

typedef int pthread_creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int pthread_joiner(pthread_t, void **);

/* Who keeps the thread's place among those who may still do something (rank/sleeper.h): itself; or
 * whoever joins it, from when it ends, and until then he has none. */
enum life { LIFE_OWN, LIFE_AWAITED, LIFE_OVER };

/* What a new thread inherits from its creator, and what it is to run. It is the thread's as long as
 * that lives; then the rank uses it again: the thread itself cannot give memory back, for in a
 * program with a sanitizer it comes here before that knows of it, so that the functions below must
 * not be instrumented either.
 *
 * Edges
 *   heritage.start  a thread that has started says who it is.
 *   heritage.life   who joins a thread against its end.
 *   heritage.free   the thread has ended, and the rank may use its heritage again. */
struct heritage {
    struct heritage *next;
    _Atomic(bool) is_free;
    _Atomic(pid_t) thread_id; /* 0: it has not started */
    _Atomic(int) life;
    bool is_of_pool; /* rank->pool */
    pthread_t thread;
    struct rank *rank;
    int slot;
    const struct locale *locale;
    void *(*start)(void *);
    void *argument;
};

static _Thread_local struct heritage *heritage_own;

/* Where the thread started, for who cannot leave in good order. */
static _Thread_local void *first_frame[5]; /* as GCC's manual has it */
static _Thread_local bool is_leaving;

static struct heritage *find_free(struct rank *rank)
{
    struct heritage *heritage = rank->heritages;

    while (heritage != NULL && !load_acquire(&heritage->is_free)) /* edge heritage.free */
        heritage = heritage->next;
    return heritage;
}

/* One that has been used before, or a new one; NULL: no memory. */
static struct heritage *find_or_make(struct rank *rank)
{
    struct heritage *heritage;

    lock_take(&rank->heritage_lock);
    heritage = find_free(rank);
    if (heritage == NULL) {
        heritage = memory_take_zeroed(sizeof *heritage);
        if (heritage != NULL) {
            heritage->next = rank->heritages;
            rank->heritages = heritage;
        }
    }
    if (heritage != NULL) {
        store_relaxed(&heritage->is_free, false);
        store_relaxed(&heritage->thread_id, 0);
        store_relaxed(&heritage->life, LIFE_OWN);
    }
    lock_release(&rank->heritage_lock);
    return heritage;
}

bool heritage_end(void)
{
    int life = LIFE_OWN;
    bool has_place;

    while (!compare_exchange_seq_cst(&heritage_own->life, &life, LIFE_OVER))
        continue; /* edge heritage.life */
    has_place = life == LIFE_OWN;
    if (heritage_own->is_of_pool)
        has_place = pool_dismiss(heritage_own->rank) && has_place;
    store_release(&heritage_own->is_free, true); /* edge heritage.free */
    return has_place;
}

/* pthread_exit runs what is to be run when the stack is left. If a function stands in the way that
 * lets no exception pass, it calls abort, and so comes here again. No longjmp: a sanitizer that
 * stands in front of it does not know the thread's first frame. */
void heritage_leave(void)
{
    if (is_leaving)
        __builtin_longjmp(first_frame, 1);
    is_leaving = true;
    pthread_exit(NULL);
}

int rank_list_threads(struct rank *rank, pid_t ids[], int room)
{
    struct heritage *heritage;
    int count = 0;

    lock_take(&rank->heritage_lock);
    for (heritage = rank->heritages; heritage != NULL; heritage = heritage->next) {
        pid_t id = load_acquire(&heritage->thread_id); /* edge heritage.start */

        if (load_acquire(&heritage->is_free) || id == 0) /* edge heritage.free */
            continue;
        if (count < room)
            ids[count] = id;
        count++;
    }
    lock_release(&rank->heritage_lock);
    return count;
}

void heritage_give_all(struct rank *rank)
{
    while (rank->heritages != NULL) {
        struct heritage *heritage = rank->heritages;

        rank->heritages = heritage->next;
        memory_give(heritage);
    }
}

static struct heritage *heritage_take(struct rank *self, void *(*start)(void *), void *argument)
{
    struct heritage *heritage = find_or_make(self);

    if (heritage != NULL) {
        heritage->rank = self;
        heritage->slot = image_current();
        heritage->locale = locale_of(self);
        heritage->start = start;
        heritage->argument = argument;
        heritage->is_of_pool = pool_admits(self, start);
    }
    return heritage;
}

NOT_INSTRUMENTED static __attribute__((noinline)) void *run_thread(void *(*start)(void *),
                                                                   void *argument)
{
    return __builtin_setjmp(first_frame) == 0 ? start(argument) : NULL;
}

NOT_INSTRUMENTED static void *start_pthread(void *given)
{
    struct heritage *heritage = given;
    void *(*start)(void *) = heritage->start;
    void *argument = heritage->argument;

    rank_current = heritage->rank;
    sleeper_count_thread(heritage->rank);
    memory_use(heritage->rank->world->options.heap);
    image_enter(heritage->slot);
    locale_enter(heritage->locale);
    heritage_own = heritage;
    heritage->thread = pthread_self();
    store_release(&heritage->thread_id, gettid()); /* edge heritage.start */
    return run_thread(start, argument);
}

__attribute__((visibility("default")))
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    pthread_creator *create = (pthread_creator *)libc_function("pthread_create");
    struct rank *self = rank_self();
    struct heritage *heritage;
    int error;

    if (self == NULL)
        return create(thread, attributes, start, argument);
    heritage = heritage_take(self, start, argument);
    if (heritage == NULL)
        return EAGAIN;
    sleeper_gain_thread(self->world);
    error = create(thread, attributes, start_pthread, heritage);
    if (error == 0)
        return 0;
    if (heritage->is_of_pool)
        pool_dismiss(self);
    sleeper_lose_thread(self->world);
    store_release(&heritage->is_free, true); /* edge heritage.free */
    return error;
}

/* ---- who joins one --------------------------------------------------------------------------- */

/* Under the rank's lock: what a thread that has not ended has inherited. NULL: there is none;
 * *is_any_new: but one that has not started may be it. */
static struct heritage *find_thread(const struct rank *rank, pthread_t thread, bool *is_any_new)
{
    struct heritage *heritage;

    *is_any_new = false;
    for (heritage = rank->heritages; heritage != NULL; heritage = heritage->next) {
        if (load_acquire(&heritage->is_free)) /* edge heritage.free */
            continue;
        if (load_acquire(&heritage->thread_id) == 0) /* edge heritage.start */
            *is_any_new = true;
        else if (pthread_equal(heritage->thread, thread))
            return heritage;
    }
    return NULL;
}

struct joining {
    struct rank *self;
    pthread_t thread;
    struct heritage *heritage; /* NULL: the thread has ended, or belongs to nobody here */
};

/* From now on the caller can do nothing before the thread has ended. */
static void await_thread(struct joining *joining)
{
    struct rank *self = joining->self;
    bool is_any_new = self != NULL && !pthread_equal(joining->thread, pthread_self());

    while (joining->heritage == NULL && is_any_new) {
        int own = LIFE_OWN;

        lock_take(&self->heritage_lock);
        joining->heritage = find_thread(self, joining->thread, &is_any_new);
        if (joining->heritage != NULL &&
            !compare_exchange_seq_cst(&joining->heritage->life, &own,
                                      LIFE_AWAITED)) { /* edge heritage.life */
            joining->heritage = NULL;
            is_any_new = false;
        }
        lock_release(&self->heritage_lock);
        if (is_any_new)
            sched_yield();
    }
    if (joining->heritage != NULL)
        world_lose(self->world);
}

/* Who joins has been cancelled, or it was an error. If the thread has ended, its place is his. */
static void stop_awaiting(void *given)
{
    struct joining *joining = given;
    struct heritage *heritage = joining->heritage;
    int awaited = LIFE_AWAITED;
    bool has_own;

    if (heritage == NULL)
        return;
    world_gain(joining->self->world);
    lock_take(&joining->self->heritage_lock);
    has_own = pthread_equal(heritage->thread, joining->thread) != 0 &&
              compare_exchange_seq_cst(&heritage->life, &awaited,
                                       LIFE_OWN); /* edge heritage.life */
    lock_release(&joining->self->heritage_lock);
    if (!has_own)
        world_lose(joining->self->world);
}

__attribute__((visibility("default")))
int pthread_join(pthread_t thread, void **value)
{
    pthread_joiner *join = (pthread_joiner *)libc_function("pthread_join");
    struct joining joining = {rank_self(), thread, NULL};
    int error;

    await_thread(&joining);
    pthread_cleanup_push(stop_awaiting, &joining);
    error = join(thread, value);
    pthread_cleanup_pop(error != 0);
    return error;
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
    error = pthread_create(thread, NULL, run_thrd, thrd);
    if (error == 0)
        return thrd_success;
    memory_give(thrd);
    return error == ENOMEM ? thrd_nomem : thrd_error;
}

__attribute__((visibility("default")))
int thrd_join(thrd_t thread, int *result)
{
    void *value;

    if (pthread_join(thread, &value) != 0)
        return thrd_error;
    if (result != NULL)
        *result = (int)(uintptr_t)value; /* as run_thrd and libc's thrd_exit leave it */
    return thrd_success;
}

__attribute__((visibility("default")))
int thrd_detach(thrd_t thread)
{
    return pthread_detach(thread) == 0 ? thrd_success : thrd_error;
}
