/* SPDX-License-Identifier: MIT */
#include "rank/sleep/waiter.h"

#include "base/clock.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/sanitizer.h"
#include "image/image.h"
#include "rank/abort.h"
#include "rank/findings.h"
#include "rank/sleep/idle.h"
#include "rank/thread/pool.h"
#include "rank/thread/thread.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"
#include "sync/lock.h"

/* How long to wait for stacks: a waiter may be in a signal handler of the program. */
static const uint64_t traces_ns = 3000000000;

/* Destructors of a thread's own data run in this many rounds; those of the program come first,
 * those of a sanitizer in the last one. */
enum { ROUNDS_BEFORE_THE_END = 2 };

/* ---- at the gate ----------------------------------------------------------------------------- */

/* The thread that looks sleeps at the register's turn until it has all stacks. */
static void give_trace(struct waiter *waiter)
{
    trace_take(&waiter->trace, 0);
    store_release(&waiter->has_trace, true); /* edge world.trace */
    connected_stir();
}

static bool is_asked_for_trace(const struct world *world, const struct waiter *waiter)
{
    return waiter != NULL && load_acquire(&world->deadlock.wants_traces) && /* edge world.trace */
           !load_relaxed(&waiter->has_trace);
}

/* Stands still while someone looks. */
static void pass_gate(struct world *world, struct waiter *waiter)
{
    for (;;) {
        uint32_t seen = park_count(&world->deadlock.gate);

        if (!load_seq_cst(&world->deadlock.is_looked_at)) /* edges world.alive, world.look */
            return;
        if (is_asked_for_trace(world, waiter))
            give_trace(waiter);
        else
            park_sleep(&world->deadlock.gate, seen, PARK_FOREVER);
    }
}

/* ---- the look -------------------------------------------------------------------------------- */

static bool sleeps_for_good(const struct rank *rank, const struct waiter *waiter)
{
    return mpsc_is_asleep(&rank->inbox) && park_count(&rank->park) == waiter->seen;
}

/* Calls `visit` for each sleeping thread of the view until it returns false; false: it did. While
 * the gates are closed. */
typedef bool waiter_visitor(struct rank *rank, struct waiter *waiter, void *argument);

static bool visit_waiters(waiter_visitor *visit, void *argument)
{
    struct world *world;
    int i;

    for (world = connected_first(); world != NULL; world = connected_next(world))
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

static bool is_dead(void)
{
    bool has_waiters = false;

    return visit_waiters(check_asleep, &has_waiters) && has_waiters;
}

/* No thread of any world of the view counts as runnable. */
static bool are_all_asleep(void)
{
    const struct world *world;

    for (world = connected_first(); world != NULL; world = connected_next(world))
        if (load_seq_cst(&world->deadlock.runnable) != 0 || /* edge world.alive */
            world_is_aborted(world))
            return false;
    return true;
}

static bool has_trace(struct rank *rank, struct waiter *waiter, void *unused)
{
    (void)rank;
    (void)unused;
    return load_acquire(&waiter->has_trace); /* edge world.trace */
}

static void wake_all(void)
{
    struct world *world;
    int i;

    for (world = connected_first(); world != NULL; world = connected_next(world)) {
        for (i = 0; i < world->size; i++)
            park_wake(&world->ranks[i].park);
        park_wake(&world->deadlock.gate);
    }
    connected_stir();
}

static void want_traces(bool are_wanted)
{
    struct world *world;

    for (world = connected_first(); world != NULL; world = connected_next(world))
        store_release(&world->deadlock.wants_traces, are_wanted); /* edge world.trace */
}

/* Each thread takes its own stack. */
static void gather_traces(struct waiter *own)
{
    uint64_t start_ns = clock_ns(), passed_ns;

    want_traces(true);
    if (own != NULL)
        give_trace(own);
    wake_all();
    for (;;) {
        uint32_t seen = connected_turn();

        passed_ns = clock_ns() - start_ns;
        if (visit_waiters(has_trace, NULL) || passed_ns >= traces_ns)
            return;
        connected_sleep(seen, traces_ns - passed_ns);
    }
}

/* Checks what the look has assumed so far: main threads sleep outside of all parallel regions. */
static bool check_pool(struct rank *rank, struct waiter *waiter, void *are_idle)
{
    if (pthread_equal(waiter->thread, rank->thread))
        *(bool *)are_idle &= pool_is_idle(rank, load_acquire(&waiter->has_trace)
                                                    ? &waiter->trace
                                                    : NULL); /* edge world.trace */
    return true;
}

static bool are_pools_idle(void)
{
    bool are_idle = true;

    visit_waiters(check_pool, &are_idle);
    return are_idle;
}

static bool give_up_wait(struct rank *rank, struct waiter *waiter, void *are_there_any)
{
    const struct wait *wait = waiter->wait;

    if (wait->give_up != NULL && wait->give_up(waiter->subject)) {
        rank_wake(rank);
        *(bool *)are_there_any = true;
    }
    return true;
}

/* Ends waits that can fail, because no rank can go on else. Returns false if there are none. */
static bool give_up_waits(void)
{
    bool are_there_any = false;

    visit_waiters(give_up_wait, &are_there_any);
    return are_there_any;
}

/* A thread that another one asks for its stack meanwhile gives that. */
static void take_register(struct world *world, struct waiter *own)
{
    for (;;) {
        uint32_t seen = connected_turn();

        if (connected_try())
            return;
        if (is_asked_for_trace(world, own))
            give_trace(own);
        else
            connected_await_turn(seen);
    }
}

static void close_gates(void)
{
    struct world *world;

    for (world = connected_first(); world != NULL; world = connected_next(world))
        store_seq_cst(&world->deadlock.is_looked_at, true); /* edge world.alive */
}

/* Threads at the gates go on, to where they see an abort, or back to sleep. */
static void open_gates(void)
{
    struct world *world;

    for (world = connected_first(); world != NULL; world = connected_next(world)) {
        store_release(&world->deadlock.wants_traces, false);     /* edge world.trace */
        store_seq_cst(&world->deadlock.is_looked_at, false);     /* edge world.look */
        park_wake(&world->deadlock.gate);
    }
}

void world_close_gate(struct world *world)
{
    connected_take();
    connected_view(world, SCOPE_TIED);
    close_gates();
}

void world_open_gate(struct world *world)
{
    (void)world;
    open_gates();
    connected_release();
}

/* Looks at a view; true: it is dead, and its worlds are aborted now. */
static bool look_at(struct world *world, enum scope scope, struct waiter *own)
{
    char *report;
    bool is_over;

    connected_view(world, scope);
    if (!are_all_asleep())
        return false;
    close_gates();
    is_over = are_all_asleep() && is_dead() && idlers_are_asleep(world, are_all_asleep) &&
              is_dead();
    if (is_over) {
        gather_traces(own);
        is_over = are_pools_idle() && !give_up_waits();
    }
    if (is_over) {
        report = world->deadlock.explain();
        abort_view(STATUS_DEADLOCK, report,
                   "heddle: deadlock: the job is ended with status %d%s", STATUS_DEADLOCK,
                   finding_mark(FINDING_DEADLOCK).text);
        memory_give(report);
    }
    open_gates();
    return is_over;
}

/* Looks whether the world is in a deadlock, as its last runnable thread. own: that thread's waiter;
 * NULL when it has ended. */
static void look_at_sleepers(struct world *world, struct waiter *own)
{
    struct rank *self = rank_self();
    bool is_over;

    take_register(world, own);
    is_over = look_at(world, SCOPE_REACHABLE, own) ||
              (connected_is_any_at_port() && look_at(world, SCOPE_ALL, own));
    connected_release();
    if (is_over && self != NULL && world_is_aborted(self->world))
        rank_unwind(self);
}

bool waiter_is_watched(const struct world *world)
{
    return world->deadlock.explain != NULL && knobs.deadlock != 0;
}

/* ---- alive or not ---------------------------------------------------------------------------- */

void world_add_runnable(struct world *world)
{
    fetch_add_seq_cst(&world->deadlock.runnable, 1); /* edge world.alive */
}

static void drop_runnable(struct world *world, int places, struct waiter *own)
{
    if (fetch_add_seq_cst(&world->deadlock.runnable, -places) == places && /* edge world.alive */
        waiter_is_watched(world))
        look_at_sleepers(world, own);
}

void waiter_go_idle(struct world *world)
{
    if (fetch_add_seq_cst(&world->deadlock.runnable, -1) > 1) /* edge world.alive */
        return;
    store_release(&world->deadlock.wants_look, true); /* edge world.idle */
    park_wake(&world->joiner);
}

void waiter_come_back(struct world *world)
{
    fetch_add_seq_cst(&world->deadlock.runnable, 1); /* edge world.alive */
    pass_gate(world, NULL);
}

void waiter_look(struct world *world)
{
    if (load_relaxed(&world->deadlock.wants_look) &&
        exchange_acq_rel(&world->deadlock.wants_look, false)) /* edge world.idle */
        look_at_sleepers(world, NULL);
}

void waiter_look_soon(struct world *world)
{
    if (waiter_is_watched(world) &&
        load_seq_cst(&world->deadlock.runnable) == 0)     /* edge world.alive */
        store_release(&world->deadlock.wants_look, true); /* edge world.idle */
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
    fetch_add_seq_cst(&self->world->deadlock.runnable, 1); /* edge world.alive */
    pass_gate(self->world, waiter);
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
    fetch_add_relaxed(&world->deadlock.census->holders, 1);
    world_add_runnable(world);
}

void waiter_remove_thread(struct world *world)
{
    world_remove_runnable(world);
    drop_census(world->deadlock.census);
}

NOT_INSTRUMENTED void waiter_count_thread(const struct rank *self)
{
    rounds_left = ROUNDS_BEFORE_THE_END;
    pthread_setspecific(end_key, self->world->deadlock.census);
}

bool waiter_watch_threads(struct world *world)
{
    struct heap *heap = memory_use(NULL); /* threads may outlive their job */

    pthread_once(&end_key_once, make_end_key);
    world->deadlock.census = memory_take_zeroed(sizeof *world->deadlock.census);
    memory_use(heap);
    if (world->deadlock.census == NULL)
        return false;
    world->deadlock.census->world = world;
    store_relaxed(&world->deadlock.census->holders, 1);
    return true;
}

void waiter_leave_threads(struct world *world)
{
    lock_take(&world->deadlock.census->lock);
    world->deadlock.census->world = NULL;
    lock_release(&world->deadlock.census->lock);
    drop_census(world->deadlock.census);
}
