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
#include "rank/waiter.h"
#include "rank/world.h"

typedef int pthread_creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int pthread_joiner(pthread_t, void **);

/* Who keeps the thread's place among those who may still do something (rank/waiter.h): itself; or
 * whoever joins it, from when it ends, and until then he has none. */
enum life { LIFE_OWN, LIFE_AWAITED, LIFE_OVER };

/* What a new thread inherits from its creator, and what it is to run. It is the thread's as long as
 * that lives; then the rank uses it again: the thread itself cannot give memory back, for in a
 * program with a sanitizer it comes here before that knows of it, so that the functions below must
 * not be instrumented either.
 *
 * Edges
 *   thread_record.start  a thread that has started says who it is.
 *   thread_record.life   who joins a thread against its end.
 *   thread_record.free   the thread has ended, and the rank may use its heritage again. */
struct thread_record {
    struct thread_record *next;
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

static _Thread_local struct thread_record *thread_record_own;

/* Where the thread started, for who cannot leave in good order. */
static _Thread_local void *first_frame[5]; /* as GCC's manual has it */
static _Thread_local bool is_leaving;

static struct thread_record *find_free(struct rank *rank)
{
    struct thread_record *thread_record = rank->thread_records;

    while (thread_record != NULL &&
           !load_acquire(&thread_record->is_free)) /* edge thread_record.free */
        thread_record = thread_record->next;
    return thread_record;
}

/* One that has been used before, or a new one; NULL: no memory. */
static struct thread_record *find_or_make(struct rank *rank)
{
    struct thread_record *thread_record;

    lock_take(&rank->thread_record_lock);
    thread_record = find_free(rank);
    if (thread_record == NULL) {
        thread_record = memory_take_zeroed(sizeof *thread_record);
        if (thread_record != NULL) {
            thread_record->next = rank->thread_records;
            rank->thread_records = thread_record;
        }
    }
    if (thread_record != NULL) {
        store_relaxed(&thread_record->is_free, false);
        store_relaxed(&thread_record->thread_id, 0);
        store_relaxed(&thread_record->life, LIFE_OWN);
    }
    lock_release(&rank->thread_record_lock);
    return thread_record;
}

bool thread_record_end(void)
{
    int life = LIFE_OWN;
    bool has_place;

    while (!compare_exchange_seq_cst(&thread_record_own->life, &life, LIFE_OVER))
        continue; /* edge thread_record.life */
    has_place = life == LIFE_OWN;
    if (thread_record_own->is_of_pool)
        has_place = pool_dismiss(thread_record_own->rank) && has_place;
    store_release(&thread_record_own->is_free, true); /* edge thread_record.free */
    return has_place;
}

/* pthread_exit runs what is to be run when the stack is left. If a function stands in the way that
 * lets no exception pass, it calls abort, and so comes here again. No longjmp: a sanitizer that
 * stands in front of it does not know the thread's first frame. */
void thread_record_leave(void)
{
    if (is_leaving)
        __builtin_longjmp(first_frame, 1);
    is_leaving = true;
    pthread_exit(NULL);
}

int rank_list_threads(struct rank *rank, pid_t ids[], int room)
{
    struct thread_record *thread_record;
    int count = 0;

    lock_take(&rank->thread_record_lock);
    for (thread_record = rank->thread_records; thread_record != NULL;
         thread_record = thread_record->next) {
        pid_t id = load_acquire(&thread_record->thread_id); /* edge thread_record.start */

        if (load_acquire(&thread_record->is_free) || id == 0) /* edge thread_record.free */
            continue;
        if (count < room)
            ids[count] = id;
        count++;
    }
    lock_release(&rank->thread_record_lock);
    return count;
}

void thread_record_give_all(struct rank *rank)
{
    while (rank->thread_records != NULL) {
        struct thread_record *thread_record = rank->thread_records;

        rank->thread_records = thread_record->next;
        memory_give(thread_record);
    }
}

static struct thread_record *thread_record_take(struct rank *self, void *(*start)(void *),
                                                void *argument)
{
    struct thread_record *thread_record = find_or_make(self);

    if (thread_record != NULL) {
        thread_record->rank = self;
        thread_record->slot = image_current();
        thread_record->locale = locale_of(self);
        thread_record->start = start;
        thread_record->argument = argument;
        thread_record->is_of_pool = pool_admits(self, start);
    }
    return thread_record;
}

NOT_INSTRUMENTED static __attribute__((noinline)) void *run_thread(void *(*start)(void *),
                                                                   void *argument)
{
    return __builtin_setjmp(first_frame) == 0 ? start(argument) : NULL;
}

NOT_INSTRUMENTED static void *start_pthread(void *given)
{
    struct thread_record *thread_record = given;
    void *(*start)(void *) = thread_record->start;
    void *argument = thread_record->argument;

    rank_current = thread_record->rank;
    waiter_count_thread(thread_record->rank);
    memory_use(thread_record->rank->world->options.heap);
    image_enter(thread_record->slot);
    locale_enter(thread_record->locale);
    thread_record_own = thread_record;
    thread_record->thread = pthread_self();
    store_release(&thread_record->thread_id, gettid()); /* edge thread_record.start */
    return run_thread(start, argument);
}

__attribute__((visibility("default")))
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    pthread_creator *create = (pthread_creator *)libc_function("pthread_create");
    struct rank *self = rank_self();
    struct thread_record *thread_record;
    int error;

    if (self == NULL)
        return create(thread, attributes, start, argument);
    thread_record = thread_record_take(self, start, argument);
    if (thread_record == NULL)
        return EAGAIN;
    waiter_add_thread(self->world);
    error = create(thread, attributes, start_pthread, thread_record);
    if (error == 0)
        return 0;
    if (thread_record->is_of_pool)
        pool_dismiss(self);
    waiter_remove_thread(self->world);
    store_release(&thread_record->is_free, true); /* edge thread_record.free */
    return error;
}

/* ---- who joins one --------------------------------------------------------------------------- */

/* Under the rank's lock: what a thread that has not ended has inherited. NULL: there is none;
 * *is_any_new: but one that has not started may be it. */
static struct thread_record *find_thread(const struct rank *rank, pthread_t thread,
                                         bool *is_any_new)
{
    struct thread_record *thread_record;

    *is_any_new = false;
    for (thread_record = rank->thread_records; thread_record != NULL;
         thread_record = thread_record->next) {
        if (load_acquire(&thread_record->is_free)) /* edge thread_record.free */
            continue;
        if (load_acquire(&thread_record->thread_id) == 0) /* edge thread_record.start */
            *is_any_new = true;
        else if (pthread_equal(thread_record->thread, thread))
            return thread_record;
    }
    return NULL;
}

struct joining {
    struct rank *self;
    pthread_t thread;
    struct thread_record *thread_record; /* NULL: the thread has ended, or belongs to nobody here */
};

/* From now on the caller can do nothing before the thread has ended. */
static void await_thread(struct joining *joining)
{
    struct rank *self = joining->self;
    bool is_any_new = self != NULL && !pthread_equal(joining->thread, pthread_self());

    while (joining->thread_record == NULL && is_any_new) {
        int own = LIFE_OWN;

        lock_take(&self->thread_record_lock);
        joining->thread_record = find_thread(self, joining->thread, &is_any_new);
        if (joining->thread_record != NULL &&
            !compare_exchange_seq_cst(&joining->thread_record->life, &own,
                                      LIFE_AWAITED)) { /* edge thread_record.life */
            joining->thread_record = NULL;
            is_any_new = false;
        }
        lock_release(&self->thread_record_lock);
        if (is_any_new)
            sched_yield();
    }
    if (joining->thread_record != NULL)
        world_remove_runnable(self->world);
}

/* Who joins has been cancelled, or it was an error. If the thread has ended, its place is his. */
static void stop_awaiting(void *given)
{
    struct joining *joining = given;
    struct thread_record *thread_record = joining->thread_record;
    int awaited = LIFE_AWAITED;
    bool has_own;

    if (thread_record == NULL)
        return;
    world_add_runnable(joining->self->world);
    lock_take(&joining->self->thread_record_lock);
    has_own = pthread_equal(thread_record->thread, joining->thread) != 0 &&
              compare_exchange_seq_cst(&thread_record->life, &awaited,
                                       LIFE_OWN); /* edge thread_record.life */
    lock_release(&joining->self->thread_record_lock);
    if (!has_own)
        world_remove_runnable(joining->self->world);
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
