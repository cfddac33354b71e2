/* SPDX-License-Identifier: MIT */
/* The one wait: it makes progress, it ends when its condition does, and no wake-up is lost, however
 * soon ranks go to sleep. */
#include "rank/wait.h"

#include <pthread.h>

#include "expect.h"
#include "../type/random.h"
#include "base/knob.h"
#include "mpi.h"

enum { RANKS_MAX = 64 };

static void run(int ranks, int cpus, int (*body)(struct rank *, void *), void *argument,
                progress_handler *handler)
{
    const struct world_options options = {
        .ranks = ranks, .stack_bytes = 1 << 18, .main = body, .argument = argument};
    struct world *world = NULL;

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    if (cpus > 0)
        world->cpus = cpus;
    if (handler != NULL)
        world_add_progress(world, handler);
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    cr_assert(world_join(world, RANKS_STUCK_NS), "a wake-up was lost");
    cr_assert_eq(world_status(world), 0, "%s", world->abort.text);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    world_destroy(world);
}

static void sleep_at_once(void)
{
    knobs.wait_spin_us = knobs.wait_yield_us = 0;
}

/* ---- a number that goes round ---------------------------------------------------------------- */

struct token {
    _Atomic(int) value; /* the next rank's turn when it is that rank, modulo the ranks */
    int laps;
};

struct turn_of {
    struct token *token;
    int number;
};

static bool is_not_my_turn(void *subject)
{
    const struct turn_of *mine = subject;

    return load_seq_cst(&mine->token->value) != mine->number;
}

static int go_round(struct rank *self, void *argument)
{
    struct token *token = argument;
    int size = self->world->size;

    for (int lap = 0; lap < token->laps; lap++) {
        struct turn_of mine = {token, lap * size + self->world_rank};

        rank_wait(self, &(const struct wait){.is_pending = is_not_my_turn}, &mine);
        store_seq_cst(&token->value, mine.number + 1);
        rank_wake(&self->world->ranks[(self->world_rank + 1) % size]);
    }
    return 0;
}

static void pass_token(int ranks, int cpus, int laps)
{
    struct token token = {0, laps};

    run(ranks, cpus, go_round, &token, NULL);
    cr_assert_eq(load_relaxed(&token.value), ranks * laps);
}

Test(wait, a_token_goes_round_64_ranks_on_few_processors)
{
    pass_token(RANKS_MAX, 0, 200);
}

Test(wait, a_token_goes_round_64_ranks_that_sleep_at_once)
{
    sleep_at_once();
    pass_token(RANKS_MAX, 0, 200);
}

Test(wait, a_token_goes_to_and_fro_between_two_that_sleep_at_once)
{
    sleep_at_once();
    pass_token(2, 0, 20000);
}

Test(wait, a_token_goes_to_and_fro_between_two_at_every_mixture_of_patience)
{
    struct random random = random_start();

    for (int i = 0; i < 40; i++) {
        knobs.wait_spin_us = random_in(&random, 0, 20);
        knobs.wait_yield_us = random_in(&random, 0, 20);
        pass_token(2 + i % 3, (int)random_in(&random, 1, 4), 200);
    }
}

/* ---- work of a condition's own --------------------------------------------------------------- */

static bool has_more_to_do(void *subject)
{
    int *pieces = subject;

    if (*pieces > 0)
        rank_has_worked(rank_self());
    return (*pieces)-- > 0;
}

static int work_in_condition(struct rank *self, void *argument)
{
    int pieces = 1000;

    (void)argument;
    rank_wait(self, &(const struct wait){.is_pending = has_more_to_do}, &pieces);
    expect(pieces < 0);
    return 0;
}

Test(wait, nobody_sleeps_whose_condition_has_work_to_do)
{
    sleep_at_once(); /* and no thread would wake it */
    run(1, 2, work_in_condition, NULL, NULL);
}

/* ---- items ----------------------------------------------------------------------------------- */

enum { ITEMS = 3000, ALL_TO_ALL = 8 };

static _Thread_local int received, next_of[ALL_TO_ALL];

struct news {
    int from;
    int number;
};

static bool take_news(struct rank *self)
{
    const struct news *news = mpsc_peek(&self->inbox);

    if (news == NULL)
        return false;
    expect(news->number == next_of[news->from]++);
    received++;
    mpsc_pop(&self->inbox);
    return true;
}

static bool wants_more_than(void *subject)
{
    return received < *(int *)subject;
}

/* All send to all, and wait for each other every few items. */
static int exchange(struct rank *self, void *argument)
{
    struct random random = {.state = (*(uint64_t *)argument + (uint64_t)self->world_rank) | 1};
    int size = self->world->size;

    for (int i = 0; i < ITEMS; i++) {
        struct news news = {self->world_rank, i};

        for (int to = 0; to < size; to++)
            expect(rank_push(&self->world->ranks[to], &news, sizeof news));
        if (random_in(&random, 0, 9) == 0) {
            int wanted = (i + 1) * size - (int)random_in(&random, 0, 3 * size);

            rank_wait(self, &(const struct wait){.is_pending = wants_more_than}, &wanted);
        }
    }
    rank_wait(self, &(const struct wait){.is_pending = wants_more_than}, &(int){ITEMS * size});
    return 0;
}

Test(wait, progress_takes_what_comes_and_no_item_is_slept_through)
{
    struct random random = random_start();
    uint64_t seed = random_bits(&random);

    sleep_at_once();
    run(ALL_TO_ALL, 0, exchange, &seed, take_news);
}

Test(wait, progress_takes_what_comes_while_ranks_spin)
{
    struct random random = random_start();
    uint64_t seed = random_bits(&random);

    run(ALL_TO_ALL, 100, exchange, &seed, take_news);
}

/* ---- a rank of several threads --------------------------------------------------------------- */

enum { THREADS = 5, SIGNALS = 2000 };

struct crew {
    _Atomic(int) told[THREADS];
    _Atomic(int) heard[THREADS];
    struct rank *other;
};

struct member {
    struct crew *crew;
    int number;
    int round;
};

static bool is_untold(void *subject)
{
    const struct member *member = subject;

    return load_seq_cst(&member->crew->told[member->number]) != member->round;
}

static void *listen(void *argument)
{
    struct member member = *(struct member *)argument;
    struct rank *self = rank_self();

    for (member.round = 1; member.round <= SIGNALS; member.round++) {
        rank_wait(self, &(const struct wait){.is_pending = is_untold}, &member);
        store_seq_cst(&member.crew->heard[member.number], member.round);
        rank_wake(member.crew->other);
    }
    return NULL;
}

static bool is_unheard(void *subject)
{
    const struct member *member = subject;

    return load_seq_cst(&member->crew->heard[member->number]) != member->round;
}

static int listen_in_threads(struct crew *crew)
{
    struct member members[THREADS];
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        members[i] = (struct member){crew, i, 0};
        expect(pthread_create(&threads[i], NULL, listen, &members[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

static int tell_in_turn(struct rank *self, void *argument)
{
    struct crew *crew = argument;
    struct rank *listener = &self->world->ranks[1];
    struct member member = {.crew = crew};

    if (self == listener) {
        guard_share(&self->guard);
        crew->other = &self->world->ranks[0];
        return listen_in_threads(crew);
    }
    for (member.round = 1; member.round <= SIGNALS; member.round++) {
        for (member.number = 0; member.number < THREADS; member.number++) {
            store_seq_cst(&crew->told[member.number], member.round);
            rank_wake(listener);
            rank_wait(self, &(const struct wait){.is_pending = is_unheard}, &member);
        }
    }
    return 0;
}

Test(wait, each_thread_of_a_rank_hears_what_it_waits_for)
{
    struct crew crew = {.other = NULL};

    run(2, 0, tell_in_turn, &crew, NULL);
}

Test(wait, each_thread_of_a_rank_hears_what_it_waits_for_when_all_sleep_at_once)
{
    struct crew crew = {.other = NULL};

    sleep_at_once();
    run(2, 0, tell_in_turn, &crew, NULL);
}
