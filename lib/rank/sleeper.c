/* SPDX-License-Identifier: MIT */
#include "rank/sleeper.h"

#include "base/clock.h"
#include "base/knob.h"
#include "rank/abort.h"

/* A sleeper may be in a signal handler of the program's. */
static const uint64_t traces_ns = 3000000000;

/* Destructors of a thread's own data run in so many rounds; those of the program come first, those
 * of a sanitizer in the last one. */
enum { ROUND_OF_THE_END = 3 };

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
        world->report = world->explain(world);
        fetch_add_seq_cst(&world->alive, 1); /* edge world.alive */
    }
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

static void lose(struct world *world, struct sleeper *own)
{
    if (fetch_add_seq_cst(&world->alive, -1) == 1 && is_watched(world)) /* edge world.alive */
        look(world, own);
}

void world_lose(struct world *world)
{
    lose(world, NULL);
}

void sleeper_lie_down(struct rank *self, struct sleeper *sleeper)
{
    store_relaxed(&sleeper->has_trace, false);
    lock_take(&self->sleepers_lock);
    list_append(&self->sleepers, &sleeper->link);
    lock_release(&self->sleepers_lock);
    lose(self->world, sleeper);
}

void sleeper_get_up(struct rank *self, struct sleeper *sleeper)
{
    fetch_add_seq_cst(&self->world->alive, 1); /* edge world.alive */
    pass_gate(self->world, sleeper);
    lock_take(&self->sleepers_lock);
    list_remove(&sleeper->link);
    lock_release(&self->sleepers_lock);
}

/* ---- threads that ranks create --------------------------------------------------------------- */

static void end_thread(void *rounds)
{
    struct rank *self = rank_self();

    if ((intptr_t)rounds < ROUND_OF_THE_END) {
        pthread_setspecific(self->world->thread_key, (char *)rounds + 1);
        return;
    }
    rank_current = NULL; /* an abort is not to unwind what has ended */
    world_lose(self->world);
}

NOT_INSTRUMENTED void sleeper_count_thread(const struct rank *self)
{
    pthread_setspecific(self->world->thread_key, (void *)1);
}

bool sleeper_watch_threads(struct world *world)
{
    return pthread_key_create(&world->thread_key, end_thread) == 0;
}
