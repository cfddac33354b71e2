/* SPDX-License-Identifier: MIT */
/* Collective operations in which each member has something else for every other. */
#include "api/collective.h"

#include "api/collective_plain.h"
#include "api/generated/collectives.h"
#include "base/memory.h"

static int open(struct coll_args *args, MPI_Comm comm, const void *sendbuf)
{
    int err = check_comm(comm, "comm", &args->comm);

    if (err == MPI_SUCCESS)
        args->is_in_place = sendbuf == MPI_IN_PLACE && !comm_is_inter(args->comm);
    return err;
}

/* Blocks may lie anywhere in the two buffers, so only the block that a member has for itself shows
 * whether these overlap. */
static int check_own_blocks(const struct coll_args *args)
{
    const struct comm *comm = args->comm;
    struct data sent, received;

    if (args->is_in_place || comm_is_inter(comm))
        return MPI_SUCCESS;
    sent = coll_block(&args->send, args->send_blocks, comm->rank);
    received = coll_block(&args->recv, args->recv_blocks, comm->rank);
    return collective_check_not_same(&sent, &received);
}

int api_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_ALLTOALL, call, &mode, comm, 0) &&
        plain_blocks(&args, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))
        return collective_run(&args, &mode, coll_alltoall);
    args = collective_of(COLL_ALLTOALL, call, &mode);
    err = open(&args, comm, sendbuf);
    if (err == MPI_SUCCESS && !args.is_in_place)
        err = check_data(&names_sending, sendbuf, sendcount, sendtype, &args.send);
    if (err == MPI_SUCCESS)
        err = check_data(&names_receiving, recvbuf, recvcount, recvtype, &args.recv);
    if (err == MPI_SUCCESS && !args.is_in_place)
        err = collective_check_not_same(&args.send, &args.recv);
    return collective_finish(&args, &mode, coll_alltoall, err);
}

int api_alltoallv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, MPI_Datatype sendtype, void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode)
{
    const struct blocks sent = {.counts = sendcounts, .displacements = sdispls};
    const struct blocks received = {.counts = recvcounts, .displacements = rdispls};
    struct coll_args args;
    int err, blocks;

    if (plain_open(&args, COLL_ALLTOALL, call, &mode, comm, 0) &&
        plain_uneven_both(&args, sendbuf, &sent, sendtype, recvbuf, &received, recvtype))
        return collective_run(&args, &mode, coll_alltoall);
    args = collective_of(COLL_ALLTOALL, call, &mode);
    err = open(&args, comm, sendbuf);
    blocks = err == MPI_SUCCESS ? comm_peers(args.comm)->size : 0;
    args.recv_blocks = &received;
    if (err == MPI_SUCCESS && !args.is_in_place) {
        args.send_blocks = &sent;
        err = collective_check_many(&sent, &names_of_send_blocks, blocks,
                                    &names_sending, sendbuf, sendtype, &args.send);
    }
    if (err == MPI_SUCCESS)
        err = collective_check_many(&received, &names_of_recv_blocks, blocks,
                                    &names_receiving, recvbuf, recvtype, &args.recv);
    if (err == MPI_SUCCESS)
        err = check_own_blocks(&args);
    return collective_finish(&args, &mode, coll_alltoall, err);
}

static const struct data_names names_sending_types = {"sendbuf", "sendcounts", "sendtypes"};
static const struct data_names names_receiving_types = {"recvbuf", "recvcounts", "recvtypes"};

int api_alltoallw(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls,
                  const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    const struct type *sent_types[PLAIN_TYPES_MAX], *received_types[PLAIN_TYPES_MAX];
    struct blocks sent = {.counts = sendcounts, .displacements = sdispls};
    struct blocks received = {.counts = recvcounts, .displacements = rdispls};
    void *owned[2] = {NULL, NULL};
    struct coll_args args;
    int err, blocks;

    if (plain_open(&args, COLL_ALLTOALL, call, &mode, comm, 0) &&
        plain_typed(comm_size(args.comm), &args.send, sendbuf, &sent, sendtypes,
                       sent_types) &&
        plain_typed(comm_size(args.comm), &args.recv, recvbuf, &received, recvtypes,
                       received_types) &&
        plain_typed_both(&args, &sent, &received))
        return collective_run(&args, &mode, coll_alltoall);
    args = collective_of(COLL_ALLTOALL, call, &mode);
    err = open(&args, comm, sendbuf);
    blocks = err == MPI_SUCCESS ? comm_peers(args.comm)->size : 0;
    args.recv_blocks = &received;
    if (err == MPI_SUCCESS && !args.is_in_place) {
        args.send_blocks = &sent;
        err = collective_check_types(&sent, &names_of_send_blocks, blocks,
                                     &names_sending_types, sendbuf, sendtypes, &args.send,
                                     &owned[0]);
    }
    if (err == MPI_SUCCESS)
        err = collective_check_types(&received, &names_of_recv_blocks, blocks,
                                     &names_receiving_types, recvbuf, recvtypes, &args.recv,
                                     &owned[1]);
    if (err == MPI_SUCCESS)
        err = check_own_blocks(&args);
    err = collective_finish(&args, &mode, coll_alltoall, err);
    memory_give(owned[0]);
    memory_give(owned[1]);
    return err;
}
