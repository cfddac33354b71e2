/* SPDX-License-Identifier: MIT */
#include "api/entry/laws.h"

#include "comm/check.h"
#include "mpi_types.h"
#include "object/object.h"
#include "p2p/state.h"
#include "rank/rank.h"
#include "rank/world.h"
#include "request/request.h"
#include "sync/mpsc.h"

typedef void law_check(struct rank *self);

static void check_inbox(struct rank *self)
{
    mpsc_check(&self->inbox);
}

static void check_matching(struct rank *self)
{
    if (self->p2p != NULL)
        match_check(&self->p2p->match);
}

static void check_requests(struct rank *self)
{
    if (self->requests != NULL)
        request_pool_check(self);
}

static void check_comm(const struct comm *comm)
{
    const struct board *board;

    if (comm == NULL)
        return;
    comm_check(comm);
    board = load_acquire(&comm->context->board); /* edge context.board */
    if (board != NULL)
        board_check(board, comm->rank);
}

/* Checks the predefined communicators. Others are checked where they are made and freed
 * (comm/comm.c), and their boards at the end of each operation (coll/driver.c). */
static void check_comms(struct rank *self)
{
    check_comm(self->comm_world);
    check_comm(self->comm_self);
}

static void check_store(struct rank *self)
{
    if (self->world->store != NULL)
        store_check(self->world->store);
}

/* One line for each structure that a rank owns. */
static law_check *const checks[] = {
    check_comms,
    check_inbox,
    check_matching,
    check_requests,
    check_store,
};

/* True if the calling thread may check the rank's structures. Without MPI_THREAD_MULTIPLE the guard
 * is not a lock, but some functions may be called by any thread at any time. Up to
 * MPI_THREAD_FUNNELED, the main thread knows that no other thread is inside. */
static bool may_check(const struct rank *self)
{
    return guard_is_shared(&self->guard) ||
           (self->thread_level <= MPI_THREAD_FUNNELED && rank_is_main_thread(self));
}

void laws_check(void)
{
    struct rank *self = rank_self();
    size_t i;

    if (self == NULL || !may_check(self))
        return;
    guard_enter(&self->guard);
    for (i = 0; i < ARRAY_LENGTH(checks); i++)
        checks[i](self);
    guard_leave(&self->guard);
}
