/* SPDX-License-Identifier: MIT */
#include "rank/turns.h"

#include "base/memory.h"
#include "rank/abort.h"
#include "rank/sleep/wake.h"
#include "rank/wait.h"
#include "rank/world.h"

enum seat_state {
    SEAT_OUTSIDE, /* it has not entered */
    SEAT_READY,
    SEAT_RUNS,
    SEAT_WAITS, /* until it is woken */
    SEAT_POLLS,
    SEAT_LOOKS, /* until something is there, or it is chosen */
    SEAT_RESTS, /* until the job is at rest */
    SEAT_OVER,
};

/* Turns of a rank that polls, since something last happened: before the job counts as at rest, and
 * before the turns end although nothing is left to decide. */
enum { VAIN_BEFORE_REST = 2, VAIN_MOST = 200 };

/* A loop that polls looks at so many places. */
enum { IDLE_MOST = 8 };

struct seat {
    _Atomic(int) state;
    uint32_t seen; /* the rank's park when it began to wait */
    int vain;      /* turns in which it polled in vain */
    int vain_choices; /* since something last happened */
    bool is_chosen; /* by `decide` */
    struct turn_access access; /* the latest */
    bool is_accessing;         /* or waits to do so */
    /* Accesses that have changed nothing, since the rank or another one last changed such bytes. */
    struct turn_access idle[IDLE_MOST];
    int idle_count;
    long idle_turns; /* accesses that it had made before, to no effect */
    struct park park;
};

struct turns {
    turns_decider *decide;
    void *subject;
    _Atomic(int) entered;
    _Atomic(bool) are_over; /* all ranks run freely */
    struct seat each[];
};

bool turns_create(struct world *world, turns_decider *decide, void *subject)
{
    struct turns *turns =
        memory_take_zeroed(sizeof *turns + (size_t)world->size * sizeof turns->each[0]);

    if (turns == NULL)
        return false;
    turns->decide = decide;
    turns->subject = subject;
    world->turns = turns;
    return true;
}

static struct seat *seat_of(const struct rank *rank)
{
    return &rank->world->turns->each[rank->world_rank];
}

static enum seat_state state_of(const struct seat *seat)
{
    return (enum seat_state)load_acquire(&seat->state); /* edge turns.state */
}

static void set_state(struct seat *seat, enum seat_state state)
{
    store_release(&seat->state, (int)state); /* edge turns.state */
}

static bool are_over(const struct turns *turns)
{
    return load_acquire(&turns->are_over); /* edge turns.freed */
}

bool turns_have_ended(const struct world *world)
{
    return world->turns != NULL && are_over(world->turns);
}

bool turns_are_taken(const struct rank *self)
{
    return self->world->turns != NULL && !are_over(self->world->turns) &&
           state_of(seat_of(self)) == SEAT_RUNS && rank_is_main_thread(self);
}

bool turns_is_at_rest(const struct rank *rank)
{
    return state_of(seat_of(rank)) == SEAT_RESTS;
}

const struct turn_access *turns_access(const struct rank *rank)
{
    return seat_of(rank)->is_accessing ? &seat_of(rank)->access : NULL;
}

static int count_idle(const struct seat *seat)
{
    return seat->idle_count < IDLE_MOST ? seat->idle_count : IDLE_MOST;
}

static bool has_idled_at(const struct seat *seat, const struct turn_access *access)
{
    int i = 0, count = count_idle(seat);

    while (i < count && !turn_accesses_meet(&seat->idle[i], access))
        i++;
    return i < count;
}

static bool is_same(const struct turn_access *one, const struct turn_access *other)
{
    return one->kind == other->kind && one->object == other->object &&
           one->target == other->target && one->from == other->from && one->end == other->end &&
           one->site == other->site;
}

/* Has the rank done the same before, and to no effect? */
static bool is_idle(const struct seat *seat)
{
    int i = 0, count = count_idle(seat);

    while (i < count && !is_same(&seat->idle[i], &seat->access))
        i++;
    return i < count;
}

long turns_vain(const struct rank *rank)
{
    const struct seat *seat = seat_of(rank);

    return seat->is_accessing && is_idle(seat) ? 1 + seat->idle_turns : 0;
}

void turns_rouse(struct world *world)
{
    int i;

    if (world->turns == NULL)
        return;
    for (i = 0; i < world->size; i++)
        park_wake(&world->turns->each[i].park);
}

/* ---- the next rank -------------------------------------------------------------------------- */

static bool can_go_on(const struct rank *rank)
{
    const struct seat *seat = seat_of(rank);
    enum seat_state state = state_of(seat);

    return state == SEAT_READY ||
           ((state == SEAT_WAITS || state == SEAT_RESTS) && park_count(&rank->park) != seat->seen);
}

void turns_forget_vain(struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        world->turns->each[i].vain_choices = 0;
}

static void forget_vain_turns(const struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        world->turns->each[i].vain = 0;
}

/* The first after `self` that can go on without a choice; NULL: there is none. */
static struct rank *find_ready(struct world *world, int self)
{
    int i;

    for (i = 1; i <= world->size; i++) {
        struct rank *rank = &world->ranks[(self + i) % world->size];

        if (can_go_on(rank)) {
            forget_vain_turns(world);
            turns_forget_vain(world);
            return rank;
        }
    }
    return NULL;
}

/* The first after `self` that has polled in vain fewer times than that; NULL: there is none. */
static struct rank *find_polling(struct world *world, int self, int most)
{
    int i;

    for (i = 1; i <= world->size; i++) {
        struct rank *rank = &world->ranks[(self + i) % world->size];
        struct seat *seat = seat_of(rank);
        enum seat_state state = state_of(seat);

        if ((state == SEAT_POLLS || state == SEAT_LOOKS) && seat->vain < most) {
            seat->vain++;
            return rank;
        }
    }
    return NULL;
}

static bool is_in_vain(const struct rank *rank)
{
    return state_of(seat_of(rank)) == SEAT_LOOKS ||
           (turns_is_at_rest(rank) && turns_vain(rank) > 0);
}

struct rank *turns_choose_vain(struct world *world, int *times)
{
    struct rank *chosen = NULL;
    int i;

    *times = 0;
    for (i = 0; i < world->size; i++) {
        struct rank *rank = &world->ranks[i];

        *times += seat_of(rank)->vain_choices;
        if (is_in_vain(rank) &&
            (chosen == NULL || seat_of(rank)->vain_choices < seat_of(chosen)->vain_choices))
            chosen = rank;
    }
    if (chosen != NULL)
        seat_of(chosen)->vain_choices++;
    return chosen;
}

static struct rank *decide(struct world *world)
{
    struct rank *next = world->turns->decide(world, world->turns->subject);

    if (next == NULL)
        return NULL;
    forget_vain_turns(world);
    seat_of(next)->is_chosen = true;
    return next;
}

static void end_turns(struct world *world)
{
    store_release(&world->turns->are_over, true); /* edge turns.freed */
    turns_rouse(world);
}

/* NULL: the turns have ended. */
static struct rank *find_next(struct world *world, int self)
{
    struct rank *next = find_ready(world, self);

    if (next == NULL)
        next = find_polling(world, self, VAIN_BEFORE_REST);
    if (next == NULL)
        next = decide(world);
    if (next == NULL)
        next = find_polling(world, self, VAIN_MOST);
    if (next == NULL)
        end_turns(world);
    return next;
}

static void give(struct rank *next)
{
    struct seat *seat = seat_of(next);

    set_state(seat, SEAT_RUNS);
    park_wake(&seat->park);
}

/* Returns with the turn, or when the world is aborted or the turns are over. */
static void await_turn(struct rank *self)
{
    struct seat *seat = seat_of(self);

    for (;;) {
        uint32_t seen = park_count(&seat->park);

        if (world_is_aborted(self->world) || state_of(seat) == SEAT_RUNS ||
            are_over(self->world->turns))
            return;
        park_sleep(&seat->park, seen, PARK_FOREVER);
    }
}

/* Hands the turn on, and returns when it comes back. */
static void hand_on(struct rank *self, enum seat_state state)
{
    struct rank *next;

    set_state(seat_of(self), state);
    next = find_next(self->world, self->world_rank);
    if (next == self)
        set_state(seat_of(self), SEAT_RUNS);
    else if (next != NULL)
        give(next);
    await_turn(self);
    if (world_is_aborted(self->world))
        rank_unwind(self);
}

/* ---- what a rank does ----------------------------------------------------------------------- */

/* A rank cannot be unwound before its main runs, so in an aborted world it is so by its first call
 * that waits. */
void turns_enter(struct rank *self)
{
    struct world *world = self->world;

    set_state(seat_of(self), SEAT_READY);
    if (fetch_add_acq_rel(&world->turns->entered, 1) + 1 == world->size) /* edge turns.entered */
        give(&world->ranks[0]);
    await_turn(self);
}

static bool all_have_left(const struct world *world)
{
    int i = 0;

    while (i < world->size && state_of(&world->turns->each[i]) == SEAT_OVER)
        i++;
    return i == world->size;
}

void turns_leave(struct rank *self)
{
    struct rank *next;

    if (!turns_are_taken(self))
        return;
    set_state(seat_of(self), SEAT_OVER);
    if (all_have_left(self->world))
        return;
    next = find_next(self->world, self->world_rank);
    if (next != NULL)
        give(next);
}

/* Waits until the rank is woken. Its caller looks again at the condition, also when something else
 * has made it go on. */
static void wait_for_wake(struct rank *self)
{
    bool may_sleep;

    seat_of(self)->seen = wake_accept(self);
    guard_enter(&self->guard);
    may_sleep = mpsc_prepare_sleep(&self->inbox);
    guard_leave(&self->guard);
    if (may_sleep && !rank_progress(self))
        hand_on(self, SEAT_WAITS);
    wake_do(self);
}

/* Waits until the job is at rest and `decide` has chosen the rank. */
static void wait_for_rest(struct rank *self)
{
    struct seat *seat = seat_of(self);
    bool may_sleep;

    seat->is_chosen = false;
    while (turns_are_taken(self) && !seat->is_chosen) {
        seat->seen = wake_accept(self);
        guard_enter(&self->guard);
        may_sleep = mpsc_prepare_sleep(&self->inbox);
        guard_leave(&self->guard);
        if (may_sleep && !rank_progress(self))
            hand_on(self, SEAT_RESTS);
        wake_do(self);
    }
}

static void wait_to_access(struct rank *self, const struct turn_access *access)
{
    struct seat *seat = seat_of(self);

    seat->access = *access;
    seat->is_accessing = true;
    wait_for_rest(self);
}

void turns_end_access(struct rank *self, bool has_changed)
{
    struct world *world = self->world;
    struct seat *own;
    int i;

    if (world->turns == NULL)
        return;
    own = seat_of(self);
    own->is_accessing = false;
    if (has_changed)
        own->idle_count = 0;
    else if (is_idle(own))
        own->idle_turns++;
    else
        own->idle[own->idle_count++ % IDLE_MOST] = own->access;
    for (i = 0; has_changed && i < world->size; i++)
        if (has_idled_at(&world->turns->each[i], &own->access))
            world->turns->each[i].idle_count = 0;
}

bool turns_look(struct rank *self, const struct look *look)
{
    struct seat *seat = seat_of(self);

    seat->is_chosen = false;
    while (look->is_pending(look->subject)) {
        if (rank_progress(self))
            continue;
        if (seat->is_chosen || !turns_are_taken(self))
            return false;
        hand_on(self, SEAT_LOOKS);
    }
    if (turns_are_taken(self))
        turns_forget_vain(self->world);
    return true;
}

bool turns_pass(const struct turn *turn)
{
    struct rank *self = turn->rank;

    if (!turns_are_taken(self))
        return false;
    switch (turn->kind) {
    case TURN_WAIT:
        wait_for_wake(self);
        break;
    case TURN_CHOOSE:
        wait_for_rest(self);
        break;
    case TURN_ACCESS:
        wait_to_access(self, turn->access);
        break;
    case TURN_POLL:
    case TURN_PAUSE:
        hand_on(self, SEAT_POLLS);
        break;
    default:
        return false;
    }
    return turns_are_taken(self);
}
