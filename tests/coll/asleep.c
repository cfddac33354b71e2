/* SPDX-License-Identifier: MIT */
/* A member that sleeps in an operation is woken also by members that cannot know that it waits for
 * them. */
#include <heddle/criterion.h>
#include <sched.h>

#include "base/knob.h"
#include "coll/large/share.h"
#include "rank/sleep/waiter.h"
#include "rank/world.h"

enum { HELPER, TARGET, LATE, MEMBERS, DOUBLES = 100 };

static _Atomic(int) started, done; /* ranks, of all of the job */

static void sleep_at_once(void)
{
    knobs.wait_spin_us = 0;
    knobs.wait_yield_us = 0;
    started = done = 0;
}

TestSuite(asleep, .init = sleep_at_once);

static void await(_Atomic(int) *ranks, int count)
{
    while (*ranks < count)
        sched_yield();
}

/* True if the rank has had its last look, and no member has woken it since. */
static bool is_asleep(struct rank *rank)
{
    bool is_so = false;

    lock_take(&rank->waiters_lock);
    if (!list_is_empty(&rank->waiters)) {
        const struct waiter *waiter = container_of(rank->waiters.next, struct waiter, link);

        is_so = mpsc_is_dozing(&rank->inbox) && park_count(&rank->park) == waiter->seen;
    }
    lock_release(&rank->waiters_lock);
    return is_so;
}

static void await_sleep_of(int number)
{
    while (!is_asleep(&rank_self()->world->ranks[number]))
        sched_yield();
}

/* All others send to the target, and know whom they send to. The end of the next operation is not
 * published, which wakes everyone. */
static MPI_Comm make_star(void)
{
    const int target = TARGET, sources[] = {HELPER, LATE};
    int in[2];
    MPI_Comm star;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == TARGET ? 2 : 0, sources, MPI_UNWEIGHTED,
                                   rank != TARGET, &target, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &star);
    for (int i = 0; i < 2; i++)
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, star);
    return star;
}

/* What lies so goes with no cell: the member's call is shown. */
static MPI_Datatype make_spread(void)
{
    MPI_Datatype spread;

    MPI_Type_vector(DOUBLES, 1, 2, MPI_DOUBLE, &spread);
    MPI_Type_commit(&spread);
    return spread;
}

/* A member that waits has what it waits for before the others call anything again. */
static void finish(MPI_Request *request, bool waits, int waiting)
{
    if (!waits)
        await(&done, waiting);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (waits)
        done++;
}

MPI_TestCase(asleep, who_would_do_a_targets_share_hears_when_its_last_source_comes,
             .ranks = MEMBERS)
{
    double out[2 * DOUBLES] = {1}, in[4 * DOUBLES] = {0};
    MPI_Comm star = make_star();
    MPI_Datatype spread = make_spread();
    MPI_Request request;
    int rank;

    MPI_Comm_rank(star, &rank);
    if (rank == LATE) {
        await(&started, 2);
        await_sleep_of(HELPER);
    }
    MPI_Ineighbor_allgather(out, 1, spread, in, 1, spread, star, &request);
    started++;
    finish(&request, rank == HELPER, 1);
    cr_assert(rank != TARGET || (in[0] == 1 && in[2 * DOUBLES - 1] == 1));
    MPI_Type_free(&spread);
    MPI_Comm_free(&star);
}

/* A member that would do the target's share has taken it too early, and does not wait. */
MPI_TestCase(asleep, who_would_do_a_share_hears_that_it_is_to_be_had_again, .ranks = MEMBERS)
{
    double out[2 * DOUBLES] = {1}, in[4 * DOUBLES] = {0};
    MPI_Comm star = make_star();
    MPI_Datatype spread = make_spread();
    struct comm *comm = (struct comm *)(void *)star;
    struct board *board = context_board(comm->context);
    struct coll_args args = {.comm = comm};
    struct coll_op early = {.args = &args,
                            .board = board,
                            .seat = HELPER,
                            .seats = MEMBERS,
                            .round = {.comm = comm, .board = board, .seat = HELPER}};
    MPI_Request request;
    int rank;

    MPI_Comm_rank(star, &rank);
    if (rank == LATE)
        await(&started, 3);
    MPI_Ineighbor_allgather(out, 1, spread, in, 1, spread, star, &request);
    early.seqno = early.round.seqno = load_relaxed(&board->members[rank].begun);
    started++;
    if (rank == HELPER) {
        await(&started, 2);
        cr_assert(board_pin(board, HELPER));
        cr_assert(board_claim(board, TARGET, early.seqno, 0));
        started++;
        await_sleep_of(LATE);
        share_put_back(&early, TARGET, 0);
    }
    finish(&request, rank == LATE, 1);
    MPI_Type_free(&spread);
    MPI_Comm_free(&star);
}

MPI_TestCase(asleep, a_root_hears_from_who_has_named_another_one_and_frees_the_communicator,
         .ranks = MEMBERS)
{
    enum { ROOT = 2, ODD = 1 };
    char text[MPI_MAX_ERROR_STRING];
    int rank, in[MEMBERS], length, code;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &rank);
    if (rank == ODD) {
        await(&started, 1);
        await_sleep_of(ROOT);
    }
    code = MPI_Gather(&rank, 1, MPI_INT, in, 1, MPI_INT, rank == ODD ? 0 : ROOT, comm);
    started += rank == 0;
    if (rank == ROOT) {
        cr_assert(code != MPI_SUCCESS);
        MPI_Error_string(code, text, &length);
        cr_assert(strstr(text, "MPI_Gather, root 0") != NULL);
        done++;
    }
    if (rank == 0)
        await(&done, 1);
    MPI_Comm_free(&comm);
}
