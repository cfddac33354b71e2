/* SPDX-License-Identifier: MIT */
#include "job/explored.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/finding.h"
#include "base/memory.h"
#include "base/place.h"
#include "check/reliance.h"
#include "job/explored_deadlock.h"
#include "job/uncontrolled.h"
#include "p2p/describe.h"
#include "rank/abort.h"
#include "rank/findings.h"
#include "rank/floor.h"
#include "rank/name.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/taken.h"
#include "rank/thread/thread.h"
#include "rank/turns.h"
#include "rank/wait.h"
#include "rank/world.h"
#include "rank/worlds/family.h"

/* Looks in vain of a run in a row, before it counts as a livelock; and before its turns end, if
 * something outside of them, such as a thread that writes a file, may be what is waited for. */
enum { VAIN_MOST = 10000, VAIN_OUTSIDE = 200 };

/* The n-th look in vain of a run in a row takes n times, the n-th read of the clock in a row n
 * times so long: a loop that waits until a time has passed ends soon, however long that time is. */
enum { VAIN_NS = 1000000, READ_NS = 1000 };

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

/* A thread that could go on: to choose among what is done, or to access memory. */
static struct schedule_event rest_of(const struct taker *taker)
{
    struct schedule_event event = {
        .rank = taker->rank->world_rank, .thread = taker->thread, .is_rest = true};

    if (turns_access(taker) == NULL)
        return event;
    event.is_access = true;
    event.access = *turns_access(taker);
    event.site = event.access.site;
    return event;
}

/* Adds what could happen next in a thread, but for polls, and before it the messages that its rank
 * could take. Returns how many events there are then. */
static int add_events(struct explored *explored, struct taker *taker, int count)
{
    struct taker *receiver = taker->thread == 0 ? turns_receiver(taker->rank) : NULL;
    int end = count, i;

    if (receiver != NULL)
        end += held_events(taker->rank, explored->held + count, SCHEDULE_EVENTS_MAX - count);
    for (i = count; i < end; i++) {
        explored->events[i] = event_of(&explored->held[i]);
        explored->takers[i] = receiver;
    }
    if (!turns_is_at_rest(taker) || turns_vain(taker) > 0 || end == SCHEDULE_EVENTS_MAX)
        return end;
    explored->takers[end] = taker;
    explored->events[end] = rest_of(taker);
    return end + 1;
}

/* Does a thread wait for what a signal handler or another process may do? */
static bool has_open_waits(struct world *world)
{
    const struct taker *taker = turns_next(world, NULL);

    while (taker != NULL && (turns_block(taker) == NULL || !turns_block(taker)->is_open))
        taker = turns_next(world, taker);
    return taker != NULL;
}

/* Could something move the job that takes no turns? */
static bool is_moved_from_outside(struct world *world)
{
    bool is_moved =
        world->root != world || family_next(world, NULL) != NULL || has_open_waits(world);
    struct trace created;
    int i;

    for (i = 0; i < world->size && !is_moved; i++)
        is_moved = !list_is_empty(&world->ranks[i].helpers) ||
                   rank_count_threads(&world->ranks[i], &created) >
                       turns_count_threads(&world->ranks[i]) + turns_count_away(&world->ranks[i]);
    return is_moved;
}

/* Ends a run whose ranks can only look. */
static void end_livelock(struct world *world, struct taker *taker)
{
    const struct turn_access *access = turns_access(taker);
    const struct rank *rank = taker->rank;
    const struct call *call = turns_call(taker);
    const void *site = access != NULL ? access->site : call->site;
    char place[PLACE_TEXT_BYTES];
    struct places *places = places_open();

    if (turns_block(taker) != NULL)
        site = turns_block(taker)->site;
    else if (call->name == NULL && access == NULL)
        site = taker->nap;
    place_describe(places, site, place);
    places_close(places);
    if (access != NULL && access->kind == TURN_WINDOW)
        world_abort_hung(world, STATUS_DEADLOCK,
                         "livelock: %s accesses the same memory of member %d of a window in %s "
                         "again and again, and no rank can change it any more",
                         rank_name(rank).text, access->target, place);
    world_abort_hung(world, STATUS_DEADLOCK,
                     "livelock: %s calls %s in %s again and again, and no rank makes progress",
                     rank_name(rank).text,
                     call->name != NULL ? call->name : "a function that does not wait",
                     place);
}

/* The thread that goes on although it looks in vain, because nothing else can happen: it may hold a
 * lock for which others wait, or do something else in between. There is nothing to choose: looks
 * change nothing for others. NULL: none goes on. */
static struct taker *choose_vain(struct explored *explored, struct world *world)
{
    int times;
    struct taker *taker = turns_choose_vain(world, &times);

    if (taker == NULL || (times >= VAIN_OUTSIDE && is_moved_from_outside(world)))
        return NULL;
    if (times >= VAIN_MOST)
        end_livelock(world, taker);
    fetch_add_relaxed(&explored->clock.now_ns, (uint64_t)times * VAIN_NS);
    return taker;
}

/* Lists what could happen next, by ranks. */
static int list_events(struct explored *explored, struct world *world)
{
    struct taker *taker = turns_next(world, NULL);
    int count = 0;

    for (; taker != NULL && count < SCHEDULE_EVENTS_MAX; taker = turns_next(world, taker))
        count = add_events(explored, taker, count);
    if (count > 0)
        turns_forget_vain(world);
    return count;
}

static void end_run(struct world *world)
{
    world_abort(world, EXIT_FAILURE, "the schedule ends here");
}

static struct taker *decide(struct world *world, void *subject)
{
    struct explored *explored = subject;
    int count = list_events(explored, world), chosen;
    struct taker *vain = count == 0 ? choose_vain(explored, world) : NULL;
    struct heap *before;

    if (vain != NULL)
        return vain;
    if (count == 0 && !is_moved_from_outside(world))
        explored_end_deadlock(world);
    before = memory_use(NULL);
    chosen = schedule_pick_event(&explored->schedule, explored->events, count);
    memory_use(before);
    if (count == 0)
        return NULL;
    if (chosen < 0)
        end_run(world);
    if (!explored->events[chosen].is_rest)
        held_choose(&explored->held[chosen]);
    return explored->takers[chosen];
}

/* ---- the chooser ---------------------------------------------------------------------------- */

static struct explored *explored_of(struct chooser *chooser)
{
    return container_of(chooser, struct explored, chooser);
}

/* A send waits in all of a run or in none of it. */
static int answer_usually(const struct explored *explored, const struct choice_point *point)
{
    return point->kind == CHOICE_BUFFERING && explored->schedule.sends_wait ? 1 : point->preset;
}

static bool is_explored(enum choice choice)
{
    return choice == CHOICE_COMPLETION || choice == CHOICE_SOME || choice == CHOICE_LOCK ||
           choice == CHOICE_CANCEL || choice == CHOICE_SIGNAL || choice == CHOICE_TASK;
}

static int pick(struct chooser *chooser, const struct choice_point *point)
{
    struct explored *explored = explored_of(chooser);
    struct rank *self = rank_self();
    struct schedule_question question = {
        .choice = point->kind, .count = point->count, .name = point->name, .site = point->site};
    struct heap *before;
    int chosen;

    if (!turns_are_taken(self) || !is_explored(point->kind))
        return answer_usually(explored, point);
    question.rank = self->world_rank;
    question.thread = turns_taker(self)->thread;
    before = memory_use(NULL);
    chosen = schedule_pick(&explored->schedule, &question);
    memory_use(before);
    if (chosen < 0)
        end_run(self->world);
    return chosen;
}

static void note_access(struct explored *explored, const struct turn *turn)
{
    struct heap *before = memory_use(NULL);

    if (turns_are_taken(turn->rank))
        schedule_note_access(&explored->schedule, turn->rank->world_rank,
                             turns_taker(turn->rank)->thread, turn->access);
    memory_use(before);
}

/* The thread has had to wait until it could do that. */
static bool stand(struct explored *explored, const struct turn *turn)
{
    struct heap *before;

    note_access(explored, turn);
    if (!turns_pass(turn))
        return false;
    before = memory_use(NULL);
    schedule_note_made(&explored->schedule, turn->rank->world_rank,
                       turns_taker(turn->rank)->thread, turn->access);
    memory_use(before);
    return true;
}

/* A thread's looks, not of the job's heap, which ends before them. NULL: no memory. */
static struct looks *looks_of(struct explored *explored, const struct taker *taker)
{
    struct heap *before = memory_use(NULL);
    struct looks **looks;

    if (taker->number >= explored->lookers) {
        looks = memory_grow(explored->looks, ((size_t)taker->number + 1) * sizeof looks[0]);
        if (looks != NULL) {
            explored->looks = looks;
            while (explored->lookers <= taker->number)
                looks[explored->lookers++] = NULL;
        }
    }
    if (taker->number < explored->lookers && explored->looks[taker->number] == NULL)
        explored->looks[taker->number] = memory_take_zeroed(sizeof *explored->looks[0]);
    memory_use(before);
    return taker->number < explored->lookers ? explored->looks[taker->number] : NULL;
}

static bool look(struct chooser *chooser, struct rank *self, const struct look *look)
{
    struct explored *explored = explored_of(chooser);
    struct looks *looks;
    int answer;

    if (!turns_are_taken(self))
        return rank_look_once(self, look);
    looks = looks_of(explored, turns_taker(self));
    explored->schedule.end.has_no_memory |= looks == NULL;
    answer = looks != NULL ? looks_answer(looks, &explored->schedule, self, look) : -1;
    if (answer < 0)
        end_run(self->world);
    return answer > 0;
}

static void note_call(struct explored *explored, const struct turn *turn)
{
    struct looks *looks = looks_of(explored, turns_taker(turn->rank));

    if (looks != NULL)
        looks_note_call(looks);
    explored->clock.reads = 0;
    schedule_note_uncontrolled(&explored->schedule, uncontrolled_of_call(turn->call->name));
}

static void note_stuck(struct explored *explored, const struct turn *turn)
{
    struct heap *before = memory_use(NULL);
    char text[SCHEDULE_STUCK_BYTES] = "";

    explored_describe_stuck(turn->stuck, text, sizeof text);
    schedule_note_stuck(&explored->schedule, text);
    memory_use(before);
}

static void note_source(void *subject, const struct source *source)
{
    struct explored *explored = subject;

    schedule_note_source(&explored->schedule, source);
}

/* Ranks that run freely are named as such. */
static void note_use(struct explored *explored, const struct turn *turn)
{
    const struct turn_source *used = turn->source;
    const struct source source = {.kind = used->kind,
                                  .function = used->function,
                                  .site = used->site,
                                  .rank = turn->rank->world_rank};
    struct heap *before;

    if (!turns_are_taken(turn->rank))
        return;
    before = memory_use(NULL);
    if (used->kind != FROM_FILE)
        schedule_note_source(&explored->schedule, &source);
    else if (!sources_open(&explored->files, source.rank, used, note_source, explored))
        explored->schedule.end.has_no_memory = true;
    memory_use(before);
}

static bool pass(struct chooser *chooser, const struct turn *turn)
{
    struct explored *explored = explored_of(chooser);

    if (turn->kind == TURN_SOURCE)
        note_use(explored, turn);
    if (turn->kind == TURN_ACCESS)
        note_access(explored, turn);
    if (turn->kind == TURN_OUTSIDE)
        schedule_note_uncontrolled(&explored->schedule, UNCONTROLLED_PORTS);
    if (turn->kind == TURN_FILE)
        schedule_note_uncontrolled(&explored->schedule, UNCONTROLLED_FILES);
    if (turn->kind == TURN_THREAD)
        schedule_note_uncontrolled(&explored->schedule, UNCONTROLLED_THREADS);
    if (turn->kind == TURN_OPENMP)
        schedule_note_uncontrolled(&explored->schedule, UNCONTROLLED_OPENMP);
    if (turn->kind == TURN_STUCK)
        note_stuck(explored, turn);
    if (turn->kind == TURN_STAND)
        return stand(explored, turn);
    if (turn->kind == TURN_CALL && turns_are_taken(turn->rank))
        note_call(explored, turn);
    return turns_pass(turn);
}

static bool fails(struct chooser *chooser, const struct rank *rank, const struct call *call)
{
    return turns_are_taken(rank) &&
           schedule_fails(&explored_of(chooser)->schedule, rank->world_rank, call);
}

/* The sender is for the picture of a schedule that is followed. */
static void note_arrival(struct chooser *chooser, const struct rank *rank,
                         const struct match_key *sent)
{
    struct schedule *schedule = &explored_of(chooser)->schedule;
    struct heap *before;

    if (turns_have_ended(rank->world))
        return; /* others run meanwhile */
    before = memory_use(NULL);
    schedule_note_arrival(schedule, rank->world_rank, sent,
                          schedule->answers != NULL ? describe_sender(rank, sent) : -1);
    memory_use(before);
}

/* Ranks that run freely have the machine's clock, which goes on where the turns have ended. */
static uint64_t read_free_clock(struct explored_clock *clock)
{
    uint64_t now_ns = clock_ns(), freed_ns = 0;

    if (compare_exchange_relaxed(&clock->freed_ns, &freed_ns, now_ns))
        freed_ns = now_ns;
    return load_relaxed(&clock->now_ns) + (now_ns > freed_ns ? now_ns - freed_ns : 0);
}

static uint64_t read_clock(struct chooser *chooser, const struct rank *rank, uint64_t slept_ns)
{
    struct explored_clock *clock = &explored_of(chooser)->clock;
    uint64_t passed_ns;

    if (!turns_are_taken(rank))
        return read_free_clock(clock);
    passed_ns = slept_ns > 0 ? slept_ns : (uint64_t)++clock->reads * READ_NS;
    return fetch_add_relaxed(&clock->now_ns, passed_ns) + passed_ns;
}

static void free_looks(struct explored *explored)
{
    struct heap *before = memory_use(NULL);

    while (explored->lookers > 0)
        if (explored->looks[--explored->lookers] != NULL) {
            looks_free(explored->looks[explored->lookers]);
            memory_give(explored->looks[explored->lookers]);
        }
    memory_give(explored->looks);
    explored->looks = NULL;
    memory_use(before);
}

void explored_init(struct explored *explored)
{
    explored->chooser = (struct chooser){.pick = pick,
                                         .pass = pass,
                                         .repeats = true,
                                         .holds_messages = true,
                                         .arrived = note_arrival,
                                         .look = look,
                                         .clock = read_clock,
                                         .fails = fails};
    explored->schedule =
        (struct schedule){.values = &explored->values, .sources = &explored->sources};
}

void explored_fini(struct explored *explored)
{
    free_looks(explored);
    schedule_free(&explored->schedule);
    schedule_free_values(&explored->values);
    sources_free_files(&explored->files);
}

/* ---- the ranks ------------------------------------------------------------------------------ */

static void begin(struct rank *self)
{
    struct explored *explored = load_relaxed(&self->world->local[FLOOR_EXPLORED]);

    choice_set(self, &explored->chooser);
    taken_prepare_time(self);
    turns_enter(self);
}

static void end(struct rank *self)
{
    turns_leave(self);
}

void explored_note_abort(const struct world *world)
{
    struct explored *explored = load_relaxed(&world->local[FLOOR_EXPLORED]);

    if (explored != NULL && world->abort.has_hung)
        schedule_note_hang(&explored->schedule);
}

bool explored_relies_on_buffers(struct world *world)
{
    return load_relaxed(&world->local[FLOOR_EXPLORED]) != NULL &&
           findings_have(&world->root->findings, FINDING_UNSAFE_SEND);
}

bool explored_prepare(struct explored *explored, struct world *world)
{
    static const struct floor floor = {.begin = begin, .end = end};
    const bool is_followed = explored->schedule.is_followed && !explored->schedule.sends_wait;

    store_relaxed(&world->local[FLOOR_EXPLORED], explored);
    store_relaxed(&explored->clock.now_ns, 0);
    store_relaxed(&explored->clock.freed_ns, 0);
    explored->clock.reads = 0;
    free_looks(explored);
    return (!is_followed || reliance_follow(world)) &&
           turns_create(world, decide, explored) && world_add_floor(world, &floor);
}
