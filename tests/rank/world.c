/* SPDX-License-Identifier: MIT */
/* Worlds: that they start, end and are aborted, in which order and with which status ever. */
#include "rank/life.h"
#include "rank/world.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "expect.h"
#include "base/clock.h"
#include "base/knob.h"
#include "mpi.h"
#include "rank/abort.h"
#include "rank/wait.h"

static const uint64_t second_ns = 1000000000;

typedef int rank_main(struct rank *self, void *argument);

/* A world of nothing but ranks: no communicators, no messages. */
static struct world *start(int ranks, rank_main *body, void *argument)
{
    const struct world_options options = {
        .ranks = ranks, .stack_bytes = 1 << 18, .main = body, .argument = argument};
    struct world *world = NULL;

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    return world;
}

static int finish(struct world *world)
{
    int status;

    cr_assert(world_join(world, RANKS_STUCK_NS), "the world is stuck");
    status = world_status(world);
    world_destroy(world);
    return status;
}

static int run(int ranks, rank_main *body, void *argument)
{
    return finish(start(ranks, body, argument));
}

static bool for_ever(void *subject)
{
    (void)subject;
    return true;
}

static int wait_for_ever(struct rank *self, void *argument)
{
    (void)argument;
    rank_wait(self, &(const struct wait){.is_pending = for_ever}, NULL);
    return 0;
}

/* ---- life ------------------------------------------------------------------------------------ */

static _Atomic(int) ran;

static int count_me(struct rank *self, void *argument)
{
    (void)argument;
    expect(rank_self() == self);
    expect(rank_is_main_thread(self));
    expect(self->world_rank >= 0 && self->world_rank < self->world->size);
    fetch_add_relaxed(&ran, 1);
    return 0;
}

Test(world, runs_its_main_once_in_each_rank)
{
    cr_assert_eq(run(37, count_me, NULL), 0);
    cr_assert_eq(load_relaxed(&ran), 37);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    cr_assert_null(rank_self());
}

Test(world, many_come_one_after_another)
{
    for (int i = 1; i <= 200; i++) {
        cr_assert_eq(run(3, count_me, NULL), 0);
        cr_assert_eq(load_relaxed(&ran), 3 * i);
    }
}

static int raise_own(struct rank *self, void *argument)
{
    (void)self;
    fetch_add_relaxed((_Atomic(int) *)argument, 1);
    return 0;
}

Test(world, many_live_at_once_and_do_not_mix)
{
    struct world *worlds[12];
    _Atomic(int) counts[12] = {0};

    for (int i = 0; i < 12; i++)
        worlds[i] = start(i + 1, i % 2 == 0 ? raise_own : wait_for_ever, &counts[i]);
    for (int i = 1; i < 12; i += 2)
        world_abort(worlds[i], i, "over");
    for (int i = 0; i < 12; i++) {
        cr_assert_eq(finish(worlds[i]), i % 2 == 0 ? 0 : i);
        cr_assert_eq(load_relaxed(&counts[i]), i % 2 == 0 ? i + 1 : 0);
    }
}

static int wait_for_flag(struct rank *self, void *argument)
{
    (void)self;
    while (!load_acquire((_Atomic(bool) *)argument))
        sched_yield();
    return 0;
}

Test(world, a_join_gives_up_when_its_time_is_over)
{
    _Atomic(bool) may_end = false;
    struct world *world = start(2, wait_for_flag, &may_end);
    uint64_t start_ns = clock_ns();

    cr_assert_not(world_join(world, second_ns / 20));
    cr_assert_geq(clock_ns() - start_ns, second_ns / 20);
    cr_assert_not(world_join(world, 0));
    store_release(&may_end, true);
    cr_assert_eq(finish(world), 0);
}

/* ---- status ---------------------------------------------------------------------------------- */

static int return_status(struct rank *self, void *argument)
{
    return ((int *)argument)[self->world_rank];
}

Test(world, its_status_is_that_of_the_lowest_rank_that_failed)
{
    cr_assert_eq(run(4, return_status, (int[]){0, 0, 0, 0}), 0);
    cr_assert_eq(run(4, return_status, (int[]){0, 0, 7, 5}), 7);
    cr_assert_eq(run(4, return_status, (int[]){1, 0, 7, 5}), 1);
    cr_assert_eq(run(4, return_status, (int[]){0, 0, 0, 255}), 255);
}

static int call_exit(struct rank *self, void *argument)
{
    volatile char deep[2000];

    deep[0] = 1;
    if (self->world_rank == 0)
        exit(((int *)argument)[0]);
    if (self->world_rank == 1)
        _exit(((int *)argument)[1]);
    if (self->world_rank == 2)
        _Exit(((int *)argument)[2]);
    return deep[0] - 1;
}

Test(world, a_rank_may_exit_in_every_way_and_the_process_goes_on)
{
    cr_assert_eq(run(4, call_exit, (int[]){0, 0, 0}), 0);
    cr_assert_eq(run(4, call_exit, (int[]){3, 4, 5}), 3);
    cr_assert_eq(run(4, call_exit, (int[]){0, 4, 5}), 4);
    cr_assert_eq(run(4, call_exit, (int[]){256, 256 + 9, 5}), 9);
}

static int end_in_the_middle(struct rank *self, void *argument)
{
    rank_begin(self);
    if (self->world_rank == 1)
        exit(*(int *)argument);
    return wait_for_ever(self, NULL);
}

Test(world, a_rank_that_ends_without_finalize_ends_the_job)
{
    int status = 0;
    struct world *world = start(3, end_in_the_middle, &status);

    cr_assert(world_join(world, RANKS_STUCK_NS));
    cr_assert_eq(world_status(world), 1);
    cr_assert_not_null(strstr(world->abort.text, "rank 1"));
    world_destroy(world);
    status = 9;
    cr_assert_eq(run(3, end_in_the_middle, &status), 9);
}

/* Rank 1 ends before MPI_Init; before or after the others' is as it happens. */
static int stay_away(struct rank *self, void *argument)
{
    if (self->world_rank == 1)
        return *(int *)argument;
    rank_begin(self);
    return wait_for_ever(self, NULL);
}

Test(world, a_rank_that_ends_before_init_ends_the_job_of_those_that_began)
{
    for (int status = 0; status < 100; status++)
        cr_assert_eq(run(3, stay_away, &status), status != 0 ? status : 1);
}

static void *exit_in_thread(void *argument)
{
    exit(*(int *)argument);
}

static int exit_in_a_thread(struct rank *self, void *argument)
{
    pthread_t thread;

    if (self->world_rank == 1) {
        pthread_create(&thread, NULL, exit_in_thread, argument);
        pthread_join(thread, NULL);
    }
    return wait_for_ever(self, NULL);
}

Test(world, a_thread_of_a_rank_that_exits_ends_the_job)
{
    int status = 6;

    cr_assert_eq(run(3, exit_in_a_thread, &status), 6);
}

static int end_thread(struct rank *self, void *argument)
{
    (void)argument;
    if (self->world_rank == 1)
        pthread_exit(NULL);
    return 0;
}

Test(world, a_rank_whose_main_ends_its_thread_has_ended)
{
    cr_assert_eq(run(3, end_thread, NULL), 0);
}

/* ---- abort ----------------------------------------------------------------------------------- */

static int abort_one(struct rank *self, void *argument)
{
    if (self->world_rank == *(int *)argument) {
        world_abort(self->world, 77, "rank %d has had enough", self->world_rank);
        expect(!"world_abort came back");
    }
    return wait_for_ever(self, NULL);
}

static void abort_by(int rank)
{
    struct world *world = start(9, abort_one, &rank);

    cr_assert(world_join(world, RANKS_STUCK_NS));
    cr_assert_eq(world_status(world), 77);
    cr_assert_not_null(strstr(world->abort.text, "has had enough"));
    world_destroy(world);
}

Test(world, an_abort_ends_ranks_that_spin)
{
    knobs.wait_spin_us = 1000000;
    for (int i = 0; i < 20; i++)
        abort_by(i % 9);
}

Test(world, an_abort_ends_ranks_that_sleep)
{
    knobs.wait_spin_us = knobs.wait_yield_us = 0;
    for (int i = 0; i < 200; i++)
        abort_by(i % 9);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
}

Test(world, an_abort_from_outside_ends_a_world_that_is_fast_asleep)
{
    for (int i = 0; i < 10; i++) {
        struct world *world = start(5, wait_for_ever, NULL);

        while (load_relaxed(&world->awake) != 0)
            sched_yield();
        world_abort(world, 3, "from outside");
        cr_assert_eq(finish(world), 3);
    }
}

static int poll_for_ever(struct rank *self, void *argument)
{
    while (argument == NULL)
        rank_poll(self);
    return 0;
}

Test(world, an_abort_ends_ranks_that_only_poll)
{
    struct world *world = start(3, poll_for_ever, NULL);

    world_abort(world, 3, "from outside");
    cr_assert_eq(finish(world), 3);
}

static int abort_all(struct rank *self, void *argument)
{
    (void)argument;
    world_abort(self->world, self->world_rank + 1, "by rank %d", self->world_rank);
    return 0;
}

Test(world, of_several_aborts_one_wins_with_code_and_sentence)
{
    for (int i = 0; i < 100; i++) {
        struct world *world = start(6, abort_all, NULL);
        char sentence[20];

        cr_assert(world_join(world, RANKS_STUCK_NS));
        snprintf(sentence, sizeof sentence, "by rank %d", world_status(world) - 1);
        cr_assert_str_eq(world->abort.text, sentence);
        world_destroy(world);
    }
}

/* Rank 0 waits with its memory lent; rank 1 works on it, and looks up when the job is aborted. */
struct loan {
    _Atomic(unsigned char *) memory;
    _Atomic(bool) is_borrowed;
};

enum { LENT_BYTES = 100000 };

static int lend_and_abort(struct rank *self, void *argument)
{
    struct loan *loan = argument;
    unsigned char lent[LENT_BYTES];

    memset(lent, 0x5a, sizeof lent);
    if (self->world_rank == 0) {
        store_release(&loan->memory, lent);
        rank_wait(self, &(const struct wait){.is_pending = for_ever}, NULL);
    }
    while (load_acquire(&loan->memory) == NULL)
        sched_yield();
    if (self->world_rank == 2) {
        while (!load_acquire(&loan->is_borrowed))
            sched_yield();
        world_abort(self->world, 5, "in the middle of it");
    }
    store_release(&loan->is_borrowed, true);
    while (!world_is_aborted(self->world))
        sched_yield();
    for (uint64_t start_ns = clock_ns(); clock_ns() - start_ns < second_ns / 20;)
        sched_yield();
    expect(memcmp(load_relaxed(&loan->memory), lent, sizeof lent) == 0);
    return wait_for_ever(self, NULL);
}

Test(world, no_ranks_memory_goes_before_all_ranks_have_stopped)
{
    for (int i = 0; i < 5; i++) {
        struct loan loan = {NULL, false};

        cr_assert_eq(run(3, lend_and_abort, &loan), 5);
        cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    }
}
