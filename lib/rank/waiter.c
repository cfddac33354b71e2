/* SPDX-License-Identifier: MIT */
#include "rank/waiter.h"

#include "base/clock.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/sanitizer.h"
#include "image/image.h"
#include "rank/abort.h"
#include "rank/connected.h"
#include "rank/idle.h"
#include "rank/thread.h"
#include "sync/lock.h"

/* How long to wait for stacks: a waiter may be in a signal handler of the program. */
static const uint64_t traces_ns = 3000000000;

/* Destructors of a thread's own data run in so many rounds; those of the program come first, those
 * of a sanitizer in the last one. */
enum { ROUNDS_BEFORE_THE_END = 2 };

/* ---- at the gate ----------------------------------------------------------------------------- */

static void give_trace(struct connected *connected, struct waiter *waiter)
{
    trace_take(&waiter->trace, 0);
    store_release(&waiter->has_trace, true); /* edge world.trace */
    park_wake(&connected->gate);
}

/* Stands still while someone looks. */
static void pass_gate(struct connected *connected, struct waiter *waiter)
{
    for (;;) {
        uint32_t seen = park_count(&connected->gate);

        if (!load_seq_cst(&connected->is_looked_at)) /* edges world.alive, world.look */
            return;
        if (waiter != NULL && load_acquire(&connected->wants_traces) && /* edge world.trace */
            !load_relaxed(&waiter->has_trace))
            give_trace(connected, waiter);
        else
            park_sleep(&connected->gate, seen, PARK_FOREVER);
    }
}

/* ---- the look -------------------------------------------------------------------------------- */

static bool sleeps_for_good(const struct rank *rank, const struct waiter *waiter)
{
    return mpsc_is_asleep(&rank->inbox) && park_count(&rank->park) == waiter->seen;
}

/* Calls `visit` for each sleeping thread of all connected worlds until it returns false; false: it
 * did. While the gate is closed. */
typedef bool waiter_visitor(struct rank *rank, struct waiter *waiter, void *argument);

static bool visit_waiters(const struct world *any, waiter_visitor *visit, void *argument)
{
    struct world *world;
    int i;

    for (world = connected_first(any); world != NULL; world = connected_next(world))
        for (i = 0; i < world->size; i++) {
            struct rank *rank = &world->ranks[i];
            struct list *link;

            for (link = rank->waiters.next; link != &rank->waiters; link = link->next)
                if (!visit(rank, container_of(link, struct waiter, link), argument))
                    return false;
        }
    return true;
}

static bool check_asleep(struct rank *rank, struct waiter *waiter, void *has_waiters)
{
    *(bool *)has_waiters = true;
    return sleeps_for_good(rank, waiter);
}

static bool is_dead(const struct world *world)
{
    bool has_waiters = false;

    return visit_waiters(world, check_asleep, &has_waiters) && has_waiters;
}

/* No thread of any connected world counts as runnable. */
static bool are_all_asleep(const struct world *any)
{
    const struct world *world;

    for (world = connected_first(any); world != NULL; world = connected_next(world))
        if (load_seq_cst(&world->runnable) != 0 || world_is_aborted(world)) /* edge world.alive */
            return false;
    return true;
}

static bool has_trace(struct rank *rank, struct waiter *waiter, void *unused)
{
    (void)rank;
    (void)unused;
    return load_acquire(&waiter->has_trace); /* edge world.trace */
}

static void wake_all(const struct world *any)
{
    struct world *world;
    int i;

    for (world = connected_first(any); world != NULL; world = connected_next(world))
        for (i = 0; i < world->size; i++)
            park_wake(&world->ranks[i].park);
}

/* Each thread takes its own stack. */
static void gather_traces(struct world *world, struct waiter *own)
{
    struct connected *connected = world->connected;
    uint64_t start_ns = clock_ns(), passed_ns;

    store_release(&connected->wants_traces, true); /* edge world.trace */
    if (own != NULL)
        give_trace(connected, own);
    wake_all(world);
    for (;;) {
        uint32_t seen = park_count(&connected->gate);

        passed_ns = clock_ns() - start_ns;
        if (visit_waiters(world, has_trace, NULL) || passed_ns >= traces_ns)
            return;
        park_sleep(&connected->gate, seen, traces_ns - passed_ns);
    }
}

/* So far the look has assumed that main threads sleep outside of all parallel regions. */
static bool check_pool(struct rank *rank, struct waiter *waiter, void *are_idle)
{
    if (pthread_equal(waiter->thread, rank->thread))
        *(bool *)are_idle &= pool_is_idle(rank, load_acquire(&waiter->has_trace)
                                                    ? &waiter->trace
                                                    : NULL); /* edge world.trace */
    return true;
}

static bool are_pools_idle(const struct world *world)
{
    bool are_idle = true;

    visit_waiters(world, check_pool, &are_idle);
    return are_idle;
}

static void close_gate(struct connected *connected, struct waiter *own)
{
    bool expected = false;

    /* edge world.alive */
    while (!compare_exchange_seq_cst(&connected->is_looked_at, &expected, true)) {
        pass_gate(connected, own); /* another thread looks */
        expected = false;
    }
}

void world_close_gate(struct world *world)
{
    close_gate(world->connected, NULL);
}

/* Threads at the gate go on, to where they see an abort, or back to sleep. */
void world_open_gate(struct world *world)
{
    store_seq_cst(&world->connected->is_looked_at, false); /* edge world.look */
    park_wake(&world->connected->gate);
}

/* By the last runnable thread of a world; own: its waiter, NULL when the thread has ended. */
static void look(struct world *world, struct waiter *own)
{
    bool is_over;

    close_gate(world->connected, own);
    is_over = are_all_asleep(world) && is_dead(world) &&
              idlers_are_asleep(world, are_all_asleep) && is_dead(world);
    if (is_over) {
        gather_traces(world, own);
        is_over = are_pools_idle(world);
    }
    if (is_over) {
        world->report = world->explain(world);
        fetch_add_seq_cst(&world->runnable, 1); /* edge world.alive */
    }
    store_relaxed(&world->connected->wants_traces, false);
    world_open_gate(world);
    if (!is_over)
        return;
    world_abort(world, STATUS_DEADLOCK, "heddle: deadlock: the job is ended with status %d",
                STATUS_DEADLOCK);
    fetch_add_seq_cst(&world->runnable, -1); /* edge world.alive */
}

bool waiter_is_watched(const struct world *world)
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
        waiter_is_watched(world))
        look(world, own);
}

void waiter_go_idle(struct world *world)
{
    if (fetch_add_seq_cst(&world->runnable, -1) > 1) /* edge world.alive */
        return;
    store_release(&world->wants_look, true); /* edge world.idle */
    park_wake(&world->joiner);
}

void waiter_come_back(struct world *world)
{
    fetch_add_seq_cst(&world->runnable, 1); /* edge world.alive */
    pass_gate(world->connected, NULL);
}

void waiter_look(struct world *world)
{
    if (load_relaxed(&world->wants_look) &&
        exchange_acq_rel(&world->wants_look, false)) /* edge world.idle */
        look(world, NULL);
}

void world_remove_runnable(struct world *world)
{
    drop_runnable(world, 1, NULL);
}

void waiter_lie_down(struct rank *self, struct waiter *waiter)
{
    if (self->world->options.has_images)
        image_let_others_construct(self->slot);
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
    pass_gate(self->world->connected, waiter);
    pool_bring_back(self);
    lock_take(&self->waiters_lock);
    list_remove(&waiter->link);
    lock_release(&self->waiters_lock);
}

/* ---- threads that ranks create --------------------------------------------------------------- */

/* A thread that a rank has created may outlive the world: nothing makes a job wait for threads that
 * its ranks have left behind. At its end the thread finds here whether the world still exists. */
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
    memory_end_thread();
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
