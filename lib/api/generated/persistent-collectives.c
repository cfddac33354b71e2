/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from persistent-collectives.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/collectives.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                    MPI_Info info, MPI_Request *request);
int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request);
int PMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request *request);
int PMPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request);
int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request);
int PMPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                       MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                       int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                         MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                         MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request);
int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request);
int PMPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                          MPI_Info info, MPI_Request *request);
int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                           MPI_Request *request);
int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                          MPI_Request *request);
int PMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request);
int PMPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request);
int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request);
int PMPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                          const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                          const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                        MPI_Info info, MPI_Request *request);
int PMPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                          const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                          const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                          const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                          MPI_Request *request);
int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   MPI_Request *request);
int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                     MPI_Request *request);
int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                             MPI_Request *request);
int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                               MPI_Request *request);
int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
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

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Barrier_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_barrier(&call, comm, mode_persistent(info, request)));
    return laws_kept(api_barrier(&call, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Barrier_init);

int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                    MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Bcast_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bcast(&call, buffer, count, datatype, root, comm,
                                            mode_persistent(info, request)));
    return laws_kept(api_bcast(&call, buffer, count, datatype, root, comm,
                               mode_persistent(info, request)));
}
ALIAS(MPI_Bcast_init);

int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Bcast_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bcast(&call, buffer, count, datatype, root, comm,
                                            mode_persistent(info, request)));
    return laws_kept(api_bcast(&call, buffer, count, datatype, root, comm,
                               mode_persistent(info, request)));
}
ALIAS(MPI_Bcast_init_c);

int PMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request *request)
{
    const struct call call = CALL("MPI_Gather_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             recvcount, recvtype, root, comm,
                                             mode_persistent(info, request)));
    return laws_kept(api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Gather_init);

int PMPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Gather_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             recvcount, recvtype, root, comm,
                                             mode_persistent(info, request)));
    return laws_kept(api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Gather_init_c);

int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Gatherv_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              view_narrow(recvcounts), view_narrow(displs),
                                              recvtype, root, comm,
                                              mode_persistent(info, request)));
    return laws_kept(api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                 view_narrow(recvcounts), view_narrow(displs), recvtype, root, comm,
                                 mode_persistent(info, request)));
}
ALIAS(MPI_Gatherv_init);

int PMPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Gatherv_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              view_wide(recvcounts), view_wide(displs), recvtype,
                                              root, comm, mode_persistent(info, request)));
    return laws_kept(api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                 view_wide(recvcounts), view_wide(displs), recvtype, root, comm,
                                 mode_persistent(info, request)));
}
ALIAS(MPI_Gatherv_init_c);

int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request)
{
    const struct call call = CALL("MPI_Scatter_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, root, comm,
                                              mode_persistent(info, request)));
    return laws_kept(api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                 root, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Scatter_init);

int PMPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Scatter_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, root, comm,
                                              mode_persistent(info, request)));
    return laws_kept(api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                 root, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Scatter_init_c);

int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                       MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                       int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Scatterv_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatterv(&call, sendbuf, view_narrow(sendcounts),
                                               view_narrow(displs), sendtype, recvbuf, recvcount,
                                               recvtype, root, comm,
                                               mode_persistent(info, request)));
    return laws_kept(api_scatterv(&call, sendbuf, view_narrow(sendcounts), view_narrow(displs),
                                  sendtype, recvbuf, recvcount, recvtype, root, comm,
                                  mode_persistent(info, request)));
}
ALIAS(MPI_Scatterv_init);

int PMPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                         MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                         MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Scatterv_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatterv(&call, sendbuf, view_wide(sendcounts),
                                               view_wide(displs), sendtype, recvbuf, recvcount,
                                               recvtype, root, comm,
                                               mode_persistent(info, request)));
    return laws_kept(api_scatterv(&call, sendbuf, view_wide(sendcounts), view_wide(displs),
                                  sendtype, recvbuf, recvcount, recvtype, root, comm,
                                  mode_persistent(info, request)));
}
ALIAS(MPI_Scatterv_init_c);

int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request)
{
    const struct call call = CALL("MPI_Allgather_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                recvcount, recvtype, comm,
                                                mode_persistent(info, request)));
    return laws_kept(api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Allgather_init);

int PMPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                          MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Allgather_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                recvcount, recvtype, comm,
                                                mode_persistent(info, request)));
    return laws_kept(api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Allgather_init_c);

int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Allgatherv_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                 view_narrow(recvcounts), view_narrow(displs),
                                                 recvtype, comm, mode_persistent(info, request)));
    return laws_kept(api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                    view_narrow(recvcounts), view_narrow(displs), recvtype, comm,
                                    mode_persistent(info, request)));
}
ALIAS(MPI_Allgatherv_init);

int PMPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                           MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Allgatherv_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                 view_wide(recvcounts), view_wide(displs), recvtype,
                                                 comm, mode_persistent(info, request)));
    return laws_kept(api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                    view_wide(recvcounts), view_wide(displs), recvtype, comm,
                                    mode_persistent(info, request)));
}
ALIAS(MPI_Allgatherv_init_c);

int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Reduce_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root,
                                             comm, mode_persistent(info, request)));
    return laws_kept(api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm,
                                mode_persistent(info, request)));
}
ALIAS(MPI_Reduce_init);

int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Reduce_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root,
                                             comm, mode_persistent(info, request)));
    return laws_kept(api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm,
                                mode_persistent(info, request)));
}
ALIAS(MPI_Reduce_init_c);

int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Allreduce_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                                mode_persistent(info, request)));
    return laws_kept(api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                   mode_persistent(info, request)));
}
ALIAS(MPI_Allreduce_init);

int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                          MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Allreduce_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                                mode_persistent(info, request)));
    return laws_kept(api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                   mode_persistent(info, request)));
}
ALIAS(MPI_Allreduce_init_c);

int PMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request)
{
    const struct call call = CALL("MPI_Alltoall_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm,
                                               mode_persistent(info, request)));
    return laws_kept(api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                  comm, mode_persistent(info, request)));
}
ALIAS(MPI_Alltoall_init);

int PMPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Alltoall_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm,
                                               mode_persistent(info, request)));
    return laws_kept(api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                  comm, mode_persistent(info, request)));
}
ALIAS(MPI_Alltoall_init_c);

int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request)
{
    const struct call call = CALL("MPI_Alltoallv_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallv(&call, sendbuf, view_narrow(sendcounts),
                                                view_narrow(sdispls), sendtype, recvbuf,
                                                view_narrow(recvcounts), view_narrow(rdispls),
                                                recvtype, comm, mode_persistent(info, request)));
    return laws_kept(api_alltoallv(&call, sendbuf, view_narrow(sendcounts), view_narrow(sdispls),
                                   sendtype, recvbuf, view_narrow(recvcounts), view_narrow(rdispls),
                                   recvtype, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Alltoallv_init);

int PMPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                          const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                          const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Alltoallv_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallv(&call, sendbuf, view_wide(sendcounts),
                                                view_wide(sdispls), sendtype, recvbuf,
                                                view_wide(recvcounts), view_wide(rdispls), recvtype,
                                                comm, mode_persistent(info, request)));
    return laws_kept(api_alltoallv(&call, sendbuf, view_wide(sendcounts), view_wide(sdispls),
                                   sendtype, recvbuf, view_wide(recvcounts), view_wide(rdispls),
                                   recvtype, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Alltoallv_init_c);

int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                        MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Alltoallw_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallw(&call, sendbuf, view_narrow(sendcounts),
                                                view_narrow(sdispls), sendtypes, recvbuf,
                                                view_narrow(recvcounts), view_narrow(rdispls),
                                                recvtypes, comm, mode_persistent(info, request)));
    return laws_kept(api_alltoallw(&call, sendbuf, view_narrow(sendcounts), view_narrow(sdispls),
                                   sendtypes, recvbuf, view_narrow(recvcounts),
                                   view_narrow(rdispls), recvtypes, comm,
                                   mode_persistent(info, request)));
}
ALIAS(MPI_Alltoallw_init);

int PMPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                          const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                          const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                          const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                          MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Alltoallw_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallw(&call, sendbuf, view_wide(sendcounts),
                                                view_wide(sdispls), sendtypes, recvbuf,
                                                view_wide(recvcounts), view_wide(rdispls),
                                                recvtypes, comm, mode_persistent(info, request)));
    return laws_kept(api_alltoallw(&call, sendbuf, view_wide(sendcounts), view_wide(sdispls),
                                   sendtypes, recvbuf, view_wide(recvcounts), view_wide(rdispls),
                                   recvtypes, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Alltoallw_init_c);

int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   MPI_Request *request)
{
    const struct call call = CALL("MPI_Reduce_scatter_block_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount,
                                                           datatype, op, comm,
                                                           mode_persistent(info, request)));
    return laws_kept(api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount, datatype, op,
                                              comm, mode_persistent(info, request)));
}
ALIAS(MPI_Reduce_scatter_block_init);

int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                     MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Reduce_scatter_block_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount,
                                                           datatype, op, comm,
                                                           mode_persistent(info, request)));
    return laws_kept(api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount, datatype, op,
                                              comm, mode_persistent(info, request)));
}
ALIAS(MPI_Reduce_scatter_block_init_c);

int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                             MPI_Request *request)
{
    const struct call call = CALL("MPI_Reduce_scatter_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter(&call, sendbuf, recvbuf,
                                                     view_narrow(recvcounts), datatype, op, comm,
                                                     mode_persistent(info, request)));
    return laws_kept(api_reduce_scatter(&call, sendbuf, recvbuf, view_narrow(recvcounts), datatype,
                                        op, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Reduce_scatter_init);

int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                               MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Reduce_scatter_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter(&call, sendbuf, recvbuf, view_wide(recvcounts),
                                                     datatype, op, comm,
                                                     mode_persistent(info, request)));
    return laws_kept(api_reduce_scatter(&call, sendbuf, recvbuf, view_wide(recvcounts), datatype,
                                        op, comm, mode_persistent(info, request)));
}
ALIAS(MPI_Reduce_scatter_init_c);

int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Scan_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                           mode_persistent(info, request)));
    return laws_kept(api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                              mode_persistent(info, request)));
}
ALIAS(MPI_Scan_init);

int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Scan_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                           mode_persistent(info, request)));
    return laws_kept(api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                              mode_persistent(info, request)));
}
ALIAS(MPI_Scan_init_c);

int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Exscan_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                             mode_persistent(info, request)));
    return laws_kept(api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                mode_persistent(info, request)));
}
ALIAS(MPI_Exscan_init);

int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Exscan_init_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                             mode_persistent(info, request)));
    return laws_kept(api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                mode_persistent(info, request)));
}
ALIAS(MPI_Exscan_init_c);
