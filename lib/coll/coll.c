/* SPDX-License-Identifier: MIT */
#include "coll/coll.h"

#include "coll/policy.h"
#include "rank/wait.h"

/* Bytes that the choice of an algorithm goes by: the same at all members, so only what is
 * significant at each of them. An allgatherv's blocks differ: it goes by the largest. */
static MPI_Count agreed_bytes(const struct coll_call *call)
{
    MPI_Count largest = 0;
    int i;

    if (call->kind == COLL_BARRIER || call->kind == COLL_GATHER || call->kind == COLL_SCATTER)
        return 0;
    if (call->kind != COLL_ALLGATHER)
        return data_bytes(&call->send);
    if (view_is_null(call->counts))
        return data_bytes(&call->recv);
    for (i = 0; i < comm_size(call->comm); i++)
        if (view_at(call->counts, (size_t)i) > largest)
            largest = view_at(call->counts, (size_t)i);
    return largest * call->recv.type->size;
}

static int coll_begin(struct coll *coll, const struct coll_call *call)
{
    struct coll_choice choice =
        coll_choose(call->kind, agreed_bytes(call), coll_is_crowded(call->comm));
    int i, err;

    coll->call = *call;
    coll->step = choice.step;
    coll->is_over = false;
    coll->phase = 0;
    coll->seen = 0;
    for (i = 0; i < choice.turns; i++) {
        err = turn_begin(call->comm, &coll->turns[i]);
        if (err != MPI_SUCCESS)
            return err;
    }
    return MPI_SUCCESS;
}

static bool is_under_way(void *subject)
{
    struct coll *coll = subject;

    if (!coll->is_over)
        coll->is_over = coll->step(coll);
    return !coll->is_over;
}

int coll_run(struct rank *self, const struct coll_call *call)
{
    struct coll coll;
    int err = coll_begin(&coll, call);

    if (err == MPI_SUCCESS)
        rank_wait(self, is_under_way, &coll);
    return err;
}

struct data coll_block(const struct data *blocks, struct int_view counts,
                       struct int_view displacements, int member)
{
    MPI_Count extent = blocks->type->extent;
    struct data block = *blocks;

    if (view_is_null(counts)) {
        block.buf = (char *)blocks->buf + member * blocks->count * extent;
    } else {
        block.count = view_at(counts, (size_t)member);
        block.buf = (char *)blocks->buf + view_at(displacements, (size_t)member) * extent;
    }
    return block;
}
