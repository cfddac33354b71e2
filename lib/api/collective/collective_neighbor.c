/* SPDX-License-Identifier: MIT */
/* Collective operations among the neighbours of a topology. */
#include "api/collective/collective_sides.h"
#include "api/generated/neighborhoods.h"
#include "topo/neighbors.h"

int collective_find_neighbors(struct coll_args *args)
{
    struct comm *comm = args->comm;
    struct neighbors *neighbors;
    int indegree, outdegree, *ranks, err;

    args->neighbors = comm_neighbors(comm);
    if (likely(args->neighbors != NULL))
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
    args->neighbors = comm_set_neighbors(comm, neighbors);
    return MPI_SUCCESS;
}

int api_neighbor_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                           MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    return collective_move(COLL_NEIGHBOR_ALLGATHER, coll_neighbor_allgather, call,
                           side_of_one(&names_sending, sendbuf, sendcount, sendtype),
                           side_of_one(&names_receiving, recvbuf, recvcount, recvtype), 0, comm,
                           &mode);
}

int api_neighbor_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                            struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mode mode)
{
    struct blocks from = {.counts = recvcounts, .displacements = displs};

    return collective_move(
        COLL_NEIGHBOR_ALLGATHER, coll_neighbor_allgather, call,
        side_of_one(&names_sending, sendbuf, sendcount, sendtype),
        side_of_many(&names_receiving, &names_of_received, recvbuf, &from, recvtype), 0, comm,
        &mode);
}

int api_neighbor_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                          MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    return collective_move(COLL_NEIGHBOR_ALLTOALL, coll_neighbor_alltoall, call,
                           side_of_one(&names_sending, sendbuf, sendcount, sendtype),
                           side_of_one(&names_receiving, recvbuf, recvcount, recvtype), 0, comm,
                           &mode);
}

int api_neighbor_alltoallv(const struct call *call, const void *sendbuf,
                           struct int_view sendcounts, struct int_view sdispls,
                           MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                           struct int_view rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                           struct mode mode)
{
    struct blocks to = {.counts = sendcounts, .displacements = sdispls};
    struct blocks from = {.counts = recvcounts, .displacements = rdispls};

    return collective_move(
        COLL_NEIGHBOR_ALLTOALL, coll_neighbor_alltoall, call,
        side_of_many(&names_sending, &names_of_send_blocks, sendbuf, &to, sendtype),
        side_of_many(&names_receiving, &names_of_recv_blocks, recvbuf, &from, recvtype), 0, comm,
        &mode);
}

int api_neighbor_alltoallw(const struct call *call, const void *sendbuf,
                           struct int_view sendcounts, const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf,
                           struct int_view recvcounts, const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    struct typed_blocks to, from;
    int err = collective_move(COLL_NEIGHBOR_ALLTOALL, coll_neighbor_alltoall, call,
                              side_of_typed(&names_sending_types, &names_of_send_blocks, sendbuf,
                                            &to, sendcounts, view_wide(sdispls), sendtypes),
                              side_of_typed(&names_receiving_types, &names_of_recv_blocks, recvbuf,
                                            &from, recvcounts, view_wide(rdispls), recvtypes),
                              0, comm, &mode);

    side_close(&to);
    side_close(&from);
    return err;
}
