/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from collectives.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_COLLECTIVES_H
#define API_GENERATED_COLLECTIVES_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_barrier(const struct call *call, MPI_Comm comm, struct mode mode);
int api_bcast(const struct call *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
              int root, MPI_Comm comm, struct mode mode);
int api_gather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
               MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
               int root, MPI_Comm comm, struct mode mode);
int api_gatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                struct int_view displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                struct mode mode);
int api_scatter(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm, struct mode mode);
int api_scatterv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                 struct int_view displs, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, struct mode mode);
int api_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode);
int api_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                   struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm, struct mode mode);
int api_reduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, struct mode mode);
int api_allreduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode);
int api_op_create(const struct call *call, MPI_User_function *user_fn, int commute, MPI_Op *op);
int api_op_create_c(const struct call *call, MPI_User_function_c *user_fn, int commute, MPI_Op *op);
int api_op_free(const struct call *call, MPI_Op *op);
int api_op_commutative(const struct call *call, MPI_Op op, int *commute);
int api_reduce_local(const struct call *call, const void *inbuf, void *inoutbuf, MPI_Count count,
                     MPI_Datatype datatype, MPI_Op op);
int api_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm, struct mode mode);
int api_alltoallv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, MPI_Datatype sendtype, void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode);
int api_alltoallw(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls,
                  const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode);
int api_reduce_scatter_block(const struct call *call, const void *sendbuf, void *recvbuf,
                             MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                             struct mode mode);
int api_reduce_scatter(const struct call *call, const void *sendbuf, void *recvbuf,
                       struct int_view recvcounts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       struct mode mode);
int api_scan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode);
int api_exscan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode);

#endif
