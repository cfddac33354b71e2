/* SPDX-License-Identifier: MIT */
/* Collective operations among the neighbours of a topology. */
#include "api/collective.h"

#include "api/collective_straight.h"
#include "api/generated/api.h"
#include "base/memory.h"
#include "base/note.h"
#include "topo/neighbors.h"

static int find_neighbors(struct coll_call *operation)
{
    struct neighbors *neighbors;
    int indegree, outdegree, *ranks, err;

    operation->neighbors = comm_neighbors(operation->comm);
    if (operation->neighbors != NULL)
        return MPI_SUCCESS;
    err = neighbors_count(operation->comm, &indegree, &outdegree);
    if (err != MPI_SUCCESS)
        return err;
    neighbors = memory_take(sizeof *neighbors +
                            ((size_t)indegree + (size_t)outdegree) * sizeof ranks[0]);
    if (neighbors == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for %d neighbors", indegree + outdegree);
    ranks = (int *)(neighbors + 1);
    neighbors_list(operation->comm, ranks, ranks + indegree);
    *neighbors = (struct neighbors){.is_grid = comm_topology_kind(operation->comm) == MPI_CART,
                                    .sources_count = indegree,
                                    .targets_count = outdegree,
                                    .sources = ranks,
                                    .targets = ranks + indegree};
    operation->neighbors = comm_set_neighbors(operation->comm, neighbors);
    return MPI_SUCCESS;
}

static int open(struct coll_call *operation, MPI_Comm comm)
{
    int err = check_comm(comm, "comm", &operation->comm);

    if (err == MPI_SUCCESS)
        err = check_intra(operation->comm, "comm");
    return err == MPI_SUCCESS ? find_neighbors(operation) : err;
}

/* Once the neighbours are known. */
static bool open_straight(struct straight_call *straight, const struct call *call,
                          const struct mode *mode, MPI_Comm comm)
{
    if (!straight_open(straight, call, mode, comm, 0))
        return false;
    straight->neighbors = comm_neighbors(straight->comm);
    return straight->neighbors != NULL;
}

static int sources(const struct coll_call *operation)
{
    return operation->neighbors->sources_count;
}

static int targets(const struct coll_call *operation)
{
    return operation->neighbors->targets_count;
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
        err = check_data(&names_sending, sendbuf, sendcount, sendtype, &operation.send);
    if (err == MPI_SUCCESS)
        err = check_data(&names_receiving, recvbuf, recvcount, recvtype, &operation.recv);
    return collective_finish(call, &operation, *mode, err);
}

int api_neighbor_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                           MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    return exchange_blocks(call, COLL_NEIGHBOR_ALLGATHER, straight_neighbor_allgather, sendbuf,
                           sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &mode);
}

int api_neighbor_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                            struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mode mode)
{
    struct coll_call operation = collective_of(COLL_NEIGHBOR_ALLGATHER);
    int err = open(&operation, comm);

    operation.recv_blocks = (struct blocks){.counts = recvcounts, .displacements = displs};
    if (err == MPI_SUCCESS)
        err = check_data(&names_sending, sendbuf, sendcount, sendtype, &operation.send);
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

int api_neighbor_alltoallv(const struct call *call, const void *sendbuf,
                           struct int_view sendcounts, struct int_view sdispls,
                           MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                           struct int_view rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                           struct mode mode)
{
    struct coll_call operation = collective_of(COLL_NEIGHBOR_ALLTOALL);
    int err = open(&operation, comm);

    operation.send_blocks = (struct blocks){.counts = sendcounts, .displacements = sdispls};
    operation.recv_blocks = (struct blocks){.counts = recvcounts, .displacements = rdispls};
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
    struct coll_call operation = collective_of(COLL_NEIGHBOR_ALLTOALL);
    int err = open(&operation, comm);

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
