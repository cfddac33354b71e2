/* SPDX-License-Identifier: MIT */
/* Collective operations in which each member has something else for every other. */
#include "api/collective.h"

#include "api/collective_straight.h"
#include "api/generated/api.h"

static int open(struct coll_call *operation, MPI_Comm comm, const void *sendbuf)
{
    int err = check_comm(comm, "comm", &operation->comm);

    if (err == MPI_SUCCESS)
        operation->is_in_place = sendbuf == MPI_IN_PLACE && !comm_is_inter(operation->comm);
    return err;
}

/* Of blocks that may lie anywhere in the two buffers, those that a member has for itself tell. */
static int check_own_blocks(const struct coll_call *operation)
{
    const struct comm *comm = operation->comm;
    struct data sent, received;

    if (operation->is_in_place || comm_is_inter(comm))
        return MPI_SUCCESS;
    sent = coll_block(&operation->send, &operation->send_blocks, comm->rank);
    received = coll_block(&operation->recv, &operation->recv_blocks, comm->rank);
    return collective_check_not_same(&sent, &received);
}

int api_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_blocks(&straight, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype) &&
        straight_goes(&straight, &mode, straight_alltoall, &err))
        return err;
    operation = collective_of(COLL_ALLTOALL);
    err = open(&operation, comm, sendbuf);
    if (err == MPI_SUCCESS && !operation.is_in_place)
        err = check_data(&names_sending, sendbuf, sendcount, sendtype, &operation.send);
    if (err == MPI_SUCCESS)
        err = check_data(&names_receiving, recvbuf, recvcount, recvtype, &operation.recv);
    if (err == MPI_SUCCESS && !operation.is_in_place)
        err = collective_check_not_same(&operation.send, &operation.recv);
    return collective_finish(call, &operation, mode, err);
}

int api_alltoallv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, MPI_Datatype sendtype, void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode)
{
    const struct blocks sent = {.counts = sendcounts, .displacements = sdispls};
    const struct blocks received = {.counts = recvcounts, .displacements = rdispls};
    struct straight_call straight;
    struct coll_call operation;
    int err, blocks;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_uneven_both(&straight, sendbuf, &sent, sendtype, recvbuf, &received, recvtype) &&
        straight_goes(&straight, &mode, straight_alltoallv, &err))
        return err;
    operation = collective_of(COLL_ALLTOALL);
    err = open(&operation, comm, sendbuf);
    blocks = err == MPI_SUCCESS ? comm_peers(operation.comm)->size : 0;
    operation.recv_blocks = received;
    if (err == MPI_SUCCESS && !operation.is_in_place) {
        operation.send_blocks = sent;
        err = collective_check_many(&operation.send_blocks, &names_of_send_blocks, blocks,
                                    &names_sending, sendbuf, sendtype, &operation.send);
    }
    if (err == MPI_SUCCESS)
        err = collective_check_many(&operation.recv_blocks, &names_of_recv_blocks, blocks,
                                    &names_receiving, recvbuf, recvtype, &operation.recv);
    if (err == MPI_SUCCESS)
        err = check_own_blocks(&operation);
    return collective_finish(call, &operation, mode, err);
}

static const struct data_names names_sending_types = {"sendbuf", "sendcounts", "sendtypes"};
static const struct data_names names_receiving_types = {"recvbuf", "recvcounts", "recvtypes"};

int api_alltoallw(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls,
                  const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    const struct type *sent_types[STRAIGHT_TYPES_MAX], *received_types[STRAIGHT_TYPES_MAX];
    struct blocks sent = {.counts = sendcounts, .displacements = sdispls};
    struct blocks received = {.counts = recvcounts, .displacements = rdispls};
    struct straight_call straight;
    struct coll_call operation;
    int err, blocks;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_has_blocks(straight.comm) &&
        straight_typed(comm_size(straight.comm), &straight.send, sendbuf, &sent, sendtypes,
                       sent_types) &&
        straight_typed(comm_size(straight.comm), &straight.recv, recvbuf, &received, recvtypes,
                       received_types) &&
        straight_typed_both(&straight, &sent, &received) &&
        straight_goes(&straight, &mode, straight_alltoallv, &err))
        return err;
    operation = collective_of(COLL_ALLTOALL);
    err = open(&operation, comm, sendbuf);
    blocks = err == MPI_SUCCESS ? comm_peers(operation.comm)->size : 0;
    operation.recv_blocks = (struct blocks){.counts = recvcounts, .displacements = rdispls};
    if (err == MPI_SUCCESS && !operation.is_in_place) {
        operation.send_blocks = (struct blocks){.counts = sendcounts, .displacements = sdispls};
        err = collective_check_types(&operation.send_blocks, &names_of_send_blocks, blocks,
                                     &names_sending_types, sendbuf, sendtypes, &operation.send,
                                     &operation.owned[0]);
    }
    if (err == MPI_SUCCESS)
        err = collective_check_types(&operation.recv_blocks, &names_of_recv_blocks, blocks,
                                     &names_receiving_types, recvbuf, recvtypes, &operation.recv,
                                     &operation.owned[1]);
    if (err == MPI_SUCCESS)
        err = check_own_blocks(&operation);
    return collective_finish(call, &operation, mode, err);
}
