/* SPDX-License-Identifier: MIT */
#include "rank/wait.h"

#include <sched.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "image/image.h"
#include "rank/choice.h"
#include "rank/journal.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/observe/tape.h"
#include "rank/sleep/waiter.h"
#include "rank/sleep/wake.h"
#include "sync/membarrier.h"

/* While a rank yields, the ranks that share its processor run in turn, each for TURN_NS at most if
 * it does its part of a common operation. A rank that slept before they have had ROUNDS_MIN turns
 * would have to be woken, which takes longer than those turns. */
enum { TURN_NS = 10000, ROUNDS_MIN = 3 };

/* If more ranks than CROWD are awake, each yields YIELDS_OF_CROWD times, however long that takes. A
 * round of them takes milliseconds, and ranks that only yield would take the processors from those
 * that work. */
enum { CROWD = 512, YIELDS_OF_CROWD = 12 };

/* A yield that takes SWITCH_NS has let others run. After REASONS_MIN of them in a row, and twice as
 * many each further time, the rank moves (bench/api/pingpong, 8 ranks). */
enum { SWITCH_NS = 800, REASONS_MIN = 8, MIGRATIONS_MAX = 16 };

static void check_abort(struct rank *self)
{
    if (world_is_aborted(self->world))
        rank_unwind(self);
}

/* The time, if a subscriber looks for such events; else 0. */
static uint64_t begin_event(const struct rank *self, enum event_kind kind)
{
    return observer_looks_for(self, kind) ? clock_ns() : 0;
}

static void end_event(struct rank *self, enum way way, uint64_t begin_ns)
{
    if (begin_ns != 0)
        observe(self, .way = way, .bytes = (int64_t)(clock_ns() - begin_ns));
}

/* Sleeps unless something has come meanwhile: then it is false. */
static bool doze(struct rank *self, const struct wait *wait, void *subject)
{
    struct world *world = self->world;
    struct waiter waiter;
    bool may_sleep;

    waiter.wait = wait;
    waiter.subject = subject;
    store_relaxed(&self->has_slept, true);
    waiter.seen = wake_accept(self);
    guard_enter(&self->guard);
    may_sleep = mpsc_prepare_sleep(&self->inbox);
    guard_leave(&self->guard);
    if (world->has_fenced_sleep)
        membarrier_run(); /* edge rank.asleep */
    /* From here on a thread that makes the condition false, or pushes an item, sees that this rank
     * dozes, and wakes it. */
    if (!may_sleep || rank_progress(self) || !wait->is_pending(subject) || world_is_aborted(world))
        return false;
    fetch_add_relaxed(&world->root->awake, -1);
    waiter_lie_down(self, &waiter);
    park_sleep(&self->park, waiter.seen, PARK_FOREVER);
    waiter_get_up(self, &waiter);
    fetch_add_relaxed(&world->root->awake, 1);
    return true;
}

static void sleep_until_roused(struct rank *self, const struct wait *wait, void *subject)
{
    uint64_t begin_ns = begin_event(self, EVENT_SLEEP);
    bool has_slept = doze(self, wait, subject);

    wake_do(self);
    if (has_slept)
        end_event(self, WAY_SLEEP, begin_ns);
}

/* Spins; true if the condition has become false or there was progress. */
static bool spin(struct rank *self, const struct wait *wait, void *subject, bool pauses)
{
    int i;

    for (i = 0; i < POLLS_BEFORE_WAITING; i++) {
        if (rank_progress(self) || !wait->is_pending(subject))
            return true;
        if (pauses)
            cpu_pause();
    }
    return false;
}

bool rank_moves(struct rank *self, int times)
{
    int migrations = load_relaxed(&self->migrations);

    if (times >> migrations < REASONS_MIN || migrations >= MIGRATIONS_MAX ||
        self->world->machine != NULL)
        return false;
    cpu_leave();
    store_relaxed(&self->migrations, migrations + 1);
    return true;
}

/* Others run on this processor although processors are free. If that repeats, they are ranks that
 * wait for this one while it waits for them, and one of them has to move; the kernel would do that
 * after some milliseconds. If the other is another program, which runs everywhere, moving does not
 * help, so each move takes twice as many reasons as the one before. */
static void move_when_shared(struct rank *self)
{
    int shared = load_relaxed(&self->shared_yields) + 1;

    store_relaxed(&self->shared_yields, rank_moves(self, shared) ? 0 : shared);
}

static void yield(struct rank *self)
{
    bool may_spin = rank_may_spin(self);
    uint64_t start_ns = may_spin ? clock_ns() : 0;

    sched_yield();
    if (may_spin && clock_ns() - start_ns >= SWITCH_NS)
        move_when_shared(self);
    else
        store_relaxed(&self->shared_yields, 0);
}

/* Spins for a while. A rank that has been woken or started is not counted as awake before it runs,
 * so yield if one may be waiting for this processor. */
static void spin_by_turns(struct rank *self, const struct wait *wait, void *subject)
{
    bool is_over = spin(self, wait, subject, true);

    if (!is_over && (self->world->size > self->world->cpus || !world_runs_as_a_whole(self->world)))
        yield(self);
}

/* Counts this thread as awake if another thread of the rank already waits. Returns whether
 * it was counted. */
static bool count_in(struct rank *self)
{
    bool is_further =
        guard_is_shared(&self->guard) && fetch_add_relaxed(&self->waiting, 1) > 0;

    if (is_further)
        fetch_add_relaxed(&self->world->root->awake, 1);
    return is_further;
}

static void count_out(struct rank *self, bool is_further)
{
    if (guard_is_shared(&self->guard))
        fetch_add_relaxed(&self->waiting, -1);
    if (is_further)
        fetch_add_relaxed(&self->world->root->awake, -1);
}

/* Returns how long to yield. With many ranks per processor a condition cannot change before the
 * others have had their turns. */
static uint64_t yield_ns(const struct rank *self)
{
    const struct world *world = self->world;
    uint64_t own_ns = (uint64_t)load_relaxed(&self->own.wait_yield_us) * 1000, round_ns;

    if (own_ns == 0)
        return 0;
    round_ns = (uint64_t)load_relaxed(&world->root->awake) * TURN_NS / (uint64_t)world->cpus;
    return own_ns > ROUNDS_MIN * round_ns ? own_ns : ROUNDS_MIN * round_ns;
}

static bool is_of_crowd(const struct rank *self)
{
    return load_relaxed(&self->world->root->awake) > CROWD;
}

/* Spins, yields or sleeps, according to how long the rank has been idle, and how often it has
 * yielded. */
static void be_patient(struct rank *self, const struct wait *wait, void *subject,
                       uint64_t idle_ns, int *yields)
{
    uint64_t spin_ns =
        rank_may_spin(self) ? (uint64_t)load_relaxed(&self->own.wait_spin_us) * 1000 : 0;

    if (idle_ns < spin_ns)
        spin_by_turns(self, wait, subject);
    else if (idle_ns < spin_ns + yield_ns(self) &&
             ((*yields)++ < YIELDS_OF_CROWD || !is_of_crowd(self)))
        yield(self);
    else
        sleep_until_roused(self, wait, subject);
}

/* True if there was progress, or the condition has made some itself since it was last tested. */
static bool has_moved(struct rank *self, uint32_t *works)
{
    uint32_t before = *works;

    *works = load_relaxed(&self->works);
    return *works != before || rank_progress(self);
}

static void wait_patiently(struct rank *self, const struct wait *wait, void *subject)
{
    uint32_t works = load_relaxed(&self->works);
    uint64_t idle_since_ns = 0, now_ns;
    int yields = 0;

    while (wait->is_pending(subject)) {
        check_abort(self);
        if (has_moved(self, &works) || turn_pass(self, TURN_WAIT) ||
            (idle_since_ns == 0 && rank_may_spin(self) && spin(self, wait, subject, false))) {
            idle_since_ns = 0;
            yields = 0;
            continue;
        }
        now_ns = clock_ns();
        if (idle_since_ns == 0)
            idle_since_ns = now_ns;
        be_patient(self, wait, subject, now_ns - idle_since_ns, &yields);
    }
}

void rank_wait(struct rank *self, const struct wait *wait, void *subject)
{
    uint64_t begin_ns;
    bool is_further;

    if (!wait->is_pending(subject))
        return;
    begin_ns = begin_event(self, EVENT_WAIT);
    is_further = count_in(self);
    if (unlikely(self->tapes != NULL))
        tape_begin_wait(self);
    wait_patiently(self, wait, subject);
    if (unlikely(self->tapes != NULL))
        tape_end_wait(self);
    count_out(self, is_further);
    end_event(self, WAY_WAIT, begin_ns);
}

void rank_yield(void)
{
    struct rank *self = rank_self();

    if (self == NULL || !turn_pass(self, TURN_PAUSE))
        sched_yield();
}

/* Others may have to go on before what the caller tests for can come. */
static void let_others_go_on(const struct rank *self)
{
    if (self->world->options.has_images)
        image_let_others_construct(self->slot);
}

void rank_pause(struct rank *self)
{
    check_abort(self);
    if (!guard_is_visiting() && turn_pass(self, TURN_PAUSE))
        return;
    let_others_go_on(self);
    sched_yield();
}

void rank_poll(struct rank *self)
{
    check_abort(self);
    if (rank_progress(self) || turn_pass(self, TURN_POLL))
        return;
    let_others_go_on(self);
    if (!rank_may_spin(self))
        sched_yield();
}

bool rank_look_once(struct rank *self, const struct look *look)
{
    if (look->is_pending(look->subject)) {
        rank_poll(self);
        if (look->is_pending(look->subject))
            return false;
    }
    return choice_says_yes(self);
}

bool rank_look(struct rank *self, const struct look *look)
{
    if (unlikely(self->journal != NULL))
        return journal_look(self, look);
    return choice_is_open(self) && self->chooser->look != NULL
               ? self->chooser->look(self->chooser, self, look)
               : rank_look_once(self, look);
}
