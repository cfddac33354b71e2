/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from neighborhoods.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_NEIGHBORHOODS_H
#define API_GENERATED_NEIGHBORHOODS_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_neighbor_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                           MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode);
int api_neighbor_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                            struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm,
                            struct mode mode);
int api_neighbor_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                          MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, struct mode mode);
int api_neighbor_alltoallv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                           struct int_view sdispls, MPI_Datatype sendtype, void *recvbuf,
                           struct int_view recvcounts, struct int_view rdispls,
                           MPI_Datatype recvtype, MPI_Comm comm, struct mode mode);
int api_neighbor_alltoallw(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                           const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                           struct int_view recvcounts, const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode);

#endif
