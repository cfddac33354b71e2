/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from point-to-point.table. */
#include "api/surface.h"

#include "api/generated/api.h"
#include "base/call.h"

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Send");

    return api_send(&call, buf, count, datatype, dest, tag, comm);
}
ALIAS(MPI_Send);

int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm)
{
    const struct call call = CALL("MPI_Send_c");

    return api_send(&call, buf, count, datatype, dest, tag, comm);
}
ALIAS(MPI_Send_c);

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    const struct call call = CALL("MPI_Isend");

    return api_isend(&call, buf, count, datatype, dest, tag, comm, request);
}
ALIAS(MPI_Isend);

int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Isend_c");

    return api_isend(&call, buf, count, datatype, dest, tag, comm, request);
}
ALIAS(MPI_Isend_c);

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Status *status)
{
    const struct call call = CALL("MPI_Recv");

    return api_recv(&call, buf, count, datatype, source, tag, comm, status);
}
ALIAS(MPI_Recv);

int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                MPI_Comm comm, MPI_Status *status)
{
    const struct call call = CALL("MPI_Recv_c");

    return api_recv(&call, buf, count, datatype, source, tag, comm, status);
}
ALIAS(MPI_Recv_c);

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    const struct call call = CALL("MPI_Irecv");

    return api_irecv(&call, buf, count, datatype, source, tag, comm, request);
}
ALIAS(MPI_Irecv);

int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                 MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Irecv_c");

    return api_irecv(&call, buf, count, datatype, source, tag, comm, request);
}
ALIAS(MPI_Irecv_c);

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Status *status)
{
    const struct call call = CALL("MPI_Sendrecv");

    return api_sendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                        recvtype, source, recvtag, comm, status);
}
ALIAS(MPI_Sendrecv);

int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                    int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    const struct call call = CALL("MPI_Sendrecv_c");

    return api_sendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                        recvtype, source, recvtag, comm, status);
}
ALIAS(MPI_Sendrecv_c);

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    const struct call call = CALL("MPI_Wait");

    return api_wait(&call, request, status);
}
ALIAS(MPI_Wait);

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    const struct call call = CALL("MPI_Test");

    return api_test(&call, request, flag, status);
}
ALIAS(MPI_Test);

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)
{
    const struct call call = CALL("MPI_Waitall");

    return api_waitall(&call, count, array_of_requests, array_of_statuses);
}
ALIAS(MPI_Waitall);

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                 MPI_Status *array_of_statuses)
{
    const struct call call = CALL("MPI_Testall");

    return api_testall(&call, count, array_of_requests, flag, array_of_statuses);
}
ALIAS(MPI_Testall);

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    const struct call call = CALL("MPI_Probe");

    return api_probe(&call, source, tag, comm, status);
}
ALIAS(MPI_Probe);

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    const struct call call = CALL("MPI_Iprobe");

    return api_iprobe(&call, source, tag, comm, flag, status);
}
ALIAS(MPI_Iprobe);

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    const struct call call = CALL("MPI_Get_count");

    return api_get_count(&call, status, datatype, slot_narrow(count));
}
ALIAS(MPI_Get_count);

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    const struct call call = CALL("MPI_Get_count_c");

    return api_get_count(&call, status, datatype, slot_wide(count));
}
ALIAS(MPI_Get_count_c);
