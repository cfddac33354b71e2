/* SPDX-License-Identifier: MIT */
#include "rank/turns.h"

#include <errno.h>

#include "base/memory.h"
#include "rank/abort.h"
#include "rank/sleep/wake.h"
#include "rank/thread/thread.h"
#include "rank/turns_seat.h"
#include "rank/wait.h"

/* Turns of a rank that polls, since something last happened: before the job counts as at rest, and
 * before the turns end although nothing is left to decide. */
enum { VAIN_BEFORE_REST = 2, VAIN_MOST = 200 };

bool turns_create(struct world *world, turns_decider *decide, void *subject)
{
    struct turns *turns =
        memory_take_zeroed(sizeof *turns + (size_t)world->size * sizeof turns->each[0]);
    int i;

    if (turns == NULL)
        return false;
    turns->decide = decide;
    turns->subject = subject;
    turns->takers = world->size;
    for (i = 0; i < world->size; i++)
        turns->each[i].taker = (struct taker){.rank = &world->ranks[i], .number = i};
    world->turns = turns;
    return true;
}

struct taker *turns_taker(const struct rank *self)
{
    if (self->world->turns == NULL)
        return NULL;
    return rank_is_main_thread(self) ? &seat_of_main(self)->taker : thread_taker();
}

static struct seat *seat_own(const struct rank *self)
{
    struct taker *taker = turns_taker(self);

    return taker != NULL ? seat_of(taker) : NULL;
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
    const struct seat *seat;

    if (self->world->turns == NULL || are_over(self->world->turns))
        return false;
    seat = seat_own(self);
    return seat != NULL && seat_state_of(seat) == SEAT_RUNS;
}

bool turns_are_shared(const struct rank *self)
{
    return turns_are_taken(self) &&
           (seat_of_main(self)->threads > 0 || seat_of_main(self)->unjoined > 0);
}

struct call *turns_call(struct taker *taker)
{
    return taker->thread == 0 ? &taker->rank->call : &taker->call;
}

struct taker *turns_next(const struct world *world, const struct taker *before)
{
    struct seat *next = before != NULL ? seat_next(world, seat_of(before)) : seat_first(world);

    return next != NULL ? &next->taker : NULL;
}

bool turns_is_at_rest(const struct taker *taker)
{
    const struct seat *seat = seat_of(taker);
    enum seat_state state = seat_state_of(seat);

    return state == SEAT_RESTS || (state == SEAT_STANDS && !seat_is_blocked(seat));
}

const struct turn_block *turns_block(const struct taker *taker)
{
    const struct seat *seat = seat_of(taker);
    enum seat_state state = seat_state_of(seat);

    return (state == SEAT_STANDS || state == SEAT_BLOCKS) ? &seat->block : NULL;
}

const struct turn_access *turns_access(const struct taker *taker)
{
    return seat_of(taker)->is_accessing ? &seat_of(taker)->access : NULL;
}

struct taker *turns_receiver(const struct rank *rank)
{
    struct seat *seat = seat_of_main(rank);

    while (seat != NULL) {
        enum seat_state state = seat_state_of(seat);

        if (state == SEAT_WAITS || state == SEAT_LOOKS || state == SEAT_RESTS ||
            state == SEAT_POLLS)
            return &seat->taker;
        seat = seat_of_next_thread(seat);
    }
    return NULL;
}

void turns_rouse(struct world *world)
{
    struct seat *seat;

    if (world->turns == NULL)
        return;
    for (seat = seat_first(world); seat != NULL; seat = seat_next(world, seat))
        park_wake(&seat->park);
}

/* ---- the next one --------------------------------------------------------------------------- */

static bool can_go_on(const struct seat *seat)
{
    enum seat_state state = seat_state_of(seat);

    return state == SEAT_READY || (state == SEAT_BLOCKS && !seat_is_blocked(seat)) ||
           (state == SEAT_NAPS && seat_has_slept_enough(seat)) ||
           ((state == SEAT_WAITS || state == SEAT_RESTS) &&
            park_count(&seat->taker.rank->park) != seat->seen);
}

static void forget_vain_turns(const struct world *world)
{
    struct seat *seat;

    for (seat = seat_first(world); seat != NULL; seat = seat_next(world, seat))
        seat->vain = 0;
}

/* The first after `self` that can go on without a choice; NULL: there is none. */
static struct seat *find_ready(struct world *world, const struct seat *self)
{
    struct seat *seat = seat_after(world, self);

    while (!can_go_on(seat) && seat != self)
        seat = seat_after(world, seat);
    if (!can_go_on(seat))
        return NULL;
    if (seat_state_of(seat) == SEAT_NAPS)
        return seat;
    world->turns->steps++;
    forget_vain_turns(world);
    turns_forget_vain(world);
    return seat;
}

static bool polls(const struct seat *seat, int most)
{
    enum seat_state state = seat_state_of(seat);

    return (state == SEAT_POLLS || state == SEAT_LOOKS) && seat->vain < most;
}

/* The first after `self` that has polled in vain fewer times than that; NULL: there is none. */
static struct seat *find_polling(struct world *world, const struct seat *self, int most)
{
    struct seat *seat = seat_after(world, self);

    while (!polls(seat, most) && seat != self)
        seat = seat_after(world, seat);
    if (!polls(seat, most))
        return NULL;
    seat->vain++;
    return seat;
}

static struct seat *decide(struct world *world)
{
    struct taker *next;

    seat_note_able(world);
    next = world->turns->decide(world, world->turns->subject);
    if (next == NULL)
        return NULL;
    forget_vain_turns(world);
    if (!seat_is_in_vain(seat_of(next)))
        seat_of(next)->moved = ++world->turns->steps;
    seat_of(next)->is_chosen = true;
    return seat_of(next);
}

void seat_end_turns(struct world *world)
{
    store_release(&world->turns->are_over, true); /* edge turns.freed */
    turns_rouse(world);
}

/* NULL: the turns have ended. */
static struct seat *find_next(struct world *world, const struct seat *self)
{
    struct seat *next = find_ready(world, self);

    if (next == NULL)
        next = find_polling(world, self, VAIN_BEFORE_REST);
    if (next == NULL)
        next = decide(world);
    if (next == NULL)
        next = find_polling(world, self, VAIN_MOST);
    if (next == NULL)
        seat_end_turns(world);
    return next;
}

static void take(struct seat *seat)
{
    struct turns *turns = seat->taker.rank->world->turns;

    store_relaxed(&turns->given, load_relaxed(&turns->given) + 1);
    store_release(&turns->holder, seat); /* edge turns.state */
    seat_set_state(seat, SEAT_RUNS);
}

static void give(struct seat *seat)
{
    take(seat);
    park_wake(&seat->park);
}

/* Returns with the turn, or when the world is aborted or the turns are over. */
static void await_turn(struct seat *seat, bool watches)
{
    const struct world *world = seat->taker.rank->world;
    struct watch watch = {.holder = NULL};

    for (;;) {
        uint32_t seen = park_count(&seat->park);
        enum seat_state state = seat_state_of(seat);

        if (world_is_aborted(world) || state == SEAT_RUNS || state == SEAT_DECIDES ||
            state == SEAT_OVER || are_over(world->turns))
            return;
        park_sleep(&seat->park, seen, watches ? watch_ns : PARK_FOREVER);
        if (watches && park_count(&seat->park) == seen)
            seat_watch(seat, &watch);
    }
}

/* Hands the turn on, and returns when it comes back. A thread that has ended lets this one decide
 * who is next. */
static void hand_on(struct rank *self, enum seat_state state)
{
    struct seat *own = seat_own(self), *next;
    const bool watches = seat_of_main(self)->threads > 0;
    const int error = errno; /* functions of POSIX leave it as it is */

    do {
        next = seat_stop(own, state) ? find_next(self->world, own) : NULL;
        if (next == own)
            take(own);
        else if (next != NULL)
            give(next);
        await_turn(own, watches);
        if (world_is_aborted(self->world))
            rank_unwind(self);
    } while (seat_state_of(own) == SEAT_DECIDES);
    errno = error;
}

/* ---- what a rank does ----------------------------------------------------------------------- */

/* Returns with the first turn. */
static void enter_seat(struct seat *seat)
{
    struct world *world = seat->taker.rank->world;
    const bool watches = seat->taker.thread != 0;
    struct seat *next;

    await_turn(seat, watches);
    while (seat_state_of(seat) == SEAT_DECIDES && !world_is_aborted(world)) {
        seat_set_state(seat, SEAT_READY);
        next = find_next(world, seat);
        if (next != NULL)
            give(next);
        await_turn(seat, watches);
    }
}

/* A rank cannot be unwound before its main runs, so in an aborted world it is so by its first call
 * that waits. */
void turns_enter(struct rank *self)
{
    struct world *world = self->world;

    seat_set_state(seat_of_main(self), SEAT_READY);
    if (fetch_add_acq_rel(&world->turns->entered, 1) + 1 == world->size) /* edge turns.entered */
        give(seat_first(world));
    enter_seat(seat_of_main(self));
}

static bool all_have_left(const struct world *world)
{
    int i = 0;

    while (i < world->size && seat_state_of(&world->turns->each[i]) == SEAT_OVER)
        i++;
    return i == world->size;
}

void turns_leave(struct rank *self)
{
    struct seat *own, *next;

    if (!turns_are_taken(self))
        return;
    own = seat_of_main(self);
    if (!seat_stop(own, SEAT_OVER))
        return;
    seat_free_threads(own);
    if (all_have_left(self->world))
        return;
    next = find_next(self->world, own);
    if (next != NULL)
        give(next);
}

void turns_enter_thread(struct taker *taker)
{
    enter_seat(seat_of(taker));
}

/* ---- waits ---------------------------------------------------------------------------------- */

/* Waits until the rank is woken. Its caller looks again at the condition, also when something else
 * has made it go on. */
static void wait_for_wake(struct rank *self)
{
    bool may_sleep;

    seat_own(self)->seen = wake_accept(self);
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
    struct seat *seat = seat_own(self);
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
    struct seat *seat = seat_own(self);

    seat->access = *access;
    seat->is_accessing = true;
    wait_for_rest(self);
}

/* Waits until `decide` has chosen the thread; it makes no progress meanwhile. */
static void stand(struct rank *self, const struct turn *turn)
{
    struct seat *seat = seat_own(self);

    seat->access = *turn->access;
    seat->is_accessing = true;
    seat->block = *turn->block;
    seat->is_chosen = false;
    while (turns_are_taken(self) && !seat->is_chosen)
        hand_on(self, SEAT_STANDS);
    seat->block.is_pending = NULL;
}

/* Waits until what the thread waits for has come, or its time is over. */
static void block(struct rank *self, const struct turn_block *block)
{
    struct seat *seat = seat_own(self);

    seat->block = *block;
    seat->is_chosen = false;
    while (turns_are_taken(self) && !seat->is_chosen && block->is_pending(block->subject))
        hand_on(self, SEAT_BLOCKS);
    seat->block.is_pending = NULL;
}

/* Lets others go on. */
static void nap(struct rank *self)
{
    struct seat *seat = seat_own(self);

    seat->napped_before = seat->napped;
    seat->napped = self->world->turns->steps;
    hand_on(self, SEAT_NAPS);
}

bool turns_look(struct rank *self, const struct look *look)
{
    struct seat *seat = seat_own(self);

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
    case TURN_STAND:
        stand(self, turn);
        break;
    case TURN_NAP:
        nap(self);
        break;
    case TURN_BLOCK:
        block(self, turn->block);
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
