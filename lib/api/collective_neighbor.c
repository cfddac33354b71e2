/* SPDX-License-Identifier: MIT */
/* Collective operations among the neighbours of a topology. */
#include "api/collective.h"

#include "api/collective_straight.h"
#include "api/generated/api.h"
#include "base/memory.h"
#include "base/note.h"
#include "topo/neighbors.h"

static int find_neighbors(const struct comm *comm, const struct neighbors **found)
{
    struct neighbors *neighbors;
    int indegree, outdegree, *ranks, err;

    *found = comm_neighbors(comm);
    if (likely(*found != NULL))
        return MPI_SUCCESS;
    err = neighbors_count(comm, &indegree, &outdegree);
    if (err != MPI_SUCCESS)
        return err;
    neighbors = memory_take(sizeof *neighbors +
                            ((size_t)indegree + (size_t)outdegree) * sizeof ranks[0]);
    if (neighbors == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for %d neighbors", indegree + outdegree);
    ranks = (int *)(neighbors + 1);
    neighbors_list(comm, ranks, ranks + indegree);
    *neighbors = (struct neighbors){.is_grid = comm_topology_kind(comm) == MPI_CART,
                                    .sources_count = indegree,
                                    .targets_count = outdegree,
                                    .sources = ranks,
                                    .targets = ranks + indegree};
    *found = comm_set_neighbors(comm, neighbors);
    return MPI_SUCCESS;
}

static int open(struct coll_call *operation, MPI_Comm comm)
{
    int err = check_comm(comm, "comm", &operation->comm);

    if (err == MPI_SUCCESS)
        err = check_intra(operation->comm, "comm");
    return err == MPI_SUCCESS ? find_neighbors(operation->comm, &operation->neighbors) : err;
}

static bool open_straight(struct straight_call *straight, const struct call *call,
                          const struct mode *mode, MPI_Comm comm)
{
    return straight_open(straight, call, mode, comm, 0) &&
           find_neighbors(straight->comm, &straight->neighbors) == MPI_SUCCESS;
}

static int sources(const struct coll_call *operation)
{
    return operation->neighbors->sources_count;
}

static int targets(const struct coll_call *operation)
{
    return operation->neighbors->targets_count;
}

/* What goes to so many neighbours, or comes from them: where there are none it may lie nowhere. */
static int check_side(const struct data_names *names, int neighbors, const void *buf,
                      MPI_Count count, MPI_Datatype datatype, struct data *data)
{
    int err = check_count(count, names->count);

    return err == MPI_SUCCESS
               ? check_data(names, buf, neighbors > 0 ? count : 0, datatype, data)
               : err;
}

/* What each neighbour gets, the same or a block of its own, and a block from each. */
static int exchange_blocks(const struct call *call, enum coll_kind kind, straight_way *way,
                           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                           MPI_Comm comm, const struct mode *mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (sendbuf != MPI_IN_PLACE && open_straight(&straight, call, mode, comm) &&
        straight_blocks(&straight, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype) &&
        straight_goes(&straight, mode, way, &err))
        return err;
    operation = collective_of(kind);
    err = open(&operation, comm);
    if (err == MPI_SUCCESS)
        err = check_side(&names_sending, targets(&operation), sendbuf, sendcount, sendtype,
                         &operation.send);
    if (err == MPI_SUCCESS)
        err = check_side(&names_receiving, sources(&operation), recvbuf, recvcount, recvtype,
                         &operation.recv);
    return collective_finish(call, &operation, *mode, err);
}

int api_neighbor_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                           MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    return exchange_blocks(call, COLL_NEIGHBOR_ALLGATHER, straight_neighbor_allgather, sendbuf,
                           sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &mode);
}

/* A block for all targets, and from each source one of any length. */
static bool is_straight_gathering(struct straight_call *straight, const void *sendbuf,
                                  MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  const struct blocks *blocks, MPI_Datatype recvtype)
{
    MPI_Count total;

    straight->recv_blocks = blocks;
    return sendtype == recvtype && sendbuf != recvbuf && !view_is_null(blocks->displacements) &&
           straight_counts(straight->neighbors->sources_count, blocks->counts, recvtype, &total) &&
           straight_data(&straight->send, sendbuf, sendcount, sendtype) &&
           straight_data(&straight->recv, recvbuf, 0, recvtype);
}

int api_neighbor_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                            struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mode mode)
{
    const struct blocks received = {.counts = recvcounts, .displacements = displs};
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (open_straight(&straight, call, &mode, comm) &&
        is_straight_gathering(&straight, sendbuf, sendcount, sendtype, recvbuf, &received,
                              recvtype) &&
        straight_goes(&straight, &mode, straight_neighbor_allgather, &err))
        return err;
    operation = collective_of(COLL_NEIGHBOR_ALLGATHER);
    err = open(&operation, comm);
    operation.recv_blocks = received;
    if (err == MPI_SUCCESS)
        err = check_side(&names_sending, targets(&operation), sendbuf, sendcount, sendtype,
                         &operation.send);
    if (err == MPI_SUCCESS)
        err = collective_check_many(&operation.recv_blocks, &names_of_received,
                                    sources(&operation), &names_receiving, recvbuf, recvtype,
                                    &operation.recv);
    return collective_finish(call, &operation, mode, err);
}

int api_neighbor_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                          MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    return exchange_blocks(call, COLL_NEIGHBOR_ALLTOALL, straight_neighbor_alltoall, sendbuf,
                           sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &mode);
}

/* Something else for each target, the blocks described one by one. */
static bool goes_with_blocks(struct straight_call *straight, const struct mode *mode,
                             const struct blocks *sent, const struct blocks *received, int *err)
{
    straight->send_blocks = sent;
    straight->recv_blocks = received;
    return straight_goes(straight, mode, straight_neighbor_alltoall, err);
}

/* One side of blocks of one type and any length. */
static bool is_straight_side(struct data *data, const void *buf, const struct blocks *blocks,
                             int count, MPI_Datatype datatype)
{
    MPI_Count total;

    return !view_is_null(blocks->displacements) &&
           straight_counts(count, blocks->counts, datatype, &total) &&
           straight_data(data, buf, total, datatype);
}

int api_neighbor_alltoallv(const struct call *call, const void *sendbuf,
                           struct int_view sendcounts, struct int_view sdispls,
                           MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                           struct int_view rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                           struct mode mode)
{
    const struct blocks sent = {.counts = sendcounts, .displacements = sdispls};
    const struct blocks received = {.counts = recvcounts, .displacements = rdispls};
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (sendbuf != recvbuf && open_straight(&straight, call, &mode, comm) &&
        is_straight_side(&straight.send, sendbuf, &sent, straight.neighbors->targets_count,
                         sendtype) &&
        is_straight_side(&straight.recv, recvbuf, &received, straight.neighbors->sources_count,
                         recvtype) &&
        goes_with_blocks(&straight, &mode, &sent, &received, &err))
        return err;
    operation = collective_of(COLL_NEIGHBOR_ALLTOALL);
    err = open(&operation, comm);
    operation.send_blocks = sent;
    operation.recv_blocks = received;
    if (err == MPI_SUCCESS)
        err = collective_check_many(&operation.send_blocks, &names_of_send_blocks,
                                    targets(&operation), &names_sending, sendbuf, sendtype,
                                    &operation.send);
    if (err == MPI_SUCCESS)
        err = collective_check_many(&operation.recv_blocks, &names_of_recv_blocks,
                                    sources(&operation), &names_receiving, recvbuf, recvtype,
                                    &operation.recv);
    return collective_finish(call, &operation, mode, err);
}

static const struct data_names names_sending_types = {"sendbuf", "sendcounts", "sendtypes"};
static const struct data_names names_receiving_types = {"recvbuf", "recvcounts", "recvtypes"};

int api_neighbor_alltoallw(const struct call *call, const void *sendbuf,
                           struct int_view sendcounts, const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf,
                           struct int_view recvcounts, const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    const struct type *sent_types[STRAIGHT_TYPES_MAX], *received_types[STRAIGHT_TYPES_MAX];
    struct blocks sent = {.counts = sendcounts, .displacements = view_wide(sdispls)};
    struct blocks received = {.counts = recvcounts, .displacements = view_wide(rdispls)};
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (sendbuf != recvbuf && open_straight(&straight, call, &mode, comm) &&
        straight_typed(straight.neighbors->targets_count, &straight.send, sendbuf, &sent,
                       sendtypes, sent_types) &&
        straight_typed(straight.neighbors->sources_count, &straight.recv, recvbuf, &received,
                       recvtypes, received_types) &&
        goes_with_blocks(&straight, &mode, &sent, &received, &err))
        return err;
    operation = collective_of(COLL_NEIGHBOR_ALLTOALL);
    err = open(&operation, comm);
    operation.send_blocks =
        (struct blocks){.counts = sendcounts, .displacements = view_wide(sdispls)};
    operation.recv_blocks =
        (struct blocks){.counts = recvcounts, .displacements = view_wide(rdispls)};
    if (err == MPI_SUCCESS)
        err = collective_check_types(&operation.send_blocks, &names_of_send_blocks,
                                     targets(&operation), &names_sending_types, sendbuf,
                                     sendtypes, &operation.send, &operation.owned[0]);
    if (err == MPI_SUCCESS)
        err = collective_check_types(&operation.recv_blocks, &names_of_recv_blocks,
                                     sources(&operation), &names_receiving_types, recvbuf,
                                     recvtypes, &operation.recv, &operation.owned[1]);
    return collective_finish(call, &operation, mode, err);
}
