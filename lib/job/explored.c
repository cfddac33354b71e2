/* SPDX-License-Identifier: MIT */
#include "job/explored.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/place.h"
#include "rank/abort.h"
#include "rank/floor.h"
#include "rank/name.h"
#include "rank/turns.h"
#include "rank/waiter.h"
#include "rank/world.h"

/* Polls of a run in a row, before it counts as a livelock. */
enum { POLLS_MOST = 10000 };

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

/* A rank that could go on: to choose among what is done, or to access memory. */
static struct schedule_event rest_of(const struct rank *rank)
{
    struct schedule_event event = {.rank = rank->world_rank, .is_rest = true};

    if (turns_access(rank) == NULL)
        return event;
    event.is_access = true;
    event.access = *turns_access(rank);
    event.site = event.access.site;
    return event;
}

/* Adds what could happen next in a rank, but for polls. Returns how many events there are then. */
static int add_events(struct explored *explored, struct rank *rank, int count)
{
    int end = count + held_events(rank, explored->held + count, SCHEDULE_EVENTS_MAX - count);

    for (; count < end; count++)
        explored->events[count] = event_of(&explored->held[count]);
    if (!turns_is_at_rest(rank) || turns_vain(rank) > 0 || count == SCHEDULE_EVENTS_MAX)
        return count;
    explored->held[count].receiver = rank;
    explored->events[count] = rest_of(rank);
    return count + 1;
}

/* Adds the access of a rank that polls memory: the one that has polled the fewest times. It goes on
 * only if nothing else can happen, because it may hold a lock for which others wait. There is
 * nothing to choose: polls change nothing for others. */
static int add_poll(struct explored *explored, struct world *world)
{
    struct rank *polling = NULL;
    int i;

    for (i = 0; i < world->size; i++) {
        struct rank *rank = &world->ranks[i];

        if (turns_is_at_rest(rank) && turns_vain(rank) > 0 &&
            (polling == NULL || turns_vain(rank) < turns_vain(polling)))
            polling = rank;
    }
    if (polling == NULL)
        return 0;
    explored->held[0].receiver = polling;
    explored->events[0] = rest_of(polling);
    return 1;
}

/* Ends a run whose ranks can only poll. */
static void count_poll(struct explored *explored, struct world *world)
{
    char place[PLACE_TEXT_BYTES];
    const struct rank *rank = explored->held[0].receiver;
    struct places *places;

    if (explored->polls++ < POLLS_MOST)
        return;
    places = places_open();
    place_describe(places, turns_access(rank)->site, place);
    places_close(places);
    world_abort(world, STATUS_DEADLOCK,
                "livelock: %s accesses the same memory of member %d of a window in %s again and "
                "again, and no rank can change it any more",
                rank_name(rank).text, turns_access(rank)->target, place);
}

/* Lists what could happen next, by ranks. */
static int list_events(struct explored *explored, struct world *world)
{
    int count = 0, i;

    for (i = 0; i < world->size && count < SCHEDULE_EVENTS_MAX; i++)
        count = add_events(explored, &world->ranks[i], count);
    if (count > 0) {
        explored->polls = 0;
        return count;
    }
    count = add_poll(explored, world);
    if (count > 0)
        count_poll(explored, world);
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

static void note_access(struct explored *explored, const struct turn *turn)
{
    struct heap *before = memory_use(NULL);

    if (turns_are_taken(turn->rank))
        schedule_note_access(&explored->schedule, turn->rank->world_rank, turn->access);
    memory_use(before);
}

static bool pass(struct chooser *chooser, const struct turn *turn)
{
    if (turn->kind == TURN_ACCESS)
        note_access(explored_of(chooser), turn);
    return turns_pass(turn);
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
    explored->schedule = (struct schedule){.values = &explored->values};
}

void explored_fini(struct explored *explored)
{
    schedule_free(&explored->schedule);
    schedule_free_values(&explored->values);
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

    explored->polls = 0;
    store_relaxed(&world->local[FLOOR_EXPLORED], explored);
    return turns_create(world, decide, explored) && world_add_floor(world, &floor);
}
