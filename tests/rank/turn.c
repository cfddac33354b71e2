/* SPDX-License-Identifier: MIT */
/* A chooser that hands control on (rank/choice.h): all ranks of a job run one at a time, and every
 * call comes to its end. */
#include <heddle/criterion.h>
#include <sched.h>

#include "rank/choice.h"
#include "rank/wait.h"

enum { PLAYERS = 4, ROUNDS = 5 };

struct baton {
    _Atomic(int) holder;
    _Atomic(bool) has_left[PLAYERS];
    int inside; /* plain: ThreadSanitizer sees who is not ordered by the baton */
};

struct player {
    struct chooser chooser;
    struct baton *baton;
    int passes[TURN_ACCESS + 1];
    bool names_calls; /* each call that began had a name */
};

static void hand_on(struct baton *baton, int rank)
{
    int next = rank;

    do
        next = (next + 1) % PLAYERS;
    while (next != rank && load_acquire(&baton->has_left[next]));
    store_release(&baton->holder, next);
}

static void await(struct baton *baton, int rank)
{
    while (load_acquire(&baton->holder) != rank && !world_is_aborted(rank_self()->world))
        sched_yield();
    baton->inside++;
}

static bool pass(struct chooser *chooser, const struct turn *turn)
{
    struct player *player = container_of(chooser, struct player, chooser);

    player->passes[turn->kind]++;
    if (turn->kind == TURN_CALL)
        player->names_calls &= turn->call->name != NULL && turn->call->site != NULL;
    hand_on(player->baton, turn->rank->world_rank);
    await(player->baton, turn->rank->world_rank);
    return true;
}

static int pick_default(struct chooser *chooser, const struct choice_point *point)
{
    (void)chooser;
    return point->preset;
}

static void send_round(int rank, int round)
{
    int out = rank + round, in, flag = 0;
    MPI_Request request;
    MPI_Status status;

    MPI_Isend(&out, 1, MPI_INT, (rank + 1) % PLAYERS, round, MPI_COMM_WORLD, &request);
    while (!flag)
        MPI_Iprobe(MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &flag, &status);
    MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &status);
    cr_assert_eq(in, status.MPI_SOURCE + round);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank % 2 == 0)
        MPI_Ssend(&out, 1, MPI_INT, rank + 1, round, MPI_COMM_WORLD);
    else
        MPI_Recv(&in, 1, MPI_INT, rank - 1, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void use_window(MPI_Win win, int rank)
{
    int one = 1, got;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % PLAYERS, 0, win);
    MPI_Fetch_and_op(&one, &got, MPI_INT, (rank + 1) % PLAYERS, 0, MPI_SUM, win);
    MPI_Win_unlock((rank + 1) % PLAYERS, win);
    MPI_Win_fence(0, win);
}

/* Returns what the rank's window has in the end. */
static int play(int rank)
{
    int *memory, sum, left;
    MPI_Win win;

    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 0;
    MPI_Win_fence(0, win);
    for (int round = 0; round < ROUNDS; round++) {
        send_round(rank, round);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        cr_assert_eq(sum, PLAYERS * (PLAYERS - 1) / 2);
        use_window(win, rank);
    }
    left = *memory;
    MPI_Win_free(&win);
    return left;
}

/* Ranks share the baton, which lies on the stack of rank 0. */
MPI_TestCase(choice, of_who_runs_lets_all_kinds_of_calls_end_one_rank_at_a_time,
             .ranks = PLAYERS, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    const int rank = self->world_rank;
    struct baton own = {0}, *baton = &own;
    struct player player = {.chooser = {pick_default, pass, true}, .names_calls = true};
    int left;

    MPI_Bcast(&baton, sizeof baton, MPI_BYTE, 0, MPI_COMM_WORLD);
    player.baton = baton;
    choice_set(self, &player.chooser);
    await(baton, rank);
    left = play(rank);
    choice_set(self, NULL);
    store_release(&baton->has_left[rank], true);
    hand_on(baton, rank);
    cr_assert_eq(left, rank == 0 ? (PLAYERS + 1) * ROUNDS : ROUNDS);
    cr_assert(player.passes[TURN_CALL] > 0 && player.names_calls);
    cr_assert_eq(player.passes[TURN_CALL], player.passes[TURN_RETURN]);
    MPI_Barrier(MPI_COMM_WORLD); /* until all have left the baton */
}
