/* SPDX-License-Identifier: MIT */
/* Barrier, and the collective operations that move data. */
#include "api/collective.h"

#include "api/collective_straight.h"
#include "api/generated/api.h"

int api_barrier(const struct call *call, MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_goes(&straight, &mode, straight_barrier, &err))
        return err;
    operation = collective_of(COLL_BARRIER);
    return collective_finish(call, &operation, mode, check_comm(comm, "comm", &operation.comm));
}

int api_bcast(const struct call *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
              int root, MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, root) &&
        straight_data(&straight.send, buffer, count, datatype) &&
        straight_goes(&straight, &mode, straight_bcast, &err))
        return err;
    operation = collective_of(COLL_BCAST);
    err = collective_check_root(&operation, comm, root);
    if (err == MPI_SUCCESS && root != MPI_PROC_NULL)
        err = check_data(&names_buffer, buffer, count, datatype, &operation.send);
    return collective_finish(call, &operation, mode, err);
}

/* Does a block of the v form lie where the one block of the other side lies? */
static int check_blocks_not_same(const struct data *one, struct data many,
                                 const struct blocks *blocks, int count)
{
    int i, err = MPI_SUCCESS;

    if (view_is_null(blocks->counts))
        return collective_check_not_same(one, &many);
    for (i = 0; i < count && err == MPI_SUCCESS; i++) {
        many.count = view_at(blocks->counts, (size_t)i);
        if (view_at(blocks->displacements, (size_t)i) == 0)
            err = collective_check_not_same(one, &many);
    }
    return err;
}

/* The one block that a member of a gather or allgather has. */
static int check_own_block(struct coll_call *operation, bool may_be_in_place, const void *buf,
                           MPI_Count count, MPI_Datatype datatype)
{
    operation->is_in_place =
        may_be_in_place && buf == MPI_IN_PLACE && !comm_is_inter(operation->comm);
    if (operation->is_in_place)
        return MPI_SUCCESS;
    return check_data(&names_sending, buf, count, datatype, &operation->send);
}

/* The side of many blocks; `is_v` when each has its count. */
static int check_received(struct coll_call *operation, bool is_v, void *buf, MPI_Count count,
                          MPI_Datatype datatype)
{
    int blocks = comm_peers(operation->comm)->size;
    int err;

    if (is_v)
        err = collective_check_many(&operation->recv_blocks, &names_of_received, blocks,
                                    &names_receiving, buf, datatype, &operation->recv);
    else
        err = check_data(&names_receiving, buf, count, datatype, &operation->recv);
    if (err == MPI_SUCCESS && !operation->is_in_place)
        err = check_blocks_not_same(&operation->send, operation->recv, &operation->recv_blocks,
                                    blocks);
    return err;
}

static int gather(const struct call *call, struct coll_call *operation, bool is_v,
                  const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, struct mode mode, int err)
{
    bool is_root = err == MPI_SUCCESS && coll_call_is_root(operation);

    if (err == MPI_SUCCESS && coll_call_is_member(operation))
        err = check_own_block(operation, is_root, sendbuf, sendcount, sendtype);
    if (err == MPI_SUCCESS && is_root)
        err = check_received(operation, is_v, recvbuf, recvcount, recvtype);
    return collective_finish(call, operation, mode, err);
}

int api_gather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
               MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
               int root, MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, root) &&
        straight_to_root(&straight, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype) &&
        straight_goes(&straight, &mode, straight_gather, &err))
        return err;
    operation = collective_of(COLL_GATHER);
    err = collective_check_root(&operation, comm, root);
    return gather(call, &operation, false, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                  recvtype, mode, err);
}

int api_gatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                struct int_view displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                struct mode mode)
{
    const struct blocks blocks = {.counts = recvcounts, .displacements = displs};
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, root) &&
        (straight.comm->rank != root
             ? straight_data(&straight.send, sendbuf, sendcount, sendtype)
             : straight_uneven(&straight, sendbuf, sendcount, sendtype, recvbuf, &blocks,
                               recvtype)) &&
        straight_goes(&straight, &mode, straight_gather, &err))
        return err;
    operation = collective_of(COLL_GATHER);
    err = collective_check_root(&operation, comm, root);
    operation.recv_blocks = blocks;
    return gather(call, &operation, true, sendbuf, sendcount, sendtype, recvbuf, 0, recvtype, mode,
                  err);
}

static int check_sent(struct coll_call *operation, bool is_v, const void *buf, MPI_Count count,
                      MPI_Datatype datatype)
{
    if (!is_v)
        return check_data(&names_sending, buf, count, datatype, &operation->send);
    return collective_check_many(&operation->send_blocks, &names_of_sent,
                                 comm_peers(operation->comm)->size, &names_sending, buf, datatype,
                                 &operation->send);
}

static int scatter(const struct call *call, struct coll_call *operation, bool is_v,
                   const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, struct mode mode, int err)
{
    bool is_root = err == MPI_SUCCESS && coll_call_is_root(operation), receives;

    if (is_root)
        err = check_sent(operation, is_v, sendbuf, sendcount, sendtype);
    if (err != MPI_SUCCESS)
        return collective_finish(call, operation, mode, err);
    operation->is_in_place =
        is_root && recvbuf == MPI_IN_PLACE && !comm_is_inter(operation->comm);
    receives = coll_call_is_member(operation) && !operation->is_in_place;
    if (receives)
        err = check_data(&names_receiving, recvbuf, recvcount, recvtype, &operation->recv);
    if (err == MPI_SUCCESS && is_root && receives)
        err = check_blocks_not_same(&operation->recv, operation->send, &operation->send_blocks,
                                    comm_size(operation->comm));
    return collective_finish(call, operation, mode, err);
}

int api_scatter(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, root) &&
        straight_from_root(&straight, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                           recvtype) &&
        straight_goes(&straight, &mode, straight_scatter, &err))
        return err;
    operation = collective_of(COLL_SCATTER);
    err = collective_check_root(&operation, comm, root);
    return scatter(call, &operation, false, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                   recvtype, mode, err);
}

int api_scatterv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                 struct int_view displs, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, struct mode mode)
{
    const struct blocks blocks = {.counts = sendcounts, .displacements = displs};
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, root) &&
        (straight.comm->rank != root || straight_even(straight.comm, &blocks, recvcount)) &&
        straight_from_root(&straight, sendbuf, recvcount, sendtype, recvbuf, recvcount,
                           recvtype)) {
        straight.send_blocks = straight.comm->rank == root ? &blocks : NULL;
        if (straight_goes(&straight, &mode, straight_scatter, &err))
            return err;
    }
    operation = collective_of(COLL_SCATTER);
    err = collective_check_root(&operation, comm, root);
    operation.send_blocks = blocks;
    return scatter(call, &operation, true, sendbuf, 0, sendtype, recvbuf, recvcount, recvtype,
                   mode, err);
}

int api_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_blocks(&straight, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype) &&
        straight_goes(&straight, &mode, straight_allgather, &err))
        return err;
    operation = collective_of(COLL_ALLGATHER);
    err = check_comm(comm, "comm", &operation.comm);
    if (err == MPI_SUCCESS)
        err = check_own_block(&operation, true, sendbuf, sendcount, sendtype);
    if (err == MPI_SUCCESS)
        err = check_received(&operation, false, recvbuf, recvcount, recvtype);
    return collective_finish(call, &operation, mode, err);
}

int api_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                   struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    const struct blocks blocks = {.counts = recvcounts, .displacements = displs};
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_uneven(&straight, sendbuf, sendcount, sendtype, recvbuf, &blocks, recvtype) &&
        straight_goes(&straight, &mode, straight_allgather, &err))
        return err;
    operation = collective_of(COLL_ALLGATHER);
    err = check_comm(comm, "comm", &operation.comm);
    operation.recv_blocks = blocks;
    if (err == MPI_SUCCESS)
        err = check_own_block(&operation, true, sendbuf, sendcount, sendtype);
    if (err == MPI_SUCCESS)
        err = check_received(&operation, true, recvbuf, 0, recvtype);
    return collective_finish(call, &operation, mode, err);
}
