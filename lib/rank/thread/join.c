/* SPDX-License-Identifier: MIT */
/* Joining threads that a rank has created. */
#include <pthread.h>

#include "base/atomic.h"
#include "base/libc.h"
#include "rank/observe/causal.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/record.h"
#include "rank/thread/thread.h"
#include "rank/wait.h"
#include "rank/world.h"

typedef int pthread_joiner(pthread_t, void **);

/* Under the rank's lock: the record of a thread that has not ended. NULL: there is none;
 * *is_any_new: a thread that has not started yet may be the one. */
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
    struct thread_record *thread_record; /* NULL: the thread has ended, or is none of the rank's */
};

/* Takes the caller off the runnable count until the thread has ended. */
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
            rank_yield();
    }
    if (joining->thread_record != NULL)
        world_remove_runnable(self->world);
}

/* The join failed, or the joining thread was cancelled: it counts as runnable again. If the joined
 * thread has ended meanwhile, its place on the count passes to the joining one. */
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

void thread_joined(pthread_t thread)
{
    causal_acquire(thread_end_name(thread));
}

int thread_join(pthread_t thread, void **value)
{
    pthread_joiner *join = (pthread_joiner *)libc_function("pthread_join");
    struct joining joining = {rank_self(), thread, NULL};
    int error;

    await_thread(&joining);
    pthread_cleanup_push(stop_awaiting, &joining);
    error = join(thread, value);
    pthread_cleanup_pop(error != 0);
    if (error == 0)
        thread_joined(thread);
    return error;
}
