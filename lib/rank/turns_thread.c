/* SPDX-License-Identifier: MIT */
/* Threads of ranks come to the turns, and leave them. */
#include "rank/turns.h"

#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "rank/abort.h"
#include "rank/turns_seat.h"

int turns_count_threads(const struct rank *rank)
{
    return seat_of_main(rank)->threads;
}

/* A thread may outlive the world, so its seat is of no job's memory. */
static struct seat *take_seat(struct rank *self)
{
    struct heap *before = memory_use(NULL);
    struct seat *seat = memory_take_zeroed(sizeof *seat), *last = seat_of_main(self);

    memory_use(before);
    if (seat == NULL)
        return NULL;
    seat->taker.rank = self;
    while (seat_of_next_thread(last) != NULL)
        last = seat_of_next_thread(last);
    store_release(&last->next, seat); /* edge turns.seat */
    return seat;
}

/* The seat of a thread that has been joined and for whose end no thread waits; NULL: there is none.
 * It is the same one in each run, because all that changes it does so by turns. */
static struct seat *find_unused(const struct rank *self)
{
    struct seat *seat = seat_of_next_thread(seat_of_main(self));

    while (seat != NULL && (!load_acquire(&seat->is_unused) || /* edge turns.seat */
                            seat_state_of(seat) != SEAT_OVER || seat->joining > 0 ||
                            seat->is_unjoined))
        seat = seat_of_next_thread(seat);
    return seat;
}

/* Others may look at its state and wake its park meanwhile, so these stay as they are. */
static void clear(struct seat *seat)
{
    struct taker *taker = &seat->taker;

    store_relaxed(&taker->id, 0);
    taker->nap = NULL;
    taker->place_count = 0;
    taker->call = (struct call){.name = NULL};
    taker->is_member = taker->opens_team = false;
    taker->way_out = NULL;
    memset(&seat->seen, 0, sizeof *seat - offsetof(struct seat, seen));
    store_relaxed(&seat->is_unused, false);
}

/* NULL: no memory. */
static struct seat *number_seat(struct rank *self, struct seat *seat)
{
    if (seat == NULL)
        return NULL;
    seat->taker.thread = ++seat_of_main(self)->numbers;
    seat->taker.number = self->world->turns->takers++;
    return seat;
}

static void let_in(struct seat *seat)
{
    seat_set_state(seat, SEAT_READY);
    seat_of_main(seat->taker.rank)->threads++;
}

struct taker *turns_add_thread(struct rank *self)
{
    struct seat *unused = find_unused(self), *seat;

    if (unused != NULL)
        clear(unused);
    seat = number_seat(self, unused != NULL ? unused : take_seat(self));
    if (seat == NULL)
        return NULL;
    let_in(seat);
    return &seat->taker;
}

void turns_join_thread(struct taker *taker, bool begins)
{
    seat_of(taker)->joining += begins ? 1 : -1;
}

void turns_end_join(struct taker *taker)
{
    struct seat *seat = seat_of(taker);

    if (!seat->is_unjoined)
        return;
    seat->is_unjoined = false;
    seat_of_main(taker->rank)->unjoined--;
}

void turns_drop_thread(struct taker *taker)
{
    seat_set_state(seat_of(taker), SEAT_OVER);
    if (taker->is_member)
        fetch_add_relaxed(&seat_of_main(taker->rank)->members, -1);
    else
        seat_of_main(taker->rank)->threads--;
    store_release(&seat_of(taker)->is_unused, true); /* edge turns.seat */
}

bool turns_have_left(const struct taker *taker)
{
    return seat_state_of(seat_of(taker)) == SEAT_OVER;
}

static bool may_decide(const struct seat *seat)
{
    enum seat_state state = seat_state_of(seat);

    return state != SEAT_OVER && state != SEAT_OUTSIDE && state != SEAT_AWAY;
}

/* The thread, if it has the turn, has it no more. */
static bool stop(struct seat *seat, enum seat_state state)
{
    struct world *world = seat->taker.rank->world;

    if (seat_state_of(seat) != SEAT_RUNS || turns_have_ended(world) || world_is_aborted(world) ||
        !seat_stop(seat, state))
        return false;
    seat_of_main(seat->taker.rank)->threads--;
    world->turns->steps++;
    return true;
}

/* A thread that ends is no part of the job any more, and may not abort it. So another one decides
 * who is next. */
static void let_another_decide(const struct seat *seat)
{
    struct seat *next = seat_of_main(seat->taker.rank);

    while (!may_decide(next))
        next = seat_after(seat->taker.rank->world, next);
    seat_set_state(next, SEAT_DECIDES);
    park_wake(&next->park);
}

void turns_leave_thread(struct taker *taker)
{
    struct seat *seat = seat_of(taker);
    bool had_turn = stop(seat, SEAT_OVER);

    if (had_turn) {
        seat->is_unjoined = true;
        seat_of_main(taker->rank)->unjoined++;
    }
    if (taker->is_member)
        fetch_add_relaxed(&seat_of_main(taker->rank)->members, -1);
    store_release(&seat->is_unused, true); /* edge turns.seat */
    if (had_turn)
        let_another_decide(seat);
}

/* ---- members of teams ----------------------------------------------------------------------- */

/* A seat of another thread is not used again, because OpenMP's end at any time. */
struct taker *turns_add_member(struct rank *self)
{
    struct seat *seat = number_seat(self, take_seat(self));

    if (seat == NULL)
        return NULL;
    seat->taker.is_member = true;
    fetch_add_relaxed(&seat_of_main(self)->members, 1);
    seat_set_state(seat, SEAT_AWAY);
    return &seat->taker;
}

void turns_let_in(struct taker *member)
{
    seat_of_main(member->rank)->members_here++;
    let_in(seat_of(member));
}

void turns_leave_team(struct taker *member)
{
    struct seat *seat = seat_of(member);

    if (!stop(seat, SEAT_AWAY))
        return;
    seat_of_main(member->rank)->members_here--;
    let_another_decide(seat);
}

bool turns_are_away(const struct taker *taker)
{
    return seat_state_of(seat_of(taker)) == SEAT_AWAY;
}

int turns_count_away(const struct rank *rank)
{
    const struct seat *seat = seat_of_main(rank);

    return load_relaxed(&seat->members) - seat->members_here;
}

/* Threads that outlive their rank's main thread run freely. */
void seat_free_threads(struct seat *seat)
{
    seat->threads = 0;
    for (seat = seat_of_next_thread(seat); seat != NULL; seat = seat_of_next_thread(seat)) {
        seat_set_state(seat, SEAT_OVER);
        park_wake(&seat->park);
    }
}

void seat_give_threads(const struct rank *rank)
{
    struct seat *seat = seat_of_next_thread(seat_of_main(rank)), *next;

    for (; seat != NULL; seat = next) {
        next = seat_of_next_thread(seat);
        if (load_acquire(&seat->is_unused)) /* edge turns.seat */
            memory_give(seat);
    }
}
