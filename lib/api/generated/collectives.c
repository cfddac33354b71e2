/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from collectives.table. */
#include "api/surface.h"

#include "api/generated/api.h"
#include "base/call.h"

int PMPI_Barrier(MPI_Comm comm)
{
    const struct call call = CALL("MPI_Barrier");

    return api_barrier(&call, comm);
}
ALIAS(MPI_Barrier);

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Bcast");

    return api_bcast(&call, buffer, count, datatype, root, comm);
}
ALIAS(MPI_Bcast);

int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Bcast_c");

    return api_bcast(&call, buffer, count, datatype, root, comm);
}
ALIAS(MPI_Bcast_c);

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Gather");

    return api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                      comm);
}
ALIAS(MPI_Gather);

int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Gather_c");

    return api_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                      comm);
}
ALIAS(MPI_Gather_c);

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm)
{
    const struct call call = CALL("MPI_Gatherv");

    return api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf, view_narrow(recvcounts),
                       view_narrow(displs), recvtype, root, comm);
}
ALIAS(MPI_Gatherv);

int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                   int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Gatherv_c");

    return api_gatherv(&call, sendbuf, sendcount, sendtype, recvbuf, view_wide(recvcounts),
                       view_wide(displs), recvtype, root, comm);
}
ALIAS(MPI_Gatherv_c);

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Scatter");

    return api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                       comm);
}
ALIAS(MPI_Scatter);

int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Scatter_c");

    return api_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                       comm);
}
ALIAS(MPI_Scatter_c);

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Scatterv");

    return api_scatterv(&call, sendbuf, view_narrow(sendcounts), view_narrow(displs), sendtype,
                        recvbuf, recvcount, recvtype, root, comm);
}
ALIAS(MPI_Scatterv);

int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Scatterv_c");

    return api_scatterv(&call, sendbuf, view_wide(sendcounts), view_wide(displs), sendtype, recvbuf,
                        recvcount, recvtype, root, comm);
}
ALIAS(MPI_Scatterv_c);

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allgather");

    return api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
ALIAS(MPI_Allgather);

int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allgather_c");

    return api_allgather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
ALIAS(MPI_Allgather_c);

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allgatherv");

    return api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf, view_narrow(recvcounts),
                          view_narrow(displs), recvtype, comm);
}
ALIAS(MPI_Allgatherv);

int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allgatherv_c");

    return api_allgatherv(&call, sendbuf, sendcount, sendtype, recvbuf, view_wide(recvcounts),
                          view_wide(displs), recvtype, comm);
}
ALIAS(MPI_Allgatherv_c);

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Reduce");

    return api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm);
}
ALIAS(MPI_Reduce);

int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, int root, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Reduce_c");

    return api_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm);
}
ALIAS(MPI_Reduce_c);

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allreduce");

    return api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm);
}
ALIAS(MPI_Allreduce);

int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Allreduce_c");

    return api_allreduce(&call, sendbuf, recvbuf, count, datatype, op, comm);
}
ALIAS(MPI_Allreduce_c);

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    const struct call call = CALL("MPI_Op_create");

    return api_op_create(&call, user_fn, commute, op);
}
ALIAS(MPI_Op_create);

int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    const struct call call = CALL("MPI_Op_create_c");

    return api_op_create_c(&call, user_fn, commute, op);
}
ALIAS(MPI_Op_create_c);

int PMPI_Op_free(MPI_Op *op)
{
    const struct call call = CALL("MPI_Op_free");

    return api_op_free(&call, op);
}
ALIAS(MPI_Op_free);

int PMPI_Op_commutative(MPI_Op op, int *commute)
{
    const struct call call = CALL("MPI_Op_commutative");

    return api_op_commutative(&call, op, commute);
}
ALIAS(MPI_Op_commutative);

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype,
                      MPI_Op op)
{
    const struct call call = CALL("MPI_Reduce_local");

    return api_reduce_local(&call, inbuf, inoutbuf, count, datatype, op);
}
ALIAS(MPI_Reduce_local);

int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Op op)
{
    const struct call call = CALL("MPI_Reduce_local_c");

    return api_reduce_local(&call, inbuf, inoutbuf, count, datatype, op);
}
ALIAS(MPI_Reduce_local_c);
