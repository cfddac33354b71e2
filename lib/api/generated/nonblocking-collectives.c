/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from nonblocking-collectives.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/collectives.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request);
int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                MPI_Request *request);
int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                  MPI_Request *request);
int PMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request *request);
int PMPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   MPI_Request *request);
int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                  MPI_Comm comm, MPI_Request *request);
int PMPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                    int root, MPI_Comm comm, MPI_Request *request);
int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request);
int PMPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                    MPI_Request *request);
int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                   MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm, MPI_Request *request);
int PMPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int PMPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request *request);
int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                     MPI_Comm comm, MPI_Request *request);
int PMPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 int root, MPI_Comm comm, MPI_Request *request);
int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, int root, MPI_Comm comm, MPI_Request *request);
int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Request *request);
int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Request *request);
int PMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int PMPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request);
int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int PMPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request *request);
int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                    const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                    MPI_Request *request);
int PMPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                      MPI_Request *request);
int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                               MPI_Request *request);
int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                 MPI_Request *request);
int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request *request);
int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, MPI_Comm comm, MPI_Request *request);
int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 MPI_Comm comm, MPI_Request *request);
int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, MPI_Comm comm, MPI_Request *request);
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

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ibarrier");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_barrier(&call, comm, mode_nonblocking(request)));
    return laws_kept(api_barrier(&call, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ibarrier);

int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                MPI_Request *request)
{
    const struct call call = CALL("MPI_Ibcast");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bcast(&call, buffer, count, datatype, root, comm,
                                            mode_nonblocking(request)));
    return laws_kept(api_bcast(&call, buffer, count, datatype, root, comm,
                               mode_nonblocking(request)));
}
ALIAS(MPI_Ibcast);

int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                  MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ibcast_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bcast(&call, buffer, count, datatype, root, comm,
                                            mode_nonblocking(request)));
    return laws_kept(api_bcast(&call, buffer, count, datatype, root, comm,
                               mode_nonblocking(request)));
}
ALIAS(MPI_Ibcast_c);

int PMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request *request)
{
    const struct call call = CALL("MPI_Igather");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             recvcount, recvtype, root, comm,
                                             mode_nonblocking(request)));
    return laws_kept(api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Igather);

int PMPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Igather_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             recvcount, recvtype, root, comm,
                                             mode_nonblocking(request)));
    return laws_kept(api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Igather_c);

int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                  MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Igatherv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              view_narrow(recvcounts), view_narrow(displs),
                                              recvtype, root, comm, mode_nonblocking(request)));
    return laws_kept(api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                 view_narrow(recvcounts), view_narrow(displs), recvtype, root, comm,
                                 mode_nonblocking(request)));
}
ALIAS(MPI_Igatherv);

int PMPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                    int root, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Igatherv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              view_wide(recvcounts), view_wide(displs), recvtype,
                                              root, comm, mode_nonblocking(request)));
    return laws_kept(api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                 view_wide(recvcounts), view_wide(displs), recvtype, root, comm,
                                 mode_nonblocking(request)));
}
ALIAS(MPI_Igatherv_c);

int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request)
{
    const struct call call = CALL("MPI_Iscatter");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, root, comm,
                                              mode_nonblocking(request)));
    return laws_kept(api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                 root, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Iscatter);

int PMPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                    MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Iscatter_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, root, comm,
                                              mode_nonblocking(request)));
    return laws_kept(api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                 root, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Iscatter_c);

int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                   MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Iscatterv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatterv(&call, sendbuf, view_narrow(sendcounts),
                                               view_narrow(displs), sendtype, recvbuf, recvcount,
                                               recvtype, root, comm, mode_nonblocking(request)));
    return laws_kept(api_scatterv(&call, sendbuf, view_narrow(sendcounts), view_narrow(displs),
                                  sendtype, recvbuf, recvcount, recvtype, root, comm,
                                  mode_nonblocking(request)));
}
ALIAS(MPI_Iscatterv);

int PMPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Iscatterv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scatterv(&call, sendbuf, view_wide(sendcounts),
                                               view_wide(displs), sendtype, recvbuf, recvcount,
                                               recvtype, root, comm, mode_nonblocking(request)));
    return laws_kept(api_scatterv(&call, sendbuf, view_wide(sendcounts), view_wide(displs),
                                  sendtype, recvbuf, recvcount, recvtype, root, comm,
                                  mode_nonblocking(request)));
}
ALIAS(MPI_Iscatterv_c);

int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Iallgather");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                recvcount, recvtype, comm,
                                                mode_nonblocking(request)));
    return laws_kept(api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Iallgather);

int PMPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Iallgather_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                recvcount, recvtype, comm,
                                                mode_nonblocking(request)));
    return laws_kept(api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Iallgather_c);

int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                     MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Iallgatherv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                 view_narrow(recvcounts), view_narrow(displs),
                                                 recvtype, comm, mode_nonblocking(request)));
    return laws_kept(api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                    view_narrow(recvcounts), view_narrow(displs), recvtype, comm,
                                    mode_nonblocking(request)));
}
ALIAS(MPI_Iallgatherv);

int PMPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Iallgatherv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                                 view_wide(recvcounts), view_wide(displs), recvtype,
                                                 comm, mode_nonblocking(request)));
    return laws_kept(api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                    view_wide(recvcounts), view_wide(displs), recvtype, comm,
                                    mode_nonblocking(request)));
}
ALIAS(MPI_Iallgatherv_c);

int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 int root, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ireduce");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root,
                                             comm, mode_nonblocking(request)));
    return laws_kept(api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm,
                                mode_nonblocking(request)));
}
ALIAS(MPI_Ireduce);

int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ireduce_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root,
                                             comm, mode_nonblocking(request)));
    return laws_kept(api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm,
                                mode_nonblocking(request)));
}
ALIAS(MPI_Ireduce_c);

int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Iallreduce");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                                mode_nonblocking(request)));
    return laws_kept(api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                   mode_nonblocking(request)));
}
ALIAS(MPI_Iallreduce);

int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Iallreduce_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                                mode_nonblocking(request)));
    return laws_kept(api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                   mode_nonblocking(request)));
}
ALIAS(MPI_Iallreduce_c);

int PMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ialltoall");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm,
                                               mode_nonblocking(request)));
    return laws_kept(api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                  comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ialltoall);

int PMPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ialltoall_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm,
                                               mode_nonblocking(request)));
    return laws_kept(api_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                  comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ialltoall_c);

int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ialltoallv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallv(&call, sendbuf, view_narrow(sendcounts),
                                                view_narrow(sdispls), sendtype, recvbuf,
                                                view_narrow(recvcounts), view_narrow(rdispls),
                                                recvtype, comm, mode_nonblocking(request)));
    return laws_kept(api_alltoallv(&call, sendbuf, view_narrow(sendcounts), view_narrow(sdispls),
                                   sendtype, recvbuf, view_narrow(recvcounts), view_narrow(rdispls),
                                   recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ialltoallv);

int PMPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ialltoallv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallv(&call, sendbuf, view_wide(sendcounts),
                                                view_wide(sdispls), sendtype, recvbuf,
                                                view_wide(recvcounts), view_wide(rdispls), recvtype,
                                                comm, mode_nonblocking(request)));
    return laws_kept(api_alltoallv(&call, sendbuf, view_wide(sendcounts), view_wide(sdispls),
                                   sendtype, recvbuf, view_wide(recvcounts), view_wide(rdispls),
                                   recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ialltoallv_c);

int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                    const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                    MPI_Request *request)
{
    const struct call call = CALL("MPI_Ialltoallw");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallw(&call, sendbuf, view_narrow(sendcounts),
                                                view_narrow(sdispls), sendtypes, recvbuf,
                                                view_narrow(recvcounts), view_narrow(rdispls),
                                                recvtypes, comm, mode_nonblocking(request)));
    return laws_kept(api_alltoallw(&call, sendbuf, view_narrow(sendcounts), view_narrow(sdispls),
                                   sendtypes, recvbuf, view_narrow(recvcounts),
                                   view_narrow(rdispls), recvtypes, comm,
                                   mode_nonblocking(request)));
}
ALIAS(MPI_Ialltoallw);

int PMPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                      MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ialltoallw_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alltoallw(&call, sendbuf, view_wide(sendcounts),
                                                view_wide(sdispls), sendtypes, recvbuf,
                                                view_wide(recvcounts), view_wide(rdispls),
                                                recvtypes, comm, mode_nonblocking(request)));
    return laws_kept(api_alltoallw(&call, sendbuf, view_wide(sendcounts), view_wide(sdispls),
                                   sendtypes, recvbuf, view_wide(recvcounts), view_wide(rdispls),
                                   recvtypes, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ialltoallw_c);

int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                               MPI_Request *request)
{
    const struct call call = CALL("MPI_Ireduce_scatter_block");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount,
                                                           datatype, op, comm,
                                                           mode_nonblocking(request)));
    return laws_kept(api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount, datatype, op,
                                              comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ireduce_scatter_block);

int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                 MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ireduce_scatter_block_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount,
                                                           datatype, op, comm,
                                                           mode_nonblocking(request)));
    return laws_kept(api_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount, datatype, op,
                                              comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ireduce_scatter_block_c);

int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ireduce_scatter");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter(&call, sendbuf, recvbuf,
                                                     view_narrow(recvcounts), datatype, op, comm,
                                                     mode_nonblocking(request)));
    return laws_kept(api_reduce_scatter(&call, sendbuf, recvbuf, view_narrow(recvcounts), datatype,
                                        op, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ireduce_scatter);

int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ireduce_scatter_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_reduce_scatter(&call, sendbuf, recvbuf, view_wide(recvcounts),
                                                     datatype, op, comm,
                                                     mode_nonblocking(request)));
    return laws_kept(api_reduce_scatter(&call, sendbuf, recvbuf, view_wide(recvcounts), datatype,
                                        op, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ireduce_scatter_c);

int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Iscan");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                           mode_nonblocking(request)));
    return laws_kept(api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                              mode_nonblocking(request)));
}
ALIAS(MPI_Iscan);

int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Iscan_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                           mode_nonblocking(request)));
    return laws_kept(api_scan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                              mode_nonblocking(request)));
}
ALIAS(MPI_Iscan_c);

int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Iexscan");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                             mode_nonblocking(request)));
    return laws_kept(api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                mode_nonblocking(request)));
}
ALIAS(MPI_Iexscan);

int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Iexscan_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                             mode_nonblocking(request)));
    return laws_kept(api_exscan(&call, sendbuf, recvbuf, count, datatype, op, comm,
                                mode_nonblocking(request)));
}
ALIAS(MPI_Iexscan_c);
