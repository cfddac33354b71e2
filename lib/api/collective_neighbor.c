/* SPDX-License-Identifier: MIT */
/* Collective operations among the neighbours of a topology. */
#include "api/collective.h"

#include "api/collective_plain.h"
#include "api/generated/neighborhoods.h"
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

static int open(struct coll_args *args, MPI_Comm comm)
{
    int err = check_comm(comm, "comm", &args->comm);

    if (err == MPI_SUCCESS)
        err = check_intra(args->comm, "comm");
    return err == MPI_SUCCESS ? find_neighbors(args->comm, &args->neighbors) : err;
}

static bool open_plain(struct coll_args *args, enum coll_kind kind, const struct call *call,
                       const struct mode *mode, MPI_Comm comm)
{
    return plain_open(args, kind, call, mode, comm, 0) &&
           find_neighbors(args->comm, &args->neighbors) == MPI_SUCCESS;
}

static int sources(const struct coll_args *args)
{
    return args->neighbors->sources_count;
}

static int targets(const struct coll_args *args)
{
    return args->neighbors->targets_count;
}

/* The data for so many neighbours, or from them: where there are none it may lie nowhere. */
static int check_side(const struct data_names *names, int neighbors, const void *buf,
                      MPI_Count count, MPI_Datatype datatype, struct data *data)
{
    int err = check_count(count, names->count);

    return err == MPI_SUCCESS
               ? check_data(names, buf, neighbors > 0 ? count : 0, datatype, data)
               : err;
}

/* The data for each neighbour, the same or a block of its own, and a block from each. */
static int exchange_blocks(const struct call *call, enum coll_kind kind, coll_entry *entry,
                           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                           MPI_Comm comm, const struct mode *mode)
{
    struct coll_args args;
    int err;

    if (sendbuf != MPI_IN_PLACE && open_plain(&args, kind, call, mode, comm) &&
        plain_blocks(&args, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))
        return collective_run(&args, mode, entry);
    args = collective_of(kind, call, mode);
    err = open(&args, comm);
    if (err == MPI_SUCCESS)
        err = check_side(&names_sending, targets(&args), sendbuf, sendcount, sendtype,
                         &args.send);
    if (err == MPI_SUCCESS)
        err = check_side(&names_receiving, sources(&args), recvbuf, recvcount, recvtype,
                         &args.recv);
    return collective_finish(&args, mode, entry, err);
}

int api_neighbor_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                           MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    return exchange_blocks(call, COLL_NEIGHBOR_ALLGATHER, coll_neighbor_allgather, sendbuf,
                           sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &mode);
}

/* A block for all targets, and from each source one of any length. */
static bool is_plain_gathering(struct coll_args *args, const void *sendbuf,
                                  MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  const struct blocks *blocks, MPI_Datatype recvtype)
{
    MPI_Count total;

    args->recv_blocks = blocks;
    return sendtype == recvtype && sendbuf != recvbuf && !view_is_null(blocks->displacements) &&
           plain_counts(args->neighbors->sources_count, blocks->counts, recvtype, &total) &&
           plain_data(&args->send, sendbuf, sendcount, sendtype) &&
           plain_data(&args->recv, recvbuf, 0, recvtype);
}

int api_neighbor_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                            struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mode mode)
{
    const struct blocks received = {.counts = recvcounts, .displacements = displs};
    struct coll_args args;
    int err;

    if (open_plain(&args, COLL_NEIGHBOR_ALLGATHER, call, &mode, comm) &&
        is_plain_gathering(&args, sendbuf, sendcount, sendtype, recvbuf, &received,
                              recvtype))
        return collective_run(&args, &mode, coll_neighbor_allgather);
    args = collective_of(COLL_NEIGHBOR_ALLGATHER, call, &mode);
    err = open(&args, comm);
    args.recv_blocks = &received;
    if (err == MPI_SUCCESS)
        err = check_side(&names_sending, targets(&args), sendbuf, sendcount, sendtype,
                         &args.send);
    if (err == MPI_SUCCESS)
        err = collective_check_many(&received, &names_of_received,
                                    sources(&args), &names_receiving, recvbuf, recvtype,
                                    &args.recv);
    return collective_finish(&args, &mode, coll_neighbor_allgather, err);
}

int api_neighbor_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                          MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    return exchange_blocks(call, COLL_NEIGHBOR_ALLTOALL, coll_neighbor_alltoall, sendbuf,
                           sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &mode);
}

/* One side of blocks of one type and any length. */
static bool is_plain_side(struct data *data, const void *buf, const struct blocks *blocks,
                             int count, MPI_Datatype datatype)
{
    MPI_Count total;

    return !view_is_null(blocks->displacements) &&
           plain_counts(count, blocks->counts, datatype, &total) &&
           plain_data(data, buf, total, datatype);
}

int api_neighbor_alltoallv(const struct call *call, const void *sendbuf,
                           struct int_view sendcounts, struct int_view sdispls,
                           MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                           struct int_view rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                           struct mode mode)
{
    const struct blocks sent = {.counts = sendcounts, .displacements = sdispls};
    const struct blocks received = {.counts = recvcounts, .displacements = rdispls};
    struct coll_args args;
    int err;

    if (sendbuf != recvbuf && open_plain(&args, COLL_NEIGHBOR_ALLTOALL, call, &mode, comm) &&
        is_plain_side(&args.send, sendbuf, &sent, args.neighbors->targets_count,
                         sendtype) &&
        is_plain_side(&args.recv, recvbuf, &received, args.neighbors->sources_count,
                      recvtype)) {
        args.send_blocks = &sent;
        args.recv_blocks = &received;
        return collective_run(&args, &mode, coll_neighbor_alltoall);
    }
    args = collective_of(COLL_NEIGHBOR_ALLTOALL, call, &mode);
    err = open(&args, comm);
    args.send_blocks = &sent;
    args.recv_blocks = &received;
    if (err == MPI_SUCCESS)
        err = collective_check_many(&sent, &names_of_send_blocks,
                                    targets(&args), &names_sending, sendbuf, sendtype,
                                    &args.send);
    if (err == MPI_SUCCESS)
        err = collective_check_many(&received, &names_of_recv_blocks,
                                    sources(&args), &names_receiving, recvbuf, recvtype,
                                    &args.recv);
    return collective_finish(&args, &mode, coll_neighbor_alltoall, err);
}

static const struct data_names names_sending_types = {"sendbuf", "sendcounts", "sendtypes"};
static const struct data_names names_receiving_types = {"recvbuf", "recvcounts", "recvtypes"};

int api_neighbor_alltoallw(const struct call *call, const void *sendbuf,
                           struct int_view sendcounts, const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf,
                           struct int_view recvcounts, const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    const struct type *sent_types[PLAIN_TYPES_MAX], *received_types[PLAIN_TYPES_MAX];
    struct blocks sent = {.counts = sendcounts, .displacements = view_wide(sdispls)};
    struct blocks received = {.counts = recvcounts, .displacements = view_wide(rdispls)};
    void *owned[2] = {NULL, NULL};
    struct coll_args args;
    int err;

    if (sendbuf != recvbuf && open_plain(&args, COLL_NEIGHBOR_ALLTOALL, call, &mode, comm) &&
        plain_typed(args.neighbors->targets_count, &args.send, sendbuf, &sent,
                       sendtypes, sent_types) &&
        plain_typed(args.neighbors->sources_count, &args.recv, recvbuf, &received,
                    recvtypes, received_types)) {
        args.send_blocks = &sent;
        args.recv_blocks = &received;
        return collective_run(&args, &mode, coll_neighbor_alltoall);
    }
    args = collective_of(COLL_NEIGHBOR_ALLTOALL, call, &mode);
    err = open(&args, comm);
    args.send_blocks = &sent;
    args.recv_blocks = &received;
    if (err == MPI_SUCCESS)
        err = collective_check_types(&sent, &names_of_send_blocks,
                                     targets(&args), &names_sending_types, sendbuf,
                                     sendtypes, &args.send, &owned[0]);
    if (err == MPI_SUCCESS)
        err = collective_check_types(&received, &names_of_recv_blocks,
                                     sources(&args), &names_receiving_types, recvbuf,
                                     recvtypes, &args.recv, &owned[1]);
    err = collective_finish(&args, &mode, coll_neighbor_alltoall, err);
    memory_give(owned[0]);
    memory_give(owned[1]);
    return err;
}
