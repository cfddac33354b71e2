/* SPDX-License-Identifier: MIT */
#include "rank/thread/taken.h"

#include <string.h>

#include "base/call.h"
#include "base/container.h"
#include "base/memory.h"
#include "base/sanitizer.h"
#include "base/tsan.h"
#include "mpi_types.h"
#include "rank/abort.h"
#include "rank/thread/code.h"
#include "rank/thread/kernel.h"
#include "rank/thread/numbers.h"
#include "rank/thread/thread.h"
#include "rank/turns.h"
#include "rank/turns_seat.h"
#include "rank/world.h"

static const int64_t ahead_most_ns = INT64_MAX / 4; /* 73 years */

struct taken {
    struct numbers objects; /* addresses of what threads share */
    struct libraries libraries;
    _Atomic(int64_t) ahead_ns;
    struct list sleepers;
};

struct rank *taken_self_slowly(uintptr_t site, const void *object)
{
    struct rank *self = rank_self();

    if (self == NULL || self->taken == NULL || !turns_are_shared(self) ||
        world_is_aborted(self->world) || !rank_is_in_its_process(self) ||
        code_is_own(site) ||
        libraries_have(&self->taken->libraries, site, (uintptr_t)object))
        return NULL;
    return self;
}

/* ---- threads -------------------------------------------------------------------------------- */

static struct taken *take_taken(void)
{
    struct heap *before = memory_use(NULL);
    struct taken *taken = memory_take_zeroed(sizeof *taken);

    memory_use(before);
    if (taken == NULL)
        return NULL;
    list_init(&taken->sleepers);
    libraries_find(&taken->libraries);
    return taken;
}

/* The thread of a sanitizer begins in code that is not instrumented, which turns are. */
static bool may_take_turns(struct rank *self)
{
    if (self->taken == NULL && !code_is_part_of_program())
        self->taken = take_taken();
    return !IS_FOR_THREAD_SANITIZER && !tsan_is_there() && turns_are_taken(self) &&
           self->taken != NULL;
}

static struct taker *refuse(struct rank *self, enum turn_kind kind)
{
    (void)turn_pass(self, kind);
    return NULL;
}

struct taker *taken_admit(struct rank *self, uintptr_t site, void *(*start)(void *))
{
    const bool is_of_openmp = code_is_of_openmp(start);

    if (site == 0 || self->world->turns == NULL || turns_have_ended(self->world) ||
        (code_is_own(site) && !code_is_part_of_program()))
        return NULL;
    if (!may_take_turns(self) || (is_of_openmp && !turns_taker(self)->opens_team))
        return refuse(self, is_of_openmp ? TURN_OPENMP : TURN_THREAD);
    store_relaxed(&turns_taker(self)->id, kernel_thread());
    return is_of_openmp ? turns_add_member(self) : turns_add_thread(self);
}

bool taken_open_team(struct rank *self)
{
    if (self->world->turns == NULL || !may_take_turns(self))
        return false;
    store_relaxed(&turns_taker(self)->id, kernel_thread());
    turns_taker(self)->opens_team = true;
    return true;
}

void taken_end_opening(struct rank *self)
{
    turns_taker(self)->opens_team = false;
}

void taken_let_in(struct taker *member)
{
    turns_let_in(member);
}

void taken_enter_team(struct taker *member)
{
    store_relaxed(&member->id, kernel_thread());
    turns_enter_thread(member);
}

void taken_leave_team(struct taker *member)
{
    turns_leave_team(member);
}

void taken_note_created(struct taker *taker, const pthread_t *self)
{
    if (taker != NULL && self != NULL)
        taker->self = *self;
    else if (taker != NULL)
        turns_drop_thread(taker);
}

bool taken_enter(struct taker *taker)
{
    if (taker->is_member)
        return true;
    store_relaxed(&taker->id, kernel_thread());
    turns_enter_thread(taker);
    return !world_is_aborted(taker->rank->world);
}

void taken_leave(struct taker *taker)
{
    if (taker != NULL)
        turns_leave_thread(taker);
}

void taken_free(struct rank *rank)
{
    struct heap *before;

    if (rank->taken == NULL)
        return;
    before = memory_use(NULL);
    seat_give_threads(rank);
    numbers_free(&rank->taken->objects);
    memory_give(rank->taken);
    memory_use(before);
    rank->taken = NULL;
}

struct taker *taken_by_id(const struct rank *rank, pid_t id)
{
    struct taker *taker = turns_next(rank->world, NULL);

    while (taker != NULL && (taker->rank != rank || load_relaxed(&taker->id) != id))
        taker = turns_next(rank->world, taker);
    return taker;
}

/* Names are used again: the one that has not left, if there is one. */
static struct taker *find_thread(const struct rank *rank, pthread_t thread)
{
    struct taker *taker = turns_next(rank->world, NULL), *found = NULL;

    for (; taker != NULL; taker = turns_next(rank->world, taker))
        if (taker->rank == rank && taker->thread != 0 && pthread_equal(taker->self, thread) &&
            (found == NULL || turns_have_left(found)))
            found = taker;
    return found;
}

static bool has_not_left(void *taker)
{
    return !turns_have_left(taker);
}

static struct taker *is_itself(void *taker)
{
    return taker;
}

static enum taken_life life_of(const struct rank *self, const struct taker *taker)
{
    if (taker == NULL || !turns_are_taken(self) || taker == turns_taker(self))
        return TAKEN_NOT;
    return turns_have_left(taker) ? TAKEN_HAS_LEFT : TAKEN_LIVES;
}

enum taken_life taken_life(struct rank *self, pthread_t thread)
{
    return life_of(self, turns_are_taken(self) ? find_thread(self, thread) : NULL);
}

enum taken_life taken_join(struct rank *self, pthread_t thread, uintptr_t site, bool is_timed)
{
    struct taker *taker = turns_are_taken(self) ? find_thread(self, thread) : NULL;
    const struct turn_block block = {.is_pending = has_not_left,
                                     .subject = taker,
                                     .is_timed = is_timed,
                                     .site = (const void *)site,
                                     .words = "waits for the end of",
                                     .holder = is_itself};

    enum taken_life life = life_of(self, taker);

    if (life == TAKEN_LIVES) {
        turns_join_thread(taker, true);
        (void)turn_block(self, &block);
        life = life_of(self, taker);
        if (life != TAKEN_NOT)
            turns_join_thread(taker, false);
    }
    if (life == TAKEN_HAS_LEFT)
        turns_end_join(taker);
    return life;
}

static bool has_threads(void *rank)
{
    return turns_count_threads(rank) > 0;
}

void taken_await_all(struct rank *self)
{
    const struct turn_block block = {
        .is_pending = has_threads, .subject = self, .words = "waits for the end of all threads"};

    if (turns_are_shared(self))
        (void)turn_block(self, &block);
}

/* ---- events --------------------------------------------------------------------------------- */

static const struct {
    int from, end;
    bool writes;
} ways[] = {
    [TURN_TAKE] = {0, 1, true},
    [TURN_SHARE] = {0, 1, false},
    [TURN_GIVE] = {1, 2, false},
    [TURN_TRY] = {0, 2, true},
};

bool taken_stand(struct rank *self, enum turn_object kind, const void *object, enum turn_way way,
                 const struct turn_block *block)
{
    const struct turn_access access = {.kind = kind,
                                       .object = numbers_of(&self->taken->objects,
                                                            (uintptr_t)object),
                                       .target = self->world_rank,
                                       .from = ways[way].from,
                                       .end = ways[way].end,
                                       .writes = ways[way].writes,
                                       .site = block->site};

    return turn_stand(self, &access, block);
}

void taken_end(struct rank *self, bool has_changed)
{
    turns_end_access(self, has_changed);
}

/* These ask whether something is there, or wait for nothing and change nothing. */
static bool looks(const char *name)
{
    static const char *const names[] = {"MPI_Test", "MPI_Iprobe", "MPI_Improbe", "MPI_Parrived",
                                        "MPI_Request_get_status"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

void taken_call(struct rank *self, const struct call *call)
{
    const struct turn_block none = {.site = call->site};

    if (self->taken == NULL || self->thread_level < MPI_THREAD_SERIALIZED ||
        !turns_are_shared(self) || looks(call->name))
        return;
    if (taken_stand(self, TURN_CALLS, self, TURN_TAKE, &none))
        taken_end(self, true);
}

/* ---- sleep ---------------------------------------------------------------------------------- */

static bool is_asleep(void *sleeper)
{
    return !((const struct sleeper *)sleeper)->is_woken;
}

void taken_sleep_at(struct rank *self, struct sleeper *sleeper, const void *object)
{
    *sleeper = (struct sleeper){.object = object, .taker = turns_taker(self)};
    list_append(&self->taken->sleepers, &sleeper->link);
}

bool taken_sleep_on(struct rank *self, struct sleeper *sleeper, const char *words,
                    uintptr_t site, bool is_timed)
{
    const struct turn_block block = {.is_pending = is_asleep,
                                     .subject = sleeper,
                                     .is_timed = is_timed,
                                     .site = (const void *)site,
                                     .words = words};
    bool goes_on = turn_block(self, &block);

    /* When the turns have ended others may leave the list at the same time, and none reads it. */
    if (goes_on)
        list_remove(&sleeper->link);
    return goes_on;
}

/* The next that sleeps on the object and has not been woken; NULL: there is none. */
static struct sleeper *next_sleeper(const struct rank *self, const struct sleeper *before,
                                    const void *object)
{
    const struct list *all = &self->taken->sleepers;
    const struct list *link = before != NULL ? before->link.next : all->next;

    for (; link != all; link = link->next) {
        struct sleeper *sleeper = container_of(link, struct sleeper, link);

        if (sleeper->object == object && !sleeper->is_woken)
            return sleeper;
    }
    return NULL;
}

int taken_count_sleepers(const struct rank *self, const void *object)
{
    const struct sleeper *sleeper = NULL;
    int count = 0;

    while ((sleeper = next_sleeper(self, sleeper, object)) != NULL)
        count++;
    return count;
}

void taken_wake_one(struct rank *self, const void *object, uintptr_t site)
{
    const int count = taken_count_sleepers(self, object);
    struct sleeper *sleeper = NULL;
    struct choice_candidate chosen;
    struct choice_list list;

    if (count == 0)
        return;
    choice_list_open(&list, count);
    while ((sleeper = next_sleeper(self, sleeper, object)) != NULL)
        choice_list_add(&list, sleeper->taker->thread, CHOICE_NO_NUMBER, 0);
    chosen = choice_list_ask(self, &list, CHOICE_SIGNAL, (const void *)site);
    while ((sleeper = next_sleeper(self, sleeper, object)) != NULL)
        if (sleeper->taker->thread == chosen.number) {
            sleeper->is_woken = true;
            return;
        }
}

void taken_wake_all(struct rank *self, const void *object)
{
    struct sleeper *sleeper;

    while ((sleeper = next_sleeper(self, NULL, object)) != NULL)
        sleeper->is_woken = true;
}

static bool is_new_place(const struct taker *taker, const void *place)
{
    int i = 0;

    while (i < taker->place_count && taker->places[i] != place)
        i++;
    return i == taker->place_count && i < TAKER_PLACES;
}

void taken_nap(struct rank *self, uintptr_t site)
{
    struct taker *taker = turns_taker(self);

    taker->nap = (const void *)site;
    if (is_new_place(taker, taker->nap))
        taker->places[taker->place_count++] = taker->nap;
    else
        (void)turn_pass(self, TURN_NAP);
}

/* ---- time ----------------------------------------------------------------------------------- */

void taken_prepare_time(struct rank *self)
{
    if (knobs.explore_time != 0 && self->taken == NULL && !code_is_part_of_program())
        self->taken = take_taken();
}

struct rank *taken_virtual_slowly(uintptr_t site)
{
    struct rank *self = rank_self();

    return self != NULL && choice_is_open(self) && self->chooser->clock != NULL &&
                   self->taken != NULL && rank_is_in_its_process(self) && !code_is_own(site) &&
                   !libraries_have(&self->taken->libraries, site, 0)
               ? self
               : NULL;
}

int64_t taken_ahead_ns(uintptr_t site)
{
    const struct rank *self = rank_self();

    return self != NULL && self->taken != NULL && !code_is_own(site)
               ? load_relaxed(&self->taken->ahead_ns)
               : 0;
}

void taken_come_to(struct rank *self, int64_t away_ns)
{
    if (away_ns > ahead_most_ns)
        away_ns = ahead_most_ns;
    if (away_ns > load_relaxed(&self->taken->ahead_ns))
        store_relaxed(&self->taken->ahead_ns, away_ns);
}

void taken_pass(struct rank *self, int64_t ns)
{
    taken_come_to(self, load_relaxed(&self->taken->ahead_ns) + ns);
}

/* ---- the end -------------------------------------------------------------------------------- */

void taken_end_turns(struct rank *self, uintptr_t site, const char *words)
{
    const struct turn_stuck stuck = {.taker = turns_taker(self),
                                     .site = (const void *)site,
                                     .words = words,
                                     .is_call = true};

    turn_tell_stuck(self, &stuck);
    seat_end_turns(self->world);
}
