/* SPDX-License-Identifier: MIT */
#include "rank/journal_place.h"

#include <stdio.h>

#include "rank/journal_entry.h"
#include "rank/wait.h"
#include "rank/world.h"

enum { NUMBER_BITS = 28 }; /* of an entry */

/* A place that a rank waits for. */
struct turn_of_rank {
    const _Atomic(uint32_t) *places, *looks; /* looks NULL: they do not matter */
    uint32_t place, looks_before;
};

/* Has a count come to a number of which an entry has the lower bits? */
static bool has_reached(uint32_t count, uint32_t number)
{
    return (int32_t)((count - number) << (32 - NUMBER_BITS)) >= 0;
}

static bool is_early(void *subject)
{
    const struct turn_of_rank *turn = subject;
    const uint32_t places = load_seq_cst(turn->places); /* edge journal.place */

    if (!has_reached(places, turn->place))
        return true;
    return turn->looks != NULL && !has_reached(places, turn->place + 1) &&
           load_seq_cst(turn->looks) < turn->looks_before; /* edge journal.place */
}

static void describe_place(void *subject, struct wait_report *wait_report)
{
    (void)subject;
    fputs("ranks that came earlier in the run that was recorded", wait_report->words);
    wait_report->is_open = true;
}

static void await_place(struct rank *self, struct turn_of_rank turn)
{
    static const struct wait turn_has_come = {.is_pending = is_early, .describe = describe_place};

    rank_wait(self, &turn_has_come, &turn);
}

/* Others may wait for the place that the rank has passed. */
static void wake_all(struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        rank_wake(&world->ranks[i]);
}

bool journal_orders_are_kept(struct rank *const members[], int count)
{
    const struct world *world = members[0]->world;
    int i = 0;

    if (load_relaxed(&world->local[FLOOR_JOURNALS]) == NULL)
        return false;
    while (i < count && members[i]->world == world)
        i++;
    return i == count;
}

/* ---- locks ---------------------------------------------------------------------------------- */

void journal_await_grant(struct rank *self, const _Atomic(uint32_t) *grants)
{
    const uint64_t entry = journal_is_followed(self) ? journal_next_event(self->journal) : 0;
    int ignored;

    if (entry != 0 && journal_take(self, JOURNAL_LOCK, &ignored))
        await_place(self, (struct turn_of_rank){.places = grants,
                                                .place = journal_number_of(entry)});
}

void journal_note_grant(struct rank *self, _Atomic(uint32_t) *grants)
{
    const uint32_t number = fetch_add_seq_cst(grants, 1); /* edge journal.place */

    if (journal_is_followed(self))
        wake_all(self->world);
    else
        journal_write_entry(self, journal_entry(JOURNAL_LOCK, number, 0));
}

/* ---- accesses ------------------------------------------------------------------------------- */

static void await_access(struct rank *self, const struct journal_order *order, bool changes)
{
    const uint64_t entry = journal_next_event(self->journal);
    struct turn_of_rank turn = {.places = &order->changes, .place = journal_number_of(entry)};
    int value = 0;

    if (entry == 0)
        return;
    if (!changes && journal_kind_of(entry) == JOURNAL_LOOKED) {
        journal_take_one(self->journal, entry);
    } else {
        (void)journal_take(self, changes ? JOURNAL_CHANGED : JOURNAL_LOOKED, &value);
        turn.looks = &order->looks;
        turn.looks_before = (uint32_t)value;
    }
    await_place(self, turn);
}

/* No rank sleeps here, because an abort may wait for the rank that has the lock. */
static void take_lock(struct rank *self, struct journal_order *order)
{
    while (!lock_try(&order->lock))
        rank_pause(self);
}

void journal_begin_access(struct rank *self, struct journal_order *order, bool changes)
{
    if (journal_is_followed(self))
        await_access(self, order, changes);
    take_lock(self, order);
}

/* Under the lock. */
static void write_access(struct rank *self, struct journal_order *order, bool changes)
{
    const uint32_t number = load_relaxed(&order->changes);
    const int32_t looks = (int32_t)(load_relaxed(&order->looks) & INT32_MAX);

    if (changes)
        journal_write_entry(self, journal_entry(JOURNAL_CHANGED, number, looks));
    else
        journal_write_looked(self, order, number);
}

void journal_end_access(struct rank *self, struct journal_order *order, bool changes)
{
    if (journal_is_written(self))
        write_access(self, order, changes);
    if (changes) {
        store_seq_cst(&order->looks, 0);       /* edge journal.place */
        fetch_add_seq_cst(&order->changes, 1); /* edge journal.place */
    } else {
        fetch_add_seq_cst(&order->looks, 1); /* edge journal.place */
    }
    lock_release(&order->lock);
    if (journal_is_followed(self))
        wake_all(self->world);
}
