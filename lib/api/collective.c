/* SPDX-License-Identifier: MIT */
/* Barrier, and the collective operations that move data. */
#include "api/collective.h"

#include "api/collective_plain.h"
#include "api/generated/collectives.h"

int api_barrier(const struct call *call, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;

    if (plain_open(&args, COLL_BARRIER, call, &mode, comm, 0))
        return collective_run(&args, &mode, coll_barrier);
    args = collective_of(COLL_BARRIER, call, &mode);
    return collective_finish(&args, &mode, coll_barrier, check_comm(comm, "comm", &args.comm));
}

int api_bcast(const struct call *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
              int root, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_BCAST, call, &mode, comm, root) &&
        plain_data(&args.send, buffer, count, datatype))
        return collective_run(&args, &mode, coll_bcast);
    args = collective_of(COLL_BCAST, call, &mode);
    err = collective_check_root(&args, comm, root);
    if (err == MPI_SUCCESS && root != MPI_PROC_NULL)
        err = check_data(&names_buffer, buffer, count, datatype, &args.send);
    return collective_finish(&args, &mode, coll_bcast, err);
}

/* Does a block of the v form lie where the one block of the other side lies? */
static int check_blocks_not_same(const struct data *one, struct data many,
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

/* The one block that a member of a gather or allgather has. */
static int check_own_block(struct coll_args *args, bool may_be_in_place, const void *buf,
                           MPI_Count count, MPI_Datatype datatype)
{
    args->is_in_place =
        may_be_in_place && buf == MPI_IN_PLACE && !comm_is_inter(args->comm);
    if (args->is_in_place)
        return MPI_SUCCESS;
    return check_data(&names_sending, buf, count, datatype, &args->send);
}

/* The side of many blocks; `is_v` when each has its count. */
static int check_received(struct coll_args *args, bool is_v, void *buf, MPI_Count count,
                          MPI_Datatype datatype)
{
    int blocks = comm_peers(args->comm)->size;
    int err;

    if (is_v)
        err = collective_check_many(args->recv_blocks, &names_of_received, blocks,
                                    &names_receiving, buf, datatype, &args->recv);
    else
        err = check_data(&names_receiving, buf, count, datatype, &args->recv);
    if (err == MPI_SUCCESS && !args->is_in_place)
        err = check_blocks_not_same(&args->send, args->recv, args->recv_blocks,
                                    blocks);
    return err;
}

static int check_gather(struct coll_args *args, bool is_v, const void *sendbuf,
                        MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                        MPI_Count recvcount, MPI_Datatype recvtype)
{
    bool is_root = args_are_roots(args);
    int err = MPI_SUCCESS;

    if (args_are_members(args))
        err = check_own_block(args, is_root, sendbuf, sendcount, sendtype);
    return err == MPI_SUCCESS && is_root
               ? check_received(args, is_v, recvbuf, recvcount, recvtype)
               : err;
}

int api_gather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
               MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
               int root, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_GATHER, call, &mode, comm, root) &&
        plain_to_root(&args, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))
        return collective_run(&args, &mode, coll_gather);
    args = collective_of(COLL_GATHER, call, &mode);
    err = collective_check_root(&args, comm, root);
    if (err == MPI_SUCCESS)
        err = check_gather(&args, false, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                           recvtype);
    return collective_finish(&args, &mode, coll_gather, err);
}

int api_gatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                struct int_view displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                struct mode mode)
{
    const struct blocks blocks = {.counts = recvcounts, .displacements = displs};
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_GATHER, call, &mode, comm, root) &&
        (args.comm->rank != root
             ? plain_data(&args.send, sendbuf, sendcount, sendtype)
             : plain_uneven(&args, sendbuf, sendcount, sendtype, recvbuf, &blocks,
                               recvtype)))
        return collective_run(&args, &mode, coll_gather);
    args = collective_of(COLL_GATHER, call, &mode);
    err = collective_check_root(&args, comm, root);
    args.recv_blocks = &blocks;
    if (err == MPI_SUCCESS)
        err = check_gather(&args, true, sendbuf, sendcount, sendtype, recvbuf, 0, recvtype);
    return collective_finish(&args, &mode, coll_gather, err);
}

static int check_sent(struct coll_args *args, bool is_v, const void *buf, MPI_Count count,
                      MPI_Datatype datatype)
{
    if (!is_v)
        return check_data(&names_sending, buf, count, datatype, &args->send);
    return collective_check_many(args->send_blocks, &names_of_sent,
                                 comm_peers(args->comm)->size, &names_sending, buf, datatype,
                                 &args->send);
}

static int check_scatter(struct coll_args *args, bool is_v, const void *sendbuf,
                         MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                         MPI_Count recvcount, MPI_Datatype recvtype)
{
    bool is_root = args_are_roots(args), receives;
    int err = is_root ? check_sent(args, is_v, sendbuf, sendcount, sendtype) : MPI_SUCCESS;

    if (err != MPI_SUCCESS)
        return err;
    args->is_in_place = is_root && recvbuf == MPI_IN_PLACE && !comm_is_inter(args->comm);
    receives = args_are_members(args) && !args->is_in_place;
    if (receives)
        err = check_data(&names_receiving, recvbuf, recvcount, recvtype, &args->recv);
    if (err == MPI_SUCCESS && is_root && receives)
        err = check_blocks_not_same(&args->recv, args->send, args->send_blocks,
                                    comm_size(args->comm));
    return err;
}

int api_scatter(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_SCATTER, call, &mode, comm, root) &&
        plain_from_root(&args, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                           recvtype))
        return collective_run(&args, &mode, coll_scatter);
    args = collective_of(COLL_SCATTER, call, &mode);
    err = collective_check_root(&args, comm, root);
    if (err == MPI_SUCCESS)
        err = check_scatter(&args, false, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                            recvtype);
    return collective_finish(&args, &mode, coll_scatter, err);
}

int api_scatterv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                 struct int_view displs, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, struct mode mode)
{
    const struct blocks blocks = {.counts = sendcounts, .displacements = displs};
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_SCATTER, call, &mode, comm, root) &&
        (args.comm->rank != root || plain_even(args.comm, &blocks, recvcount)) &&
        plain_from_root(&args, sendbuf, recvcount, sendtype, recvbuf, recvcount,
                           recvtype)) {
        args.send_blocks = args.comm->rank == root ? &blocks : NULL;
        return collective_run(&args, &mode, coll_scatter);
    }
    args = collective_of(COLL_SCATTER, call, &mode);
    err = collective_check_root(&args, comm, root);
    args.send_blocks = &blocks;
    if (err == MPI_SUCCESS)
        err = check_scatter(&args, true, sendbuf, 0, sendtype, recvbuf, recvcount, recvtype);
    return collective_finish(&args, &mode, coll_scatter, err);
}

int api_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_ALLGATHER, call, &mode, comm, 0) &&
        plain_blocks(&args, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))
        return collective_run(&args, &mode, coll_allgather);
    args = collective_of(COLL_ALLGATHER, call, &mode);
    err = check_comm(comm, "comm", &args.comm);
    if (err == MPI_SUCCESS)
        err = check_own_block(&args, true, sendbuf, sendcount, sendtype);
    if (err == MPI_SUCCESS)
        err = check_received(&args, false, recvbuf, recvcount, recvtype);
    return collective_finish(&args, &mode, coll_allgather, err);
}

int api_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                   struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    const struct blocks blocks = {.counts = recvcounts, .displacements = displs};
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_ALLGATHER, call, &mode, comm, 0) &&
        plain_uneven(&args, sendbuf, sendcount, sendtype, recvbuf, &blocks, recvtype))
        return collective_run(&args, &mode, coll_allgather);
    args = collective_of(COLL_ALLGATHER, call, &mode);
    err = check_comm(comm, "comm", &args.comm);
    args.recv_blocks = &blocks;
    if (err == MPI_SUCCESS)
        err = check_own_block(&args, true, sendbuf, sendcount, sendtype);
    if (err == MPI_SUCCESS)
        err = check_received(&args, true, recvbuf, 0, recvtype);
    return collective_finish(&args, &mode, coll_allgather, err);
}
