/* SPDX-License-Identifier: MIT */
#include "rank/waiter.h"

#include "base/clock.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/sanitizer.h"
#include "rank/abort.h"
#include "rank/thread.h"
#include "sync/lock.h"

/* A sleeper may be in a signal handler of the program's. */
static const uint64_t traces_ns = 3000000000;

/* Destructors of a thread's own data run in so many rounds; those of the program come first, those
 * of a sanitizer in the last one. */
enum { ROUNDS_BEFORE_THE_END = 2 };

/* ---- at the gate ----------------------------------------------------------------------------- */

static void give_trace(struct world *world, struct waiter *waiter)
{
    trace_take(&waiter->trace, 0);
    store_release(&waiter->has_trace, true); /* edge world.trace */
    park_wake(&world->gate);
}

/* Stands still while someone looks. */
static void pass_gate(struct world *world, struct waiter *waiter)
{
    for (;;) {
        uint32_t seen = park_count(&world->gate);

        if (!load_seq_cst(&world->is_looked_at)) /* edges world.alive, world.look */
            return;
        if (waiter != NULL && load_acquire(&world->wants_traces) && /* edge world.trace */
            !load_relaxed(&waiter->has_trace))
            give_trace(world, waiter);
        else
            park_sleep(&world->gate, seen, PARK_FOREVER);
    }
}

/* ---- the look -------------------------------------------------------------------------------- */

static bool sleeps_for_good(const struct rank *rank, const struct waiter *waiter)
{
    return mpsc_is_asleep(&rank->inbox) && park_count(&rank->park) == waiter->seen;
}

static bool is_dead(struct world *world)
{
    bool has_waiters = false;
    int i;

    for (i = 0; i < world->size; i++) {
        const struct rank *rank = &world->ranks[i];
        const struct list *link;

        for (link = rank->waiters.next; link != &rank->waiters; link = link->next) {
            if (!sleeps_for_good(rank, container_of(link, struct waiter, link)))
                return false;
            has_waiters = true;
        }
    }
    return has_waiters;
}

static bool have_all_traces(const struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++) {
        const struct rank *rank = &world->ranks[i];
        const struct list *link;

        for (link = rank->waiters.next; link != &rank->waiters; link = link->next)
            if (!load_acquire(&container_of(link, struct waiter, link)->has_trace))
                return false; /* edge world.trace */
    }
    return true;
}

/* Each thread knows its own stack best. */
static void gather_traces(struct world *world, struct waiter *own)
{
    uint64_t start_ns = clock_ns(), passed_ns;
    int i;

    store_release(&world->wants_traces, true); /* edge world.trace */
    if (own != NULL)
        give_trace(world, own);
    for (i = 0; i < world->size; i++)
        park_wake(&world->ranks[i].park);
    for (;;) {
        uint32_t seen = park_count(&world->gate);

        passed_ns = clock_ns() - start_ns;
        if (have_all_traces(world) || passed_ns >= traces_ns)
            return;
        park_sleep(&world->gate, seen, traces_ns - passed_ns);
    }
}

/* That their main threads sleep outside of all parallel regions has been taken for granted so
 * far. */
static bool are_pools_idle(struct world *world)
{
    bool are_idle = true;
    int i;

    for (i = 0; i < world->size; i++) {
        struct rank *rank = &world->ranks[i];
        const struct list *link;

        for (link = rank->waiters.next; link != &rank->waiters; link = link->next) {
            const struct waiter *waiter = container_of(link, struct waiter, link);

            if (pthread_equal(waiter->thread, rank->thread))
                are_idle &= pool_is_idle(rank, load_acquire(&waiter->has_trace)
                                                   ? &waiter->trace
                                                   : NULL); /* edge world.trace */
        }
    }
    return are_idle;
}

static void close_gate(struct world *world, struct waiter *own)
{
    bool expected = false;

    /* edge world.alive */
    while (!compare_exchange_seq_cst(&world->is_looked_at, &expected, true)) {
        pass_gate(world, own); /* someone else looks */
        expected = false;
    }
}

void world_close_gate(struct world *world)
{
    close_gate(world, NULL);
}

/* Whoever is at the gate now goes on, to where an abort is seen, or back to sleep. */
void world_open_gate(struct world *world)
{
    store_seq_cst(&world->is_looked_at, false); /* edge world.look */
    park_wake(&world->gate);
}

/* By the last one alive; own: his sleeper, NULL when he has ended. */
static void look(struct world *world, struct waiter *own)
{
    bool is_over;

    close_gate(world, own);
    is_over = load_seq_cst(&world->runnable) == 0 && /* edge world.alive */
              !world_is_aborted(world) && is_dead(world);
    if (is_over) {
        gather_traces(world, own);
        is_over = are_pools_idle(world);
    }
    if (is_over) {
        world->report = world->explain(world);
        fetch_add_seq_cst(&world->runnable, 1); /* edge world.alive */
    }
    store_relaxed(&world->wants_traces, false);
    world_open_gate(world);
    if (!is_over)
        return;
    world_abort(world, STATUS_DEADLOCK, "heddle: deadlock: the job is ended with status %d",
                STATUS_DEADLOCK);
    fetch_add_seq_cst(&world->runnable, -1); /* edge world.alive */
}

static bool is_watched(const struct world *world)
{
    return world->explain != NULL && knobs.deadlock != 0;
}

/* ---- alive or not ---------------------------------------------------------------------------- */

void world_add_runnable(struct world *world)
{
    fetch_add_seq_cst(&world->runnable, 1); /* edge world.alive */
}

static void drop_runnable(struct world *world, int places, struct waiter *own)
{
    if (fetch_add_seq_cst(&world->runnable, -places) == places && /* edge world.alive */
        is_watched(world))
        look(world, own);
}

void world_remove_runnable(struct world *world)
{
    drop_runnable(world, 1, NULL);
}

void waiter_lie_down(struct rank *self, struct waiter *waiter)
{
    store_relaxed(&waiter->has_trace, false);
    waiter->thread = pthread_self();
    lock_take(&self->waiters_lock);
    list_append(&self->waiters, &waiter->link);
    lock_release(&self->waiters_lock);
    drop_runnable(self->world, 1 + pool_take_along(self), waiter);
}

void waiter_get_up(struct rank *self, struct waiter *waiter)
{
    fetch_add_seq_cst(&self->world->runnable, 1); /* edge world.alive */
    pass_gate(self->world, waiter);
    pool_bring_back(self);
    lock_take(&self->waiters_lock);
    list_remove(&waiter->link);
    lock_release(&self->waiters_lock);
}

/* ---- threads that ranks create --------------------------------------------------------------- */

/* What a thread that a rank has created needs when it ends: the world may be gone by then, for
 * nothing makes a job wait for threads that its ranks have left behind. */
struct census {
    struct lock lock;
    struct world *world; /* under the lock; NULL: it is gone */
    _Atomic(int) holders; /* threads that have not ended, and the world */
};

static pthread_key_t end_key;
static pthread_once_t end_key_once = PTHREAD_ONCE_INIT;
static _Thread_local int rounds_left; /* of destructors, before the thread counts as ended */

static void drop_census(struct census *census)
{
    struct heap *heap;

    if (fetch_sub_acq_rel(&census->holders, 1) > 1) /* edge census.holders */
        return;
    heap = memory_use(NULL);
    memory_give(census);
    memory_use(heap);
}

static void end_thread(void *value)
{
    struct census *census = value;

    if (rounds_left-- > 0) {
        pthread_setspecific(end_key, census);
        return;
    }
    rank_current = NULL; /* an abort is not to unwind what has ended */
    memory_use(NULL);
    lock_take(&census->lock);
    if (census->world != NULL && thread_end())
        world_remove_runnable(census->world);
    lock_release(&census->lock);
    drop_census(census);
}

static void make_end_key(void)
{
    must(pthread_key_create(&end_key, end_thread) == 0);
}

void waiter_add_thread(struct world *world)
{
    fetch_add_relaxed(&world->census->holders, 1);
    world_add_runnable(world);
}

void waiter_remove_thread(struct world *world)
{
    world_remove_runnable(world);
    drop_census(world->census);
}

NOT_INSTRUMENTED void waiter_count_thread(const struct rank *self)
{
    rounds_left = ROUNDS_BEFORE_THE_END;
    pthread_setspecific(end_key, self->world->census);
}

bool waiter_watch_threads(struct world *world)
{
    struct heap *heap = memory_use(NULL); /* threads may outlive their job */

    pthread_once(&end_key_once, make_end_key);
    world->census = memory_take_zeroed(sizeof *world->census);
    memory_use(heap);
    if (world->census == NULL)
        return false;
    world->census->world = world;
    store_relaxed(&world->census->holders, 1);
    return true;
}

void waiter_leave_threads(struct world *world)
{
    lock_take(&world->census->lock);
    world->census->world = NULL;
    lock_release(&world->census->lock);
    drop_census(world->census);
}
