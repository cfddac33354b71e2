/* SPDX-License-Identifier: MIT */
#include "api/collective/collective_sides.h"
#include "api/observe/advice.h"
#include "check/reliance.h"

/* No data lie in the first page. */
enum { ADDRESS_MIN = 4096 };

int side_check_addresses(struct coll_side side, int count, const struct data *data)
{
    int i;

    for (i = 0; i < count; i++) {
        const struct data block = coll_block(data, side.blocks, i);

        if (data_bytes(&block) > 0 && (uintptr_t)data_start(&block) < ADDRESS_MIN)
            return note(MPI_ERR_BUFFER, "%s is NULL, and %s[%d] %lld is no address",
                        side.names->buf, side.blocks_names->displacements, i,
                        (long long)view_at(side.blocks->displacements, (size_t)i));
    }
    return MPI_SUCCESS;
}

int side_open(struct coll_side *side, int count)
{
    side->types = memory_take((size_t)count * sizeof *side->types);
    return side->types != NULL ? MPI_SUCCESS
                               : note(MPI_ERR_NO_MEM, "no memory for %d types", count);
}

int collective_check_not_same(const struct data *send, const struct data *recv)
{
    if (likely(send->buf != recv->buf || send->buf == MPI_BOTTOM))
        return MPI_SUCCESS;
    if (data_bytes(send) == 0 || data_bytes(recv) == 0 ||
        send->type->true_lb != recv->type->true_lb)
        return MPI_SUCCESS;
    return note(MPI_ERR_BUFFER, "sendbuf and recvbuf are the same; MPI_IN_PLACE is for that");
}

/* Does a block of one side lie where the one block of the other side lies? */
static int check_blocks_apart(const struct data *one, struct data many,
                              const struct blocks *blocks, int count)
{
    int i, err = MPI_SUCCESS;

    if (blocks == NULL)
        return collective_check_not_same(one, &many);
    for (i = 0; i < count && err == MPI_SUCCESS; i++) {
        many.count = view_at(blocks->counts, (size_t)i);
        if (view_at(blocks->displacements, (size_t)i) == 0)
            err = collective_check_not_same(one, &many);
    }
    return err;
}

/* Blocks may lie anywhere in the two buffers of an alltoall, so only the block that a member has
 * for itself shows whether these overlap. */
int sides_check_apart(const struct coll_args *args)
{
    const struct comm *comm = args->comm;
    struct data sent, received;

    if (args->kind == COLL_SCATTER)
        return check_blocks_apart(&args->recv, args->send, args->send_blocks, comm_size(comm));
    if (args->recv_blocks == NULL || args->kind != COLL_ALLTOALL)
        return check_blocks_apart(&args->send, args->recv, args->recv_blocks,
                                  comm_peers(comm)->size);
    if (comm_is_inter(comm))
        return MPI_SUCCESS;
    sent = coll_block(&args->send, args->send_blocks, comm->rank);
    received = coll_block(&args->recv, args->recv_blocks, comm->rank);
    return collective_check_not_same(&sent, &received);
}

int collective_move_slowly(enum coll_kind kind, coll_entry *entry, const struct call *call,
                           const struct coll_side *send, const struct coll_side *recv, int root,
                           MPI_Comm comm, const struct mode *mode)
{
    struct coll_args args;
    int err = collective_check_move(false, &args, kind, call, *send, *recv, root, comm, mode);

    return collective_run(&args, mode, entry, err);
}

/* Neighbours wait for neighbours alone. */
static void note_meeting(const struct coll_args *args)
{
    const struct board *board = context_board(args->comm->context);

    if (board != NULL && args->neighbors == NULL && !comm_is_inter(args->comm))
        reliance_note_meeting(args->call, args->comm,
                              load_relaxed(&board->members[args->comm->rank].begun) + 1);
}

static int meet_members(const struct coll_args *args)
{
    const struct coll_args meeting = {
        .kind = COLL_SYNCHRONIZE, .call = args->call, .comm = args->comm};
    int err = comm_size(args->comm) > 1 || comm_is_inter(args->comm) ? coll_barrier(&meeting, NULL)
                                                                     : MPI_SUCCESS;

    return err == MPI_SUCCESS && advice_is_given() ? advice_on_form(args) : err;
}

int collective_run_together(const struct coll_args *args, coll_entry *entry)
{
    struct request *request;
    int err = MPI_SUCCESS;

    if (advice_is_given())
        err = advice_on_thread(args->call);
    if (err == MPI_SUCCESS && advice_is_given())
        err = advice_enter(args);
    if (err != MPI_SUCCESS)
        return err;
    err = advice_begin_wait(args->call);
    if (err == MPI_SUCCESS) {
        if (reliance_is_followed())
            note_meeting(args);
        err = meet_members(args);
        if (err == MPI_SUCCESS)
            err = entry(args, &request);
        advice_end_wait();
    }
    if (advice_is_given())
        advice_leave(args);
    return err;
}
