/* SPDX-License-Identifier: MIT */
/* Programs of lib/rank and lib/request: how a rank waits and is woken, requests, locks that ranks
 * hold across calls, turns. */
#include "ranks.h"

#include "base/container.h"
#include "base/knob.h"
#include "base/memory.h"
#include "programs.h"
#include "rank/life.h"
#include "rank/sleep/wake.h"
#include "rank/sleep/waiter.h"
#include "rank/turns.h"
#include "rank/worlds/connected.h"
#include "request/request.h"

struct world *world;

enum { ROUNDS_BEFORE_YIELD = 2 };

static _Thread_local int rounds;

/* A rank that finds again and again that something is about to come lets others run. It does not
 * when it accepts wake-ups, since that is its last look before it sleeps. */
static bool let_others_run(struct rank *self)
{
    if (load_relaxed(&self->wake_list) == NULL && ++rounds > ROUNDS_BEFORE_YIELD)
        model_yield();
    return false;
}

static const struct type bytes_of = {.size = 1, .extent = 1, .is_dense = true, .is_named = true};

void begin_ranks(int count, bool has_fenced_sleep)
{
    programs_begin();
    world = model_take(sizeof *world);
    world->ranks = model_take((size_t)count * sizeof *world->ranks);
    world->size = count;
    world->root = world;
    world->has_fenced_sleep = has_fenced_sleep;
    world->floors.handlers[world->floors.handler_count++] = let_others_run;
    park_init(&world->deadlock.gate);
    store_relaxed(&world->awake, RANKS_MAX);
    store_relaxed(&world->deadlock.runnable, RANKS_MAX);
    for (int i = 0; i < count; i++) {
        model_assert(rank_init(&world->ranks[i], world, i));
        world->ranks[i].thread = pthread_self();
    }
}

struct rank *become(int rank)
{
    return rank_current = &world->ranks[rank];
}

struct rank *become_rank(int thread)
{
    return become(thread - 1);
}

struct data data_at(void *start, MPI_Count bytes)
{
    return (struct data){.buf = start, .count = bytes, .type = &bytes_of};
}

/* ---- waiting --------------------------------------------------------------------------------- */

static bool is_unset(void *subject)
{
    const _Atomic(uint32_t) *flag = subject;

    return !load_acquire(flag);
}

static const struct wait until_set = {.is_pending = is_unset};

void begin_two_ranks(void)
{
    begin_ranks(2, true);
}

void begin_two_ranks_without_fence(void)
{
    begin_ranks(2, false);
}

static void set_and_wake(struct rank *rank)
{
    if (world->has_fenced_sleep) {
        store_release(&shared->flag, 1);
        compiler_fence(); /* edge rank.asleep */
    } else {
        store_seq_cst(&shared->flag, 1);
    }
    rank_wake(rank);
}

void one_waits_for_another(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 1) {
        shared->count = 7;
        set_and_wake(&world->ranks[1]);
        return;
    }
    rank_wait(self, &until_set, &shared->flag);
    model_assert(shared->count == 7);
}

void begin_two_ranks_of_threads(void)
{
    begin_ranks(2, true);
    guard_share(&world->ranks[1].guard);
}

/* Threads 2 and 3 are of one rank. */
void two_threads_wait(int thread)
{
    if (thread == 1) {
        become(0);
        set_and_wake(&world->ranks[1]);
        return;
    }
    rank_wait(become(1), &until_set, &shared->flag);
}

/* Rank 0 wakes rank 1, to which it leaves the others. Rank 2 is among them; the rest has no
 * threads. */
void begin_ranks_with_a_list(void)
{
    begin_ranks(6, false);
}

void one_wakes_many(int thread)
{
    struct rank *others[] = {&world->ranks[1], &world->ranks[2], &world->ranks[3],
                             &world->ranks[4], &world->ranks[5]};
    struct rank *self = become_rank(thread);

    if (thread == 1) {
        store_seq_cst(&shared->flag, 1);
        rank_wake_many(others, ARRAY_LENGTH(others));
        return;
    }
    rank_wait(self, &until_set, &shared->flag);
}

/* ---- requests -------------------------------------------------------------------------------- */

static struct request *request;
static const struct request_class plain_class = {.has_to_be_completed = false};

void begin_request(void)
{
    struct rank *self;

    begin_ranks(2, false);
    self = become(1);
    model_assert(request_pool_open(self) == MPI_SUCCESS);
    request = request_create(self, &plain_class, NULL);
    model_assert(request != NULL);
    request->operation = NULL;
}

static bool is_not_done(void *subject)
{
    return !request_is_done(subject);
}

static const struct wait until_done = {.is_pending = is_not_done};

void await_request(struct rank *self, struct request *awaited)
{
    rank_wait(self, &until_done, awaited);
}

static void complete(void)
{
    request->bytes = 7;
    request_complete(request);
}

/* The owner uses the request again as soon as it is done. */
void one_completes_one_waits(int thread)
{
    struct rank *self = become_rank(thread);
    struct request *next;

    if (thread == 1) {
        complete();
        return;
    }
    await_request(self, request);
    model_assert(request->bytes == 7);
    request_free(request);
    next = request_create(self, &plain_class, NULL);
    model_assert(next == request && !request_is_done(next) && next->bytes == 0);
}

void one_completes_one_gives_up(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 1) {
        complete();
        return;
    }
    model_assert(request_give_up(request) == MPI_SUCCESS);
    request_wait_orphans(self, NULL);
    model_assert(self->requests->spare == request);
    request_pool_check(self);
}

/* ---- objects --------------------------------------------------------------------------------- */

/* Three hold it. Each uses it, and the last to drop it gives its memory back. */
static struct thing {
    struct object object;
    int uses[RANKS_MAX];
} *thing;

void begin_object(void)
{
    programs_begin();
    thing = memory_take_zeroed(sizeof *thing);
    store_relaxed(&thing->object.references, 3);
}

void three_drop(int thread)
{
    thing->uses[thread] = 1;
    if (!object_drop(&thing->object))
        return;
    model_assert(thing->uses[1] + thing->uses[2] + thing->uses[3] == 3);
    memory_give(thing);
}

/* ---- locks of ranks -------------------------------------------------------------------------- */

static struct locked {
    struct rank_lock lock;
    struct rank_lock_hold holds[RANKS_MAX];
    int readers[RANKS_MAX];
    _Atomic(bool) is_watched;
} *locked;

static void begin_lock(int ranks)
{
    begin_ranks(ranks, false);
    locked = model_take(sizeof *locked);
    rank_lock_init(&locked->lock, "a lock", -1);
}

void begin_lock_of_two(void)
{
    begin_lock(2);
}

void begin_lock_of_three(void)
{
    begin_lock(3);
}

static struct rank_lock_hold *take_in(int thread, enum rank_lock_mode mode)
{
    struct rank_lock_hold *hold = &locked->holds[thread];

    rank_lock_take(become_rank(thread), &locked->lock, mode, NULL, hold);
    return hold;
}

/* The hold is the rank's again when it has released the lock. */
void two_lock(int thread)
{
    struct rank_lock_hold *hold = take_in(thread, RANK_LOCK_EXCLUSIVE);

    shared->count++;
    rank_lock_release(hold);
    hold->rank = NULL;
}

void two_lock_again(int thread)
{
    two_lock(thread);
    if (thread == 1)
        two_lock(thread);
}

/* Thread 1 writes what the others read together. */
void one_locks_shared(int thread)
{
    struct rank_lock_hold *hold =
        take_in(thread, thread == 1 ? RANK_LOCK_EXCLUSIVE : RANK_LOCK_SHARED);

    if (thread == 1)
        shared->count++;
    else
        locked->readers[thread] = shared->count;
    rank_lock_release(hold);
}

static bool tries(struct rank *self, struct rank_lock_hold *hold)
{
    bool has_lock;

    guard_enter(&self->guard);
    has_lock = rank_lock_try(self, &locked->lock, RANK_LOCK_EXCLUSIVE, NULL, hold);
    guard_leave(&self->guard);
    return has_lock;
}

void one_locks_one_looks(int thread)
{
    struct rank_lock_hold *hold = &locked->holds[thread];

    if (thread == 1)
        two_lock(thread);
    else if (tries(become_rank(thread), hold)) {
        shared->count++;
        rank_lock_release(hold);
    }
}

/* Thread 1 writes under the lock unless somebody watches; thread 2 watches, and reads unless the
 * lock is held. */
void one_locks_one_watches(int thread)
{
    struct rank_lock_hold *hold;

    if (thread == 2) {
        become_rank(thread);
        store_seq_cst(&locked->is_watched, true); /* edge rank_lock.seen */
        if (!rank_lock_is_exclusive(&locked->lock))
            locked->readers[thread] = shared->count;
        return;
    }
    hold = take_in(thread, RANK_LOCK_EXCLUSIVE);
    if (!load_seq_cst(&locked->is_watched)) /* edge rank_lock.seen */
        shared->count++;
    rank_lock_release(hold);
}

void end_lock(void)
{
    rank_lock_check(&locked->lock);
    model_assert(shared->count >= 1);
}

/* ---- the register of worlds ------------------------------------------------------------------ */

/* The register is a variable of the process: what is known of it before the threads begin is what
 * each execution begins with. */
void begin_register(void)
{
    programs_begin();
    connected_take();
    connected_release();
    connected_await_turn(connected_turn());
}

void two_use_the_register(int thread)
{
    (void)thread;
    connected_take();
    shared->count++;
    connected_release();
}

/* ---- the look for a deadlock ----------------------------------------------------------------- */

static char *explain_nothing(void)
{
    return NULL;
}

/* The thread that sleeps last looks whether any thread can still be woken. */
void begin_ranks_that_are_watched(void)
{
    begin_ranks(1, true);
    world->deadlock.explain = explain_nothing;
    store_relaxed(&world->deadlock.runnable, 2);
    knobs.deadlock = 1;
    connected_enlist(world);
    connected_await_turn(connected_turn());
    model_assert(!connected_is_any_at_port());
}

/* Thread 2 is of the world, and ends. There is no deadlock: to find one would take a stack, which
 * is not in the model. */
void one_waits_one_ends(int thread)
{
    if (thread == 1) {
        rank_wait(become_rank(thread), &until_set, &shared->flag);
    } else {
        set_and_wake(&world->ranks[0]);
        world_remove_runnable(world);
    }
}

void one_is_left(void)
{
    model_assert(load_relaxed(&world->deadlock.runnable) == 1);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static struct taker *nobody(struct world *of, void *subject)
{
    (void)of, (void)subject;
    return NULL;
}

void begin_turns(void)
{
    begin_ranks(2, false);
    model_assert(turns_create(world, nobody, NULL));
}

static void pass(struct rank *self, enum turn_kind kind)
{
    (void)turns_pass(&(struct turn){.kind = kind, .rank = self});
}

void two_take_turns(int thread)
{
    struct rank *self = become_rank(thread);

    turns_enter(self);
    shared->count++;
    pass(self, TURN_PAUSE);
    shared->count++;
    turns_leave(self);
}

/* Rank 0, which begins, waits for what rank 1 does. */
void one_waits_for_its_turn(int thread)
{
    struct rank *self = become_rank(thread);

    turns_enter(self);
    if (thread == 1) {
        while (shared->count == 0)
            pass(self, TURN_WAIT);
    } else {
        shared->count = 1;
        rank_wake(&world->ranks[0]);
    }
    shared->count++;
    turns_leave(self);
}

/* Both ranks wait, and no rank is left that could wake them, so the turns end. */
void both_wait_for_a_turn(int thread)
{
    struct rank *self = become_rank(thread);

    turns_enter(self);
    if (thread == 2)
        shared->count = 5;
    pass(self, TURN_WAIT);
    model_assert(shared->count == 5);
}

void turns_have_come_to_an_end(void)
{
    model_assert(turns_have_ended(world));
}

void end_turns_of_two(void)
{
    model_assert(!turns_have_ended(world));
    model_assert(shared->count >= 3);
}
