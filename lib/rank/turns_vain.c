/* SPDX-License-Identifier: MIT */
/* Accesses that change nothing, and looks in vain: neither has an effect. */
#include "rank/turns.h"

#include "rank/turns_seat.h"

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

/* Has the thread done the same before, and to no effect? */
static bool is_idle(const struct seat *seat)
{
    int i = 0, count = count_idle(seat);

    while (i < count && !is_same(&seat->idle[i], &seat->access))
        i++;
    return i < count;
}

long turns_vain(const struct taker *taker)
{
    const struct seat *seat = seat_of(taker);

    return seat->is_accessing && is_idle(seat) ? 1 + seat->idle_turns : 0;
}

static bool is_able(const struct seat *seat)
{
    return turns_is_at_rest(&seat->taker) && turns_vain(&seat->taker) == 0;
}

void seat_note_able(const struct world *world)
{
    struct seat *seat = seat_first(world);

    for (; seat != NULL; seat = seat_next(world, seat))
        if (is_able(seat))
            seat->able = world->turns->steps;
}

/* Others that nap may have the mutex for which it waits, each for a while. */
static bool is_kept_out(const struct seat *seat, long since)
{
    enum seat_state state = seat_state_of(seat);

    return (state == SEAT_STANDS || state == SEAT_RESTS) && seat->moved < since &&
           (seat->able >= since || is_able(seat));
}

bool seat_has_slept_enough(const struct seat *seat)
{
    const struct world *world = seat->taker.rank->world;
    const struct seat *other = seat_first(world);

    if (world->turns->steps == seat->napped)
        return false;
    while (other != NULL && !is_kept_out(other, seat->napped_before))
        other = seat_next(world, other);
    return other == NULL;
}

void turns_forget_vain(struct world *world)
{
    struct seat *seat;

    for (seat = seat_first(world); seat != NULL; seat = seat_next(world, seat))
        seat->vain_choices = 0;
}

bool seat_is_in_vain(const struct seat *seat)
{
    enum seat_state state = seat_state_of(seat);

    if (state == SEAT_BLOCKS || (state == SEAT_STANDS && seat_is_blocked(seat)))
        return seat->block.is_timed;
    return state == SEAT_LOOKS || state == SEAT_NAPS ||
           (turns_is_at_rest(&seat->taker) && turns_vain(&seat->taker) > 0);
}

struct taker *turns_choose_vain(struct world *world, int *times)
{
    struct seat *chosen = NULL, *seat;

    *times = 0;
    for (seat = seat_first(world); seat != NULL; seat = seat_next(world, seat)) {
        *times += seat->vain_choices;
        if (seat_is_in_vain(seat) &&
            (chosen == NULL || seat->vain_choices < chosen->vain_choices))
            chosen = seat;
    }
    if (chosen == NULL)
        return NULL;
    chosen->vain_choices++;
    return &chosen->taker;
}

void turns_end_access(struct rank *self, bool has_changed)
{
    struct world *world = self->world;
    struct taker *taker = turns_taker(self);
    struct seat *own, *seat;

    if (taker == NULL)
        return;
    own = seat_of(taker);
    own->is_accessing = false;
    if (has_changed)
        own->idle_count = 0;
    else if (is_idle(own))
        own->idle_turns++;
    else
        own->idle[own->idle_count++ % IDLE_MOST] = own->access;
    for (seat = seat_first(world); has_changed && seat != NULL; seat = seat_next(world, seat))
        if (has_idled_at(seat, &own->access))
            seat->idle_count = 0;
}
