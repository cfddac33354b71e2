/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from nonblocking-neighborhoods.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/neighborhoods.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request);
int PMPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                               MPI_Comm comm, MPI_Request *request);
int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const int recvcounts[], const int displs[],
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                void *recvbuf, const MPI_Count recvcounts[],
                                const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Request *request);
int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request);
int PMPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Request *request);
int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request);
int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
                               const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                               const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                             const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                             const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                             MPI_Comm comm, MPI_Request *request);
int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
                               const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                               void *recvbuf, const MPI_Count recvcounts[],
                               const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                               MPI_Comm comm, MPI_Request *request);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_neighbor_allgather(const struct call *call, const void *sendbuf,
                                    MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                    struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_neighbor_allgather(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                     recvtype, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_neighbor_allgatherv(const struct call *call, const void *sendbuf,
                                     MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                     struct int_view recvcounts, struct int_view displs,
                                     MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_neighbor_allgatherv(call, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                      displs, recvtype, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_neighbor_alltoall(const struct call *call, const void *sendbuf,
                                   MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                   struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_neighbor_alltoall(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                    recvtype, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_neighbor_alltoallv(const struct call *call, const void *sendbuf,
                                    struct int_view sendcounts, struct int_view sdispls,
                                    MPI_Datatype sendtype, void *recvbuf,
                                    struct int_view recvcounts, struct int_view rdispls,
                                    MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = sendtype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_neighbor_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                     recvcounts, rdispls, recvtype, comm, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_neighbor_alltoallw(const struct call *call, const void *sendbuf,
                                    struct int_view sendcounts, const MPI_Aint sdispls[],
                                    const MPI_Datatype sendtypes[], void *recvbuf,
                                    struct int_view recvcounts, const MPI_Aint rdispls[],
                                    const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_neighbor_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                     recvcounts, rdispls, recvtypes, comm, mode);
    return followed_end(call, err);
}

int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request)
{
    const struct call call = CALL("MPI_Ineighbor_allgather");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_allgather(&call, sendbuf, sendcount, sendtype,
                                                         recvbuf, recvcount, recvtype, comm,
                                                         mode_nonblocking(request)));
    return laws_kept(api_neighbor_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                            recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_allgather);

int PMPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                               MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ineighbor_allgather_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_allgather(&call, sendbuf, sendcount, sendtype,
                                                         recvbuf, recvcount, recvtype, comm,
                                                         mode_nonblocking(request)));
    return laws_kept(api_neighbor_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                            recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_allgather_c);

int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const int recvcounts[], const int displs[],
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ineighbor_allgatherv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_allgatherv(&call, sendbuf, sendcount, sendtype,
                                                          recvbuf, view_narrow(recvcounts),
                                                          view_narrow(displs), recvtype, comm,
                                                          mode_nonblocking(request)));
    return laws_kept(api_neighbor_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             view_narrow(recvcounts), view_narrow(displs), recvtype,
                                             comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_allgatherv);

int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                void *recvbuf, const MPI_Count recvcounts[],
                                const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ineighbor_allgatherv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_allgatherv(&call, sendbuf, sendcount, sendtype,
                                                          recvbuf, view_wide(recvcounts),
                                                          view_wide(displs), recvtype, comm,
                                                          mode_nonblocking(request)));
    return laws_kept(api_neighbor_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf,
                                             view_wide(recvcounts), view_wide(displs), recvtype,
                                             comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_allgatherv_c);

int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request)
{
    const struct call call = CALL("MPI_Ineighbor_alltoall");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_alltoall(&call, sendbuf, sendcount, sendtype,
                                                        recvbuf, recvcount, recvtype, comm,
                                                        mode_nonblocking(request)));
    return laws_kept(api_neighbor_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                           recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_alltoall);

int PMPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ineighbor_alltoall_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_alltoall(&call, sendbuf, sendcount, sendtype,
                                                        recvbuf, recvcount, recvtype, comm,
                                                        mode_nonblocking(request)));
    return laws_kept(api_neighbor_alltoall(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                           recvtype, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_alltoall_c);

int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request)
{
    const struct call call = CALL("MPI_Ineighbor_alltoallv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_alltoallv(&call, sendbuf, view_narrow(sendcounts),
                                                         view_narrow(sdispls), sendtype, recvbuf,
                                                         view_narrow(recvcounts),
                                                         view_narrow(rdispls), recvtype, comm,
                                                         mode_nonblocking(request)));
    return laws_kept(api_neighbor_alltoallv(&call, sendbuf, view_narrow(sendcounts),
                                            view_narrow(sdispls), sendtype, recvbuf,
                                            view_narrow(recvcounts), view_narrow(rdispls), recvtype,
                                            comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_alltoallv);

int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
                               const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                               const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ineighbor_alltoallv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_alltoallv(&call, sendbuf, view_wide(sendcounts),
                                                         view_wide(sdispls), sendtype, recvbuf,
                                                         view_wide(recvcounts), view_wide(rdispls),
                                                         recvtype, comm,
                                                         mode_nonblocking(request)));
    return laws_kept(api_neighbor_alltoallv(&call, sendbuf, view_wide(sendcounts),
                                            view_wide(sdispls), sendtype, recvbuf,
                                            view_wide(recvcounts), view_wide(rdispls), recvtype,
                                            comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_alltoallv_c);

int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                             const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                             const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                             MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ineighbor_alltoallw");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_alltoallw(&call, sendbuf, view_narrow(sendcounts),
                                                         sdispls, sendtypes, recvbuf,
                                                         view_narrow(recvcounts), rdispls,
                                                         recvtypes, comm,
                                                         mode_nonblocking(request)));
    return laws_kept(api_neighbor_alltoallw(&call, sendbuf, view_narrow(sendcounts), sdispls,
                                            sendtypes, recvbuf, view_narrow(recvcounts), rdispls,
                                            recvtypes, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_alltoallw);

int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
                               const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                               void *recvbuf, const MPI_Count recvcounts[],
                               const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                               MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ineighbor_alltoallw_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_neighbor_alltoallw(&call, sendbuf, view_wide(sendcounts),
                                                         sdispls, sendtypes, recvbuf,
                                                         view_wide(recvcounts), rdispls, recvtypes,
                                                         comm, mode_nonblocking(request)));
    return laws_kept(api_neighbor_alltoallw(&call, sendbuf, view_wide(sendcounts), sdispls,
                                            sendtypes, recvbuf, view_wide(recvcounts), rdispls,
                                            recvtypes, comm, mode_nonblocking(request)));
}
ALIAS(MPI_Ineighbor_alltoallw_c);
