/* SPDX-License-Identifier: MIT */
/* A lock of ranks: who has it, in which order they get it, and what a deadlock report says. */
#include "rank/lock.h"

#include <string.h>

#include "base/memory.h"
#include "check/deadlock.h"
#include "expect.h"
#include "rank/choice.h"
#include "rank/sleep/waiter.h"
#include "rank/wait.h"

enum { RANKS = 6, ROUNDS = 400 };

struct shared {
    struct rank_lock locks[2];
    int value, copy;         /* under locks[0] */
    _Atomic(int) readers, arrived;
    int order[RANKS], count; /* of those that got it */
    _Atomic(int) inside[RANK_LOCK_EXCLUSIVE + 1]; /* holders in each mode */
};

static int run(int ranks, int (*body)(struct rank *, void *), struct shared *shared, char **report)
{
    const struct world_options options = {
        .ranks = ranks, .stack_bytes = 1 << 20, .main = body, .argument = shared};
    struct world *world = NULL;
    int status;

    rank_lock_init(&shared->locks[0], "the first thing", -1);
    rank_lock_init(&shared->locks[1], "the second thing", -1);
    store_relaxed(&ranks_mistakes, 0);
    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    world->deadlock.explain = deadlock_explain;
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    cr_assert(world_join(world, RANKS_STUCK_NS), "the ranks are stuck");
    status = world_status(world);
    if (report != NULL)
        *report = world->abort.report;
    world->abort.report = NULL;
    world_destroy(world);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    return status;
}

static int write_and_read(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold hold;

    for (int i = 0; i < ROUNDS; i++) {
        bool writes = (i + self->world_rank) % 3 == 0;

        rank_lock_take(self, &shared->locks[0], writes ? RANK_LOCK_EXCLUSIVE : RANK_LOCK_SHARED,
                       NULL, &hold);
        if (writes) {
            shared->value++;
            rank_yield();
            shared->copy++;
        }
        expect(shared->value == shared->copy, "%d and %d", shared->value, shared->copy);
        rank_lock_check(&shared->locks[0]);
        rank_lock_release(&hold);
    }
    return 0;
}

Test(lock, a_writer_is_alone)
{
    struct shared shared = {0};
    int writes = 0;

    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < ROUNDS; i++)
            writes += (i + rank) % 3 == 0;
    cr_assert_eq(run(RANKS, write_and_read, &shared, NULL), 0);
    cr_assert_eq(shared.value, writes);
    rank_lock_check(&shared.locks[0]);
}

static bool are_some_missing(void *subject)
{
    const struct shared *shared = subject;

    return load_acquire(&shared->readers) < RANKS;
}

static const struct wait all_read = {.is_pending = are_some_missing};

/* Each keeps the lock until all have it. */
static int read_together(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold hold;

    rank_lock_take(self, &shared->locks[0], RANK_LOCK_SHARED, NULL, &hold);
    fetch_add_seq_cst(&shared->readers, 1);
    for (int i = 0; i < RANKS; i++)
        rank_wake(&self->world->ranks[i]);
    rank_wait(self, &all_read, shared);
    rank_lock_release(&hold);
    return 0;
}

Test(lock, readers_hold_it_together)
{
    struct shared shared = {0};

    cr_assert_eq(run(RANKS, read_together, &shared, NULL), 0);
    cr_assert_eq(load_relaxed(&shared.readers), RANKS);
}

static bool is_not_its_turn(void *subject)
{
    const struct shared *shared = subject;

    return load_acquire(&shared->arrived) < rank_self()->world_rank;
}

static const struct wait own_turn = {.is_pending = is_not_its_turn};

static int count_queued(struct rank_lock *lock)
{
    const struct list *link;
    int count = 0;

    lock_take(&lock->lock);
    for (link = lock->queue.next; link != &lock->queue; link = link->next)
        count++;
    lock_release(&lock->lock);
    return count;
}

static void await_queue(struct shared *shared, int count)
{
    while (count_queued(&shared->locks[0]) < count)
        rank_yield();
}

static void tell_next(struct rank *self, struct shared *shared)
{
    fetch_add_seq_cst(&shared->arrived, 1);
    rank_wake(&self->world->ranks[(self->world_rank + 1) % RANKS]);
}

/* Rank 0 has the lock; the others ask one after another, each when the one before it is queued. */
static int queue_up(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold hold;

    if (self->world_rank == 0) {
        rank_lock_take(self, &shared->locks[0], RANK_LOCK_EXCLUSIVE, NULL, &hold);
        tell_next(self, shared);
        await_queue(shared, RANKS - 1);
    } else {
        rank_wait(self, &own_turn, shared);
        await_queue(shared, self->world_rank - 1);
        tell_next(self, shared); /* the next one still waits until this one is queued */
        rank_lock_take(self, &shared->locks[0], RANK_LOCK_EXCLUSIVE, NULL, &hold);
    }
    shared->order[shared->count++] = self->world_rank;
    rank_lock_release(&hold);
    return 0;
}

Test(lock, ranks_get_it_in_the_order_of_their_coming)
{
    struct shared shared = {0};

    cr_assert_eq(run(RANKS, queue_up, &shared, NULL), 0);
    for (int i = 0; i < RANKS; i++)
        cr_assert_eq(shared.order[i], i, "rank %d is number %d", shared.order[i], i);
}

struct latest {
    struct chooser chooser;
    int asked;
};

static int pick_latest(struct chooser *chooser, const struct choice_point *point)
{
    container_of(chooser, struct latest, chooser)->asked += point->kind == CHOICE_LOCK;
    return point->count - 1;
}

static int queue_up_for_the_latest(struct rank *self, void *argument)
{
    struct latest latest = {.chooser = {pick_latest}};
    int status;

    choice_set(self, &latest.chooser);
    status = queue_up(self, argument);
    expect(latest.asked == 1, "asked %d times", latest.asked);
    choice_set(self, NULL);
    return status;
}

/* The last rank to get it finds no other to choose from, and neither does the one before. */
static int queue_up_for_a_choice(struct rank *self, void *argument)
{
    return self->world_rank == 1 || self->world_rank == 2 ? queue_up(self, argument)
                                                          : queue_up_for_the_latest(self, argument);
}

Test(lock, who_gets_it_is_a_choice)
{
    struct shared shared = {0};

    cr_assert_eq(run(RANKS, queue_up_for_a_choice, &shared, NULL), 0);
    cr_assert_eq(shared.order[0], 0);
    for (int i = 1; i < RANKS; i++)
        cr_assert_eq(shared.order[i], RANKS - i, "rank %d is number %d", shared.order[i], i);
}

/* Each keeps the lock until all have it. */
static int group_together(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold hold;

    rank_lock_take(self, &shared->locks[0], RANK_LOCK_GROUP, NULL, &hold);
    fetch_add_seq_cst(&shared->readers, 1);
    for (int i = 0; i < RANKS; i++)
        rank_wake(&self->world->ranks[i]);
    rank_wait(self, &all_read, shared);
    rank_lock_release(&hold);
    return 0;
}

Test(lock, a_group_holds_it_together)
{
    struct shared shared = {0};

    cr_assert_eq(run(RANKS, group_together, &shared, NULL), 0);
    cr_assert_eq(load_relaxed(&shared.readers), RANKS);
}

static int mix_modes(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold hold;

    for (int i = 0; i < ROUNDS; i++) {
        int mode = (i * 5 + self->world_rank) % 3, most;

        rank_lock_take(self, &shared->locks[0], (enum rank_lock_mode)mode, NULL, &hold);
        most = fetch_add_seq_cst(&shared->inside[mode], 1);
        if (i % 4 == 0)
            rank_yield();
        expect(mode != RANK_LOCK_EXCLUSIVE || most == 0, "%d writers", most + 1);
        for (int other = 0; other < 3; other++)
            expect(other == mode || load_relaxed(&shared->inside[other]) == 0,
                   "mode %d meets mode %d", mode, other);
        rank_lock_check(&shared->locks[0]);
        fetch_add_seq_cst(&shared->inside[mode], -1);
        rank_lock_release(&hold);
    }
    return 0;
}

Test(lock, holders_of_different_modes_do_not_meet)
{
    struct shared shared = {0};

    cr_assert_eq(run(RANKS, mix_modes, &shared, NULL), 0);
    rank_lock_check(&shared.locks[0]);
}

static void await_arrivals(struct shared *shared, int count)
{
    while (load_acquire(&shared->arrived) < count)
        rank_yield();
}

/* Rank 0 reads the first thing, and rank 1 waits to write it. Rank 2 reads the second thing and
 * then gets the first at once, past rank 1; rank 3, which has nothing, waits behind rank 1. Then
 * rank 0 wants to write the second thing, which it gets when rank 2 has let go of both. */
static int overtake(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold first, second;
    const int rank = self->world_rank;

    if (rank == 0 || rank == 2)
        rank_lock_take(self, &shared->locks[rank / 2], RANK_LOCK_SHARED, NULL,
                       rank == 0 ? &first : &second);
    if (rank == 0 || rank == 2)
        fetch_add_seq_cst(&shared->arrived, 1);
    await_arrivals(shared, 2);
    if (rank == 0) {
        await_queue(shared, 2);
        rank_lock_take(self, &shared->locks[1], RANK_LOCK_EXCLUSIVE, NULL, &second);
        rank_lock_release(&second);
    } else if (rank == 1) {
        rank_lock_take(self, &shared->locks[0], RANK_LOCK_EXCLUSIVE, NULL, &first);
        shared->order[shared->count++] = rank;
    } else if (rank == 2) {
        await_queue(shared, 2);
        rank_lock_take(self, &shared->locks[0], RANK_LOCK_SHARED, NULL, &first);
        shared->order[shared->count++] = rank;
        rank_lock_release(&second);
    } else {
        await_queue(shared, 1);
        rank_lock_take(self, &shared->locks[0], RANK_LOCK_SHARED, NULL, &first);
        shared->order[shared->count++] = rank;
    }
    rank_lock_release(&first);
    return 0;
}

Test(lock, a_rank_with_another_lock_overtakes)
{
    struct shared shared = {0};

    cr_assert_eq(run(4, overtake, &shared, NULL), 0);
    cr_assert_eq(shared.order[0], 2);
    cr_assert_eq(shared.order[1], 1);
    cr_assert_eq(shared.order[2], 3);
}

static int try_in_vain(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold one, other;

    expect(rank_lock_try(self, &shared->locks[0], RANK_LOCK_SHARED, NULL, &one));
    expect(!rank_lock_try(self, &shared->locks[0], RANK_LOCK_EXCLUSIVE, NULL, &other));
    expect(rank_lock_try(self, &shared->locks[0], RANK_LOCK_SHARED, NULL, &other));
    rank_lock_release(&one);
    rank_lock_release(&other);
    expect(rank_lock_try(self, &shared->locks[0], RANK_LOCK_EXCLUSIVE, NULL, &one));
    expect(!rank_lock_try(self, &shared->locks[0], RANK_LOCK_SHARED, NULL, &other));
    rank_lock_release(&one);
    rank_lock_check(&shared->locks[0]);
    return 0;
}

Test(lock, a_try_does_not_wait)
{
    struct shared shared = {0};

    cr_assert_eq(run(1, try_in_vain, &shared, NULL), 0);
}

static bool has_one_come(void *subject)
{
    return load_acquire(&((struct shared *)subject)->arrived) < 2;
}

static const struct wait both = {.is_pending = has_one_come};

static int lock_crosswise(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    int first = self->world_rank;
    struct rank_lock_hold holds[2];

    rank_lock_take(self, &shared->locks[first], RANK_LOCK_EXCLUSIVE,
                   __builtin_extract_return_addr(__builtin_return_address(0)), &holds[0]);
    fetch_add_seq_cst(&shared->arrived, 1);
    rank_wake(&self->world->ranks[1 - first]);
    rank_wait(self, &both, shared);
    rank_lock_take(self, &shared->locks[1 - first], RANK_LOCK_SHARED, NULL, &holds[1]);
    expect(false, "both have both");
    return 0;
}

static void expect_words(const char *report, const char *words)
{
    cr_assert_not_null(strstr(report, words), "not in the report: %s\n%s", words, report);
}

Test(lock, two_locks_taken_crosswise_are_a_deadlock)
{
    struct shared shared = {0};
    char *report;

    cr_assert_eq(run(2, lock_crosswise, &shared, &report), STATUS_DEADLOCK);
    cr_assert_not_null(report);
    expect_words(report, "rank 0: in the library: waits for the shared lock of the second thing, "
                         "held by rank 1, since run_main (world.c:");
    expect_words(report, "rank 1: in the library: waits for the shared lock of the first thing, "
                         "held by rank 0, since run_main (world.c:");
    expect_words(report, "circle: rank 0 waits for rank 1, which waits for rank 0");
    memory_give(report);
}

static int take_and_abort(struct rank *self, void *argument)
{
    struct shared *shared = argument;
    struct rank_lock_hold hold;

    rank_lock_take(self, &shared->locks[0], RANK_LOCK_EXCLUSIVE, NULL, &hold);
    await_queue(shared, RANKS - 1);
    world_abort(self->world, 7, "that is all");
    return 0;
}

Test(lock, an_abort_ends_the_wait)
{
    struct shared shared = {0};

    cr_assert_eq(run(RANKS, take_and_abort, &shared, NULL), 7);
}
