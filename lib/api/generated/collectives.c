/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from collectives.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/quick.h"
#include "api/entry/surface.h"
#include "api/generated/collectives.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Barrier(MPI_Comm comm);
int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm);
int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                   int root, MPI_Comm comm);
int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm);
int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm);
int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm);
int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm);
int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm);
int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, int root, MPI_Comm comm);
int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm);
int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm);
int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op);
int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op);
int PMPI_Op_free(MPI_Op *op);
int PMPI_Op_commutative(MPI_Op op, int *commute);
int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype,
                      MPI_Op op);
int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Op op);
int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int PMPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm);
int PMPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                MPI_Op op, MPI_Comm comm);
int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm);
int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_barrier(const struct call *call, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_barrier(call, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_bcast(const struct call *call, void *buffer, MPI_Count count,
                       MPI_Datatype datatype, int root, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_bcast(call, buffer, count, datatype, root, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_gather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                        MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, int root, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_gather(call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                         comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_gatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                         MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                         struct int_view displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                         struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_gatherv(call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                          root, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_scatter(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                         MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                         MPI_Datatype recvtype, int root, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_scatter(call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                          comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_scatterv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                          struct int_view displs, MPI_Datatype sendtype, void *recvbuf,
                          MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                          struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .type = sendtype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_scatterv(call, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                           recvtype, root, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                           MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_allgather(call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                            mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                            struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_allgatherv(call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                             recvtype, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_reduce(const struct call *call, const void *sendbuf, void *recvbuf,
                        MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
                        struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_reduce(call, sendbuf, recvbuf, count, datatype, op, root, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_allreduce(const struct call *call, const void *sendbuf, void *recvbuf,
                           MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                           struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_allreduce(call, sendbuf, recvbuf, count, datatype, op, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_op_create(const struct call *call, MPI_User_function *user_fn, int commute,
                           MPI_Op *op)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_op_create(call, user_fn, commute, op);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_op_create_c(const struct call *call, MPI_User_function_c *user_fn, int commute,
                             MPI_Op *op)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_op_create_c(call, user_fn, commute, op);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_op_free(const struct call *call, MPI_Op *op)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_op_free(call, op);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_op_commutative(const struct call *call, MPI_Op op, int *commute)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_op_commutative(call, op, commute);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_reduce_local(const struct call *call, const void *inbuf, void *inoutbuf,
                              MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_reduce_local(call, inbuf, inoutbuf, count, datatype, op);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                          MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_alltoall(call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                           mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_alltoallv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                           struct int_view sdispls, MPI_Datatype sendtype, void *recvbuf,
                           struct int_view recvcounts, struct int_view rdispls,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = sendtype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                            rdispls, recvtype, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_alltoallw(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                           struct int_view sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                           struct int_view recvcounts, struct int_view rdispls,
                           const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                            rdispls, recvtypes, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_reduce_scatter_block(const struct call *call, const void *sendbuf, void *recvbuf,
                                      MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
                                      MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_reduce_scatter_block(call, sendbuf, recvbuf, recvcount, datatype, op, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_reduce_scatter(const struct call *call, const void *sendbuf, void *recvbuf,
                                struct int_view recvcounts, MPI_Datatype datatype, MPI_Op op,
                                MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_reduce_scatter(call, sendbuf, recvbuf, recvcounts, datatype, op, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_scan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_scan(call, sendbuf, recvbuf, count, datatype, op, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_exscan(const struct call *call, const void *sendbuf, void *recvbuf,
                        MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                        struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_exscan(call, sendbuf, recvbuf, count, datatype, op, comm, mode);
    return followed_end(call, err);
}

int PMPI_Barrier(MPI_Comm comm)
{
    if (likely(quick_barrier(comm, mode_blocking())))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Barrier");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_barrier(&call, comm, mode_blocking()));
    return laws_kept(api_barrier(&call, comm, mode_blocking()));
}
ALIAS(MPI_Barrier);

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Bcast");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bcast(&call, buffer, count, datatype, root, comm,
                                            mode_blocking()));
    return laws_kept(api_bcast(&call, buffer, count, datatype, root, comm, mode_blocking()));
}
ALIAS(MPI_Bcast);

int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Bcast_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bcast(&call, buffer, count, datatype, root, comm,
                                            mode_blocking()));
    return laws_kept(api_bcast(&call, buffer, count, datatype, root, comm, mode_blocking()));
}
ALIAS(MPI_Bcast_c);

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Gather");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             recvcount, recvtype, root, comm, mode_blocking()));
    return laws_kept(api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, mode_blocking()));
}
ALIAS(MPI_Gather);

int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Gather_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             recvcount, recvtype, root, comm, mode_blocking()));
    return laws_kept(api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, mode_blocking()));
}
ALIAS(MPI_Gather_c);

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm)
{
    const struct call call = CALL("MPI_Gatherv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              view_narrow(recvcounts), view_narrow(displs),
                                              recvtype, root, comm, mode_blocking()));
    return laws_kept(api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                 view_narrow(recvcounts), view_narrow(displs), recvtype, root, comm,
                                 mode_blocking()));
}
ALIAS(MPI_Gatherv);

int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                   int root, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Gatherv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              view_wide(recvcounts), view_wide(displs), recvtype,
                                              root, comm, mode_blocking()));
    return laws_kept(api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                 view_wide(recvcounts), view_wide(displs), recvtype, root, comm,
                                 mode_blocking()));
}
ALIAS(MPI_Gatherv_c);

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Scatter");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, root, comm, mode_blocking()));
    return laws_kept(api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                 root, comm, mode_blocking()));
}
ALIAS(MPI_Scatter);

int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Scatter_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, root, comm, mode_blocking()));
    return laws_kept(api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                 root, comm, mode_blocking()));
}
ALIAS(MPI_Scatter_c);

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Scatterv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatterv(&call, sendbuf, view_narrow(sendcounts),
                                               view_narrow(displs), sendtype, recvbuf, recvcount,
                                               recvtype, root, comm, mode_blocking()));
    return laws_kept(api_scatterv(&call, sendbuf, view_narrow(sendcounts), view_narrow(displs),
                                  sendtype, recvbuf, recvcount, recvtype, root, comm,
                                  mode_blocking()));
}
ALIAS(MPI_Scatterv);

int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Scatterv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatterv(&call, sendbuf, view_wide(sendcounts),
                                               view_wide(displs), sendtype, recvbuf, recvcount,
                                               recvtype, root, comm, mode_blocking()));
    return laws_kept(api_scatterv(&call, sendbuf, view_wide(sendcounts), view_wide(displs),
                                  sendtype, recvbuf, recvcount, recvtype, root, comm,
                                  mode_blocking()));
}
ALIAS(MPI_Scatterv_c);

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allgather");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                recvcount, recvtype, comm, mode_blocking()));
    return laws_kept(api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype, comm, mode_blocking()));
}
ALIAS(MPI_Allgather);

int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Allgather_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                recvcount, recvtype, comm, mode_blocking()));
    return laws_kept(api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype, comm, mode_blocking()));
}
ALIAS(MPI_Allgather_c);

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allgatherv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                 view_narrow(recvcounts), view_narrow(displs),
                                                 recvtype, comm, mode_blocking()));
    return laws_kept(api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                    view_narrow(recvcounts), view_narrow(displs), recvtype, comm,
                                    mode_blocking()));
}
ALIAS(MPI_Allgatherv);

int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Allgatherv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                 view_wide(recvcounts), view_wide(displs), recvtype,
                                                 comm, mode_blocking()));
    return laws_kept(api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                    view_wide(recvcounts), view_wide(displs), recvtype, comm,
                                    mode_blocking()));
}
ALIAS(MPI_Allgatherv_c);

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Reduce");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root,
                                             comm, mode_blocking()));
    return laws_kept(api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm,
                                mode_blocking()));
}
ALIAS(MPI_Reduce);

int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, int root, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Reduce_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root,
                                             comm, mode_blocking()));
    return laws_kept(api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm,
                                mode_blocking()));
}
ALIAS(MPI_Reduce_c);

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allreduce");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                                mode_blocking()));
    return laws_kept(api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                   mode_blocking()));
}
ALIAS(MPI_Allreduce);

int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Allreduce_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                                mode_blocking()));
    return laws_kept(api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                   mode_blocking()));
}
ALIAS(MPI_Allreduce_c);

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    const struct call call = CALL("MPI_Op_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_op_create(&call, user_fn, commute, op));
    return laws_kept(api_op_create(&call, user_fn, commute, op));
}
ALIAS(MPI_Op_create);

int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    const struct call call = CALL_LARGE("MPI_Op_create_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_op_create_c(&call, user_fn, commute, op));
    return laws_kept(api_op_create_c(&call, user_fn, commute, op));
}
ALIAS(MPI_Op_create_c);

int PMPI_Op_free(MPI_Op *op)
{
    const struct call call = CALL("MPI_Op_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_op_free(&call, op));
    return laws_kept(api_op_free(&call, op));
}
ALIAS(MPI_Op_free);

int PMPI_Op_commutative(MPI_Op op, int *commute)
{
    const struct call call = CALL("MPI_Op_commutative");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_op_commutative(&call, op, commute));
    return laws_kept(api_op_commutative(&call, op, commute));
}
ALIAS(MPI_Op_commutative);

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype,
                      MPI_Op op)
{
    const struct call call = CALL("MPI_Reduce_local");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_local(&call, inbuf, inoutbuf, count, datatype, op));
    return laws_kept(api_reduce_local(&call, inbuf, inoutbuf, count, datatype, op));
}
ALIAS(MPI_Reduce_local);

int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Op op)
{
    const struct call call = CALL_LARGE("MPI_Reduce_local_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_local(&call, inbuf, inoutbuf, count, datatype, op));
    return laws_kept(api_reduce_local(&call, inbuf, inoutbuf, count, datatype, op));
}
ALIAS(MPI_Reduce_local_c);

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Alltoall");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm, mode_blocking()));
    return laws_kept(api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                  comm, mode_blocking()));
}
ALIAS(MPI_Alltoall);

int PMPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Alltoall_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm, mode_blocking()));
    return laws_kept(api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                  comm, mode_blocking()));
}
ALIAS(MPI_Alltoall_c);

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Alltoallv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallv(&call, sendbuf, view_narrow(sendcounts),
                                                view_narrow(sdispls), sendtype, recvbuf,
                                                view_narrow(recvcounts), view_narrow(rdispls),
                                                recvtype, comm, mode_blocking()));
    return laws_kept(api_alltoallv(&call, sendbuf, view_narrow(sendcounts), view_narrow(sdispls),
                                   sendtype, recvbuf, view_narrow(recvcounts), view_narrow(rdispls),
                                   recvtype, comm, mode_blocking()));
}
ALIAS(MPI_Alltoallv);

int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Alltoallv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallv(&call, sendbuf, view_wide(sendcounts),
                                                view_wide(sdispls), sendtype, recvbuf,
                                                view_wide(recvcounts), view_wide(rdispls), recvtype,
                                                comm, mode_blocking()));
    return laws_kept(api_alltoallv(&call, sendbuf, view_wide(sendcounts), view_wide(sdispls),
                                   sendtype, recvbuf, view_wide(recvcounts), view_wide(rdispls),
                                   recvtype, comm, mode_blocking()));
}
ALIAS(MPI_Alltoallv_c);

int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    const struct call call = CALL("MPI_Alltoallw");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallw(&call, sendbuf, view_narrow(sendcounts),
                                                view_narrow(sdispls), sendtypes, recvbuf,
                                                view_narrow(recvcounts), view_narrow(rdispls),
                                                recvtypes, comm, mode_blocking()));
    return laws_kept(api_alltoallw(&call, sendbuf, view_narrow(sendcounts), view_narrow(sdispls),
                                   sendtypes, recvbuf, view_narrow(recvcounts),
                                   view_narrow(rdispls), recvtypes, comm, mode_blocking()));
}
ALIAS(MPI_Alltoallw);

int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Alltoallw_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallw(&call, sendbuf, view_wide(sendcounts),
                                                view_wide(sdispls), sendtypes, recvbuf,
                                                view_wide(recvcounts), view_wide(rdispls),
                                                recvtypes, comm, mode_blocking()));
    return laws_kept(api_alltoallw(&call, sendbuf, view_wide(sendcounts), view_wide(sdispls),
                                   sendtypes, recvbuf, view_wide(recvcounts), view_wide(rdispls),
                                   recvtypes, comm, mode_blocking()));
}
ALIAS(MPI_Alltoallw_c);

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Reduce_scatter_block");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount,
                                                           datatype, op, comm, mode_blocking()));
    return laws_kept(api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount, datatype, op,
                                              comm, mode_blocking()));
}
ALIAS(MPI_Reduce_scatter_block);

int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Reduce_scatter_block_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount,
                                                           datatype, op, comm, mode_blocking()));
    return laws_kept(api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount, datatype, op,
                                              comm, mode_blocking()));
}
ALIAS(MPI_Reduce_scatter_block_c);

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Reduce_scatter");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter(&call, sendbuf, recvbuf,
                                                     view_narrow(recvcounts), datatype, op, comm,
                                                     mode_blocking()));
    return laws_kept(api_reduce_scatter(&call, sendbuf, recvbuf, view_narrow(recvcounts), datatype,
                                        op, comm, mode_blocking()));
}
ALIAS(MPI_Reduce_scatter);

int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Reduce_scatter_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter(&call, sendbuf, recvbuf, view_wide(recvcounts),
                                                     datatype, op, comm, mode_blocking()));
    return laws_kept(api_reduce_scatter(&call, sendbuf, recvbuf, view_wide(recvcounts), datatype,
                                        op, comm, mode_blocking()));
}
ALIAS(MPI_Reduce_scatter_c);

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm)
{
    const struct call call = CALL("MPI_Scan");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                           mode_blocking()));
    return laws_kept(api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm, mode_blocking()));
}
ALIAS(MPI_Scan);

int PMPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Scan_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                           mode_blocking()));
    return laws_kept(api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm, mode_blocking()));
}
ALIAS(MPI_Scan_c);

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm)
{
    const struct call call = CALL("MPI_Exscan");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                             mode_blocking()));
    return laws_kept(api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                mode_blocking()));
}
ALIAS(MPI_Exscan);

int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Exscan_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                             mode_blocking()));
    return laws_kept(api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                mode_blocking()));
}
ALIAS(MPI_Exscan_c);
