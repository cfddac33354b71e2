/* SPDX-License-Identifier: MIT */
#include "rank/observe/causal.h"

#include "base/memory.h"
#include "rank/observe/causal_clock.h"
#include "rank/observe/causal_message.h"
#include "rank/thread/thread.h"

enum { BUCKETS = 1024, POINTS_MAX = 16, THREADS_BESIDE_RANKS = 256 };

struct bucket {
    struct lock lock;
    int count;
    struct point *points;
};

struct causality {
    struct lock lock; /* of the list of threads */
    struct lock shared_lock; /* of clocks that all threads of a rank share */
    struct causal_thread *threads;
    _Atomic(uint32_t) count;   /* of them; ids begin with 0; written under the lock */
    _Atomic(uint32_t) without; /* of them, those of ranks that are gone; under the lock, too */
    struct bucket buckets[BUCKETS];
    struct causal_messages messages;
};

/* ---- the job's ------------------------------------------------------------------------------- */

static struct causality *causality_of(const struct world *root)
{
    return load_acquire(&root->causality); /* edge causality.made */
}

bool causality_make(struct world *root)
{
    struct causality *made, *none = NULL;

    if (causality_of(root) != NULL)
        return true;
    made = memory_take_zeroed(sizeof *made);
    if (made != NULL &&
        !compare_exchange_acq_rel(&root->causality, &none, made)) /* edge causality.made */
        memory_give(made);
    return made != NULL;
}

static void bucket_empty(struct bucket *bucket)
{
    while (bucket->points != NULL) {
        struct point *point = bucket->points;

        bucket->points = point->next;
        memory_give(point->seen);
        memory_give(point);
    }
}

/* Clocks of the world's ranks are for others now. */
static void take_from_ranks(struct causality *causality, const struct world *world)
{
    struct causal_thread *thread;

    lock_take(&causality->lock);
    for (thread = causality->threads; thread != NULL; thread = thread->next)
        if (thread->rank != NULL && thread->rank->world == world) {
            thread->rank = NULL;
            fetch_add_relaxed(&causality->without, 1);
        }
    lock_release(&causality->lock);
}

void causality_free(struct world *world)
{
    struct causality *causality = causality_of(world->root);
    int i;

    if (causality == NULL)
        return;
    if (world->root != world) {
        take_from_ranks(causality, world);
        return;
    }
    while (causality->threads != NULL) {
        struct causal_thread *thread = causality->threads;

        causality->threads = thread->next;
        clock_give(thread);
    }
    for (i = 0; i < BUCKETS; i++)
        bucket_empty(&causality->buckets[i]);
    causal_messages_fini(&causality->messages);
    memory_give(causality);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Returns a clock of a rank that is gone, which goes on rising; NULL: there is none. */
static struct causal_thread *thread_take(struct causality *causality, const struct rank *rank)
{
    struct causal_thread *thread = NULL;

    if (load_relaxed(&causality->without) == 0)
        return NULL;
    lock_take(&causality->lock);
    if (load_relaxed(&causality->without) > 0) {
        thread = causality->threads;
        while (thread->rank != NULL)
            thread = thread->next;
        thread->rank = rank;
        fetch_add_relaxed(&causality->without, (uint32_t)-1);
    }
    lock_release(&causality->lock);
    return thread;
}

/* NULL: no memory, or too many. */
static struct causal_thread *thread_make(struct causality *causality, const struct rank *rank)
{
    struct causal_thread *made = thread_take(causality, rank);
    uint32_t room;
    bool is_numbered;

    if (made != NULL)
        return made;
    made = memory_take_zeroed(sizeof *made);
    if (made == NULL)
        return NULL;
    lock_take(&causality->lock);
    made->rank = rank;
    made->id = load_relaxed(&causality->count);
    /* Room for all ranks of the job, so that the list rarely grows. */
    room = made->id >= (uint32_t)rank->world->root->size ? made->id + 1
                                                         : (uint32_t)rank->world->root->size;
    is_numbered = made->id < CAUSAL_THREADS_MAX && clock_grow(made, room);
    if (is_numbered) {
        store_relaxed(&causality->count, made->id + 1);
        store_relaxed(&load_relaxed(&made->seen)->clocks[made->id], 1);
        made->next = causality->threads;
        causality->threads = made;
    }
    lock_release(&causality->lock);
    if (is_numbered)
        return made;
    clock_give(made);
    return NULL;
}

static void acquire(struct causality *causality, struct causal_thread *thread, const void *name);

_Atomic(bool) causal_is_wanted = true;

void causal_look_for_wishes(void)
{
    const bool is_wanted = tsan_is_there() || knobs.rma != 0;

    if (load_relaxed(&causal_is_wanted) != is_wanted)
        store_relaxed(&causal_is_wanted, is_wanted);
}

void causal_note_accesses(struct rank *rank)
{
    struct findings *findings = &rank->world->root->findings;

    if (!load_relaxed(&findings->sees_accesses))
        store_relaxed(&findings->sees_accesses, true);
    if (!load_relaxed(&rank->has_threads))
        store_relaxed(&rank->tells_accesses, true);
}

void causal_step(struct causal_thread *thread)
{
    const bool is_locked = clock_enter(thread);

    clock_increment(thread);
    clock_leave(thread, is_locked);
}

static struct causal_thread *self_of_rank(struct causality *causality, struct rank *self)
{
    struct causal_thread *own = load_acquire(&self->causal); /* edge causality.made */

    if (likely(own != NULL))
        return own;
    lock_take(&causality->shared_lock);
    own = load_relaxed(&self->causal);
    if (own == NULL) {
        own = thread_make(causality, self);
        store_release(&self->causal, own); /* edge causality.made */
    }
    lock_release(&causality->shared_lock);
    return own;
}

struct causal_thread *causal_self(void)
{
    struct rank *self = rank_self();
    struct causality *causality = self != NULL ? causality_of(self->world->root) : NULL;
    struct causal_thread *_Atomic *own;
    struct causal_thread *made;
    const void *born;

    if (likely(causality == NULL))
        return NULL;
    if (!causal_tells_accesses(self))
        return self_of_rank(causality, self);
    own = thread_causal(self, &born);
    made = own != NULL ? load_relaxed(own) : NULL;
    if (own == NULL || likely(made != NULL))
        return made;
    made = thread_causal_spare();
    if (made == NULL)
        made = thread_make(causality, self);
    store_relaxed(own, made);
    if (made != NULL && born != NULL)
        acquire(causality, made, born);
    return made;
}

const struct rank *causal_rank(const struct world *root, uint32_t id)
{
    struct causality *causality = causality_of(root);
    const struct causal_thread *thread;
    const struct rank *rank;

    lock_take(&causality->lock);
    thread = causality->threads;
    while (thread != NULL && thread->id != id)
        thread = thread->next;
    rank = thread != NULL ? thread->rank : NULL;
    lock_release(&causality->lock);
    return rank;
}

bool causal_is_crowded(const struct world *root)
{
    struct causality *causality = causality_of(root);

    return causality != NULL &&
           load_relaxed(&causality->count) >
               2 * (uint32_t)root->size + THREADS_BESIDE_RANKS + load_relaxed(&causality->without);
}

/* ---- points ---------------------------------------------------------------------------------- */

static struct bucket *bucket_of(struct causality *causality, const void *name)
{
    const uint64_t mixed = (uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u;

    return &causality->buckets[mixed >> 54];
}

/* Under the bucket's lock. NULL: there is none. */
static struct point *point_find(const struct bucket *bucket, const void *name)
{
    struct point *point = bucket->points;

    while (point != NULL && point->name != name)
        point = point->next;
    return point == NULL && bucket->count == POINTS_MAX ? bucket->points : point;
}

/* Under the bucket's lock. NULL: no memory. */
static struct point *point_make(struct bucket *bucket, const void *name)
{
    struct point *point = point_find(bucket, name);

    if (point != NULL)
        return point;
    point = memory_take_zeroed(sizeof *point);
    if (point == NULL)
        return NULL;
    point->name = name;
    point->next = bucket->points;
    bucket->points = point;
    bucket->count++;
    return point;
}

static void acquire(struct causality *causality, struct causal_thread *thread, const void *name)
{
    struct bucket *bucket = bucket_of(causality, name);
    const bool is_locked = clock_enter(thread);
    const struct point *point;

    lock_take(&bucket->lock);
    point = point_find(bucket, name);
    if (point != NULL)
        clock_acquire(thread, point);
    lock_release(&bucket->lock);
    clock_leave(thread, is_locked);
}

void causal_acquire_slowly(const void *name)
{
    struct causal_thread *thread = causal_self();

    if (thread != NULL)
        acquire(causality_of(rank_self()->world->root), thread, name);
}

void causal_release_slowly(const void *name)
{
    struct causal_thread *thread = causal_self();
    struct bucket *bucket;
    struct point *point;
    bool is_locked;

    if (thread == NULL)
        return;
    bucket = bucket_of(causality_of(rank_self()->world->root), name);
    is_locked = clock_enter(thread);
    lock_take(&bucket->lock);
    point = point_make(bucket, name);
    if (point != NULL)
        clock_release(point, thread);
    lock_release(&bucket->lock);
    clock_increment(thread);
    clock_leave(thread, is_locked);
}

/* ---- messages -------------------------------------------------------------------------------- */

void causal_send_slowly(const struct causal_message *message)
{
    struct causal_thread *thread = causal_self();

    if (thread != NULL &&
        !causal_messages_send(&causality_of(rank_self()->world->root)->messages, thread, message))
        causal_release_slowly(message->pair);
}

void causal_receive_slowly(const struct causal_message *message, bool is_last)
{
    struct causal_thread *thread = causal_self();
    struct causality *causality;

    if (thread == NULL)
        return;
    causality = causality_of(rank_self()->world->root);
    if (!causal_messages_receive(&causality->messages, thread, message, is_last))
        acquire(causality, thread, message->pair);
}
