/* SPDX-License-Identifier: MIT */
#include "job/explored.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rank/abort.h"
#include "rank/floor.h"
#include "rank/turns.h"
#include "rank/world.h"

/* ---- what happens next ---------------------------------------------------------------------- */

static struct schedule_event event_of(const struct held_event *held)
{
    return (struct schedule_event){.rank = held->receiver->world_rank,
                                   .number = held->number,
                                   .sent = held->sent,
                                   .asked = held->asked,
                                   .is_probed = held->is_probed,
                                   .site = held->site};
}

/* Adds what could happen next in a rank. Returns how many events there are then. */
static int add_events(struct explored *explored, struct rank *rank, int count)
{
    int end = count + held_events(rank, explored->held + count, SCHEDULE_EVENTS_MAX - count);

    for (; count < end; count++)
        explored->events[count] = event_of(&explored->held[count]);
    if (!turns_is_at_rest(rank) || count == SCHEDULE_EVENTS_MAX)
        return count;
    explored->held[count].receiver = rank;
    explored->events[count] = (struct schedule_event){.rank = rank->world_rank, .is_rest = true};
    return count + 1;
}

/* Lists what could happen next, by ranks. */
static int list_events(struct explored *explored, struct world *world)
{
    int count = 0, i;

    for (i = 0; i < world->size && count < SCHEDULE_EVENTS_MAX; i++)
        count = add_events(explored, &world->ranks[i], count);
    return count;
}

static void end_run(struct world *world)
{
    world_abort(world, EXIT_FAILURE, "the schedule ends here");
}

static struct rank *decide(struct world *world, void *subject)
{
    struct explored *explored = subject;
    struct heap *before = memory_use(NULL);
    int count = list_events(explored, world);
    int chosen = schedule_pick_event(&explored->schedule, explored->events, count);

    memory_use(before);
    if (count == 0)
        return NULL;
    if (chosen < 0)
        end_run(world);
    if (!explored->events[chosen].is_rest)
        held_choose(&explored->held[chosen]);
    return explored->held[chosen].receiver;
}

/* ---- the chooser ---------------------------------------------------------------------------- */

static struct explored *explored_of(struct chooser *chooser)
{
    return container_of(chooser, struct explored, chooser);
}

/* A test says yes when it can, and a send waits in all of a run or in none of it. */
static int answer_usually(const struct explored *explored, const struct choice_point *point)
{
    return point->kind == CHOICE_BUFFERING && explored->schedule.sends_wait ? 1 : point->preset;
}

static int pick(struct chooser *chooser, const struct choice_point *point)
{
    struct explored *explored = explored_of(chooser);
    struct rank *self = rank_self();
    struct heap *before;
    int chosen;

    if (!turns_are_taken(self) ||
        (point->kind != CHOICE_COMPLETION && point->kind != CHOICE_LOCK))
        return answer_usually(explored, point);
    before = memory_use(NULL);
    chosen = schedule_pick(&explored->schedule, point->kind, self->world_rank, point->count);
    memory_use(before);
    if (chosen < 0)
        end_run(self->world);
    return chosen;
}

static bool pass(struct chooser *chooser, const struct turn *turn)
{
    (void)chooser;
    return turns_pass(turn->rank, turn->kind);
}

static void note_arrival(struct chooser *chooser, const struct rank *rank,
                         const struct match_key *sent)
{
    struct heap *before = memory_use(NULL);

    schedule_note_arrival(&explored_of(chooser)->schedule, rank->world_rank, sent);
    memory_use(before);
}

void explored_init(struct explored *explored)
{
    explored->chooser = (struct chooser){.pick = pick,
                                         .pass = pass,
                                         .repeats = true,
                                         .holds_messages = true,
                                         .arrived = note_arrival};
    explored->schedule = (struct schedule){0};
}

/* ---- the ranks ------------------------------------------------------------------------------ */

static void begin(struct rank *self)
{
    struct explored *explored = load_relaxed(&self->world->local[FLOOR_EXPLORED]);

    choice_set(self, &explored->chooser);
    turns_enter(self);
}

bool explored_prepare(struct explored *explored, struct world *world)
{
    static const struct floor floor = {.begin = begin, .end = turns_leave};

    store_relaxed(&world->local[FLOOR_EXPLORED], explored);
    return turns_create(world, decide, explored) && world_add_floor(world, &floor);
}
