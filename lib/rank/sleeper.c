/* SPDX-License-Identifier: MIT */
#include "rank/sleeper.h"

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

static void give_trace(struct world *world, struct sleeper *sleeper)
{
    trace_take(&sleeper->trace, 0);
    store_release(&sleeper->has_trace, true); /* edge world.trace */
    park_wake(&world->gate);
}

/* Stands still while someone looks. */
static void pass_gate(struct world *world, struct sleeper *sleeper)
{
    for (;;) {
        uint32_t seen = park_count(&world->gate);

        if (!load_seq_cst(&world->is_looked_at)) /* edges world.alive, world.look */
            return;
        if (sleeper != NULL && load_acquire(&world->wants_traces) && /* edge world.trace */
            !load_relaxed(&sleeper->has_trace))
            give_trace(world, sleeper);
        else
            park_sleep(&world->gate, seen, PARK_FOREVER);
    }
}

/* ---- the look -------------------------------------------------------------------------------- */

static bool sleeps_for_good(const struct rank *rank, const struct sleeper *sleeper)
{
    return mpsc_is_asleep(&rank->inbox) && park_count(&rank->park) == sleeper->seen;
}

static bool is_dead(struct world *world)
{
    bool has_sleepers = false;
    int i;

    for (i = 0; i < world->size; i++) {
        const struct rank *rank = &world->ranks[i];
        const struct list *link;

        for (link = rank->sleepers.next; link != &rank->sleepers; link = link->next) {
            if (!sleeps_for_good(rank, container_of(link, struct sleeper, link)))
                return false;
            has_sleepers = true;
        }
    }
    return has_sleepers;
}

static bool have_all_traces(const struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++) {
        const struct rank *rank = &world->ranks[i];
        const struct list *link;

        for (link = rank->sleepers.next; link != &rank->sleepers; link = link->next)
            if (!load_acquire(&container_of(link, struct sleeper, link)->has_trace))
                return false; /* edge world.trace */
    }
    return true;
}

/* Each thread knows its own stack best. */
static void gather_traces(struct world *world, struct sleeper *own)
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

        for (link = rank->sleepers.next; link != &rank->sleepers; link = link->next) {
            const struct sleeper *sleeper = container_of(link, struct sleeper, link);

            if (pthread_equal(sleeper->thread, rank->thread))
                are_idle &= pool_is_idle(rank, load_acquire(&sleeper->has_trace)
                                                   ? &sleeper->trace
                                                   : NULL); /* edge world.trace */
        }
    }
    return are_idle;
}

static void close_gate(struct world *world, struct sleeper *own)
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
static void look(struct world *world, struct sleeper *own)
{
    bool is_over;

    close_gate(world, own);
    is_over = load_seq_cst(&world->alive) == 0 && /* edge world.alive */
              !world_is_aborted(world) && is_dead(world);
    if (is_over) {
        gather_traces(world, own);
        is_over = are_pools_idle(world);
    }
    if (is_over) {
        world->report = world->explain(world);
        fetch_add_seq_cst(&world->alive, 1); /* edge world.alive */
    }
    store_relaxed(&world->wants_traces, false);
    world_open_gate(world);
    if (!is_over)
        return;
    world_abort(world, STATUS_DEADLOCK, "heddle: deadlock: the job is ended with status %d",
                STATUS_DEADLOCK);
    fetch_add_seq_cst(&world->alive, -1); /* edge world.alive */
}

static bool is_watched(const struct world *world)
{
    return world->explain != NULL && knobs.deadlock != 0;
}

/* ---- alive or not ---------------------------------------------------------------------------- */

void world_gain(struct world *world)
{
    fetch_add_seq_cst(&world->alive, 1); /* edge world.alive */
}

static void lose(struct world *world, int places, struct sleeper *own)
{
    if (fetch_add_seq_cst(&world->alive, -places) == places && /* edge world.alive */
        is_watched(world))
        look(world, own);
}

void world_lose(struct world *world)
{
    lose(world, 1, NULL);
}

void sleeper_lie_down(struct rank *self, struct sleeper *sleeper)
{
    store_relaxed(&sleeper->has_trace, false);
    sleeper->thread = pthread_self();
    lock_take(&self->sleepers_lock);
    list_append(&self->sleepers, &sleeper->link);
    lock_release(&self->sleepers_lock);
    lose(self->world, 1 + pool_take_along(self), sleeper);
}

void sleeper_get_up(struct rank *self, struct sleeper *sleeper)
{
    fetch_add_seq_cst(&self->world->alive, 1); /* edge world.alive */
    pass_gate(self->world, sleeper);
    pool_bring_back(self);
    lock_take(&self->sleepers_lock);
    list_remove(&sleeper->link);
    lock_release(&self->sleepers_lock);
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
    if (census->world != NULL && heritage_end())
        world_lose(census->world);
    lock_release(&census->lock);
    drop_census(census);
}

static void make_end_key(void)
{
    must(pthread_key_create(&end_key, end_thread) == 0);
}

void sleeper_gain_thread(struct world *world)
{
    fetch_add_relaxed(&world->census->holders, 1);
    world_gain(world);
}

void sleeper_lose_thread(struct world *world)
{
    world_lose(world);
    drop_census(world->census);
}

NOT_INSTRUMENTED void sleeper_count_thread(const struct rank *self)
{
    rounds_left = ROUNDS_BEFORE_THE_END;
    pthread_setspecific(end_key, self->world->census);
}

bool sleeper_watch_threads(struct world *world)
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

void sleeper_leave_threads(struct world *world)
{
    lock_take(&world->census->lock);
    world->census->world = NULL;
    lock_release(&world->census->lock);
    drop_census(world->census);
}
