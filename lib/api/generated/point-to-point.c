/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from point-to-point.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/quick.h"
#include "api/entry/surface.h"
#include "api/generated/point-to-point.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm);
int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int PMPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm);
int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int PMPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm);
int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int PMPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm);
int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request);
int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request);
int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request);
int PMPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request);
int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request);
int PMPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request);
int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request);
int PMPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request);
int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Status *status);
int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                MPI_Comm comm, MPI_Status *status);
int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request *request);
int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                 MPI_Comm comm, MPI_Request *request);
int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Status *status);
int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                    int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int PMPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                            int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                   void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                   MPI_Comm comm, MPI_Request *request);
int PMPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                     int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                     int source, int recvtag, MPI_Comm comm, MPI_Request *request);
int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                           int source, int recvtag, MPI_Comm comm, MPI_Request *request);
int PMPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                             int sendtag, int source, int recvtag, MPI_Comm comm,
                             MPI_Request *request);
int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request);
int PMPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request);
int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
int PMPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request);
int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
int PMPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request);
int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
int PMPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request);
int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Request *request);
int PMPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                     MPI_Comm comm, MPI_Request *request);
int PMPI_Start(MPI_Request *request);
int PMPI_Startall(int count, MPI_Request array_of_requests[]);
int PMPI_Wait(MPI_Request *request, MPI_Status *status);
int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses);
int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                 MPI_Status *array_of_statuses);
int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status);
int PMPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag,
                 MPI_Status *status);
int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                  int array_of_indices[], MPI_Status *array_of_statuses);
int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                  int array_of_indices[], MPI_Status *array_of_statuses);
int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);
int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
                                MPI_Status *array_of_statuses);
int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *indx,
                                int *flag, MPI_Status *status);
int PMPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount,
                                 int array_of_indices[], MPI_Status *array_of_statuses);
int PMPI_Request_free(MPI_Request *request);
int PMPI_Cancel(MPI_Request *request);
int PMPI_Test_cancelled(const MPI_Status *status, int *flag);
int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                 MPI_Status *status);
int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
               MPI_Status *status);
int PMPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                 MPI_Status *status);
int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                MPI_Request *request);
int PMPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                  MPI_Request *request);
int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count);
int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
int PMPI_Status_get_source(const MPI_Status *status, int *source);
int PMPI_Status_get_tag(const MPI_Status *status, int *tag);
int PMPI_Status_get_error(const MPI_Status *status, int *error);
int PMPI_Buffer_attach(void *buffer, int size);
int PMPI_Buffer_attach_c(void *buffer, MPI_Count size);
int PMPI_Buffer_detach(void *buffer_addr, int *size);
int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size);
int PMPI_Buffer_flush(void);
int PMPI_Buffer_iflush(MPI_Request *request);
int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size);
int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size);
int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size);
int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size);
int PMPI_Comm_flush_buffer(MPI_Comm comm);
int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request);
int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size);
int PMPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size);
int PMPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size);
int PMPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size);
int PMPI_Session_flush_buffer(MPI_Session session);
int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request);
#pragma GCC visibility pop

int api_iprobe(const struct call *call, int source, int tag, MPI_Comm comm, int *flag,
               MPI_Status *status)
{
    return checked_iprobe(false, call, source, tag, comm, flag, status);
}

int api_get_count(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                  struct int_slot count)
{
    return checked_get_count(false, call, status, datatype, count);
}

static __attribute__((noinline))
int followed_api_send(const struct call *call, const void *buf, MPI_Count count,
                      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_send(call, buf, count, datatype, dest, tag, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_bsend(const struct call *call, const void *buf, MPI_Count count,
                       MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_bsend(call, buf, count, datatype, dest, tag, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_ssend(const struct call *call, const void *buf, MPI_Count count,
                       MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_ssend(call, buf, count, datatype, dest, tag, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_rsend(const struct call *call, const void *buf, MPI_Count count,
                       MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_rsend(call, buf, count, datatype, dest, tag, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_isend(const struct call *call, const void *buf, MPI_Count count,
                       MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                       MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_isend(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_ibsend(const struct call *call, const void *buf, MPI_Count count,
                        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                        MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_ibsend(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_issend(const struct call *call, const void *buf, MPI_Count count,
                        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                        MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_issend(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_irsend(const struct call *call, const void *buf, MPI_Count count,
                        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                        MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_irsend(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_recv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
                      int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_recv(call, buf, count, datatype, source, tag, comm, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_irecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
                       int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_irecv(call, buf, count, datatype, source, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_sendrecv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                          MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                          MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                          MPI_Comm comm, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = sendtag,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_sendrecv(call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                           recvtype, source, recvtag, comm, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_sendrecv_replace(const struct call *call, void *buf, MPI_Count count,
                                  MPI_Datatype datatype, int dest, int sendtag, int source,
                                  int recvtag, MPI_Comm comm, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = sendtag,
                                                        .count = count, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_sendrecv_replace(call, buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                   status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_isendrecv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                           MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                           MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                           MPI_Comm comm, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = sendtag,
                                                        .count = sendcount, .type = sendtype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_isendrecv(call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                            recvtype, source, recvtag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_isendrecv_replace(const struct call *call, void *buf, MPI_Count count,
                                   MPI_Datatype datatype, int dest, int sendtag, int source,
                                   int recvtag, MPI_Comm comm, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = sendtag,
                                                        .count = count, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_isendrecv_replace(call, buf, count, datatype, dest, sendtag, source, recvtag,
                                    comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_send_init(const struct call *call, const void *buf, MPI_Count count,
                           MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                           MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_send_init(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_bsend_init(const struct call *call, const void *buf, MPI_Count count,
                            MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                            MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_bsend_init(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_ssend_init(const struct call *call, const void *buf, MPI_Count count,
                            MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                            MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_ssend_init(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_rsend_init(const struct call *call, const void *buf, MPI_Count count,
                            MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                            MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_rsend_init(call, buf, count, datatype, dest, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_recv_init(const struct call *call, void *buf, MPI_Count count,
                           MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                           MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_recv_init(call, buf, count, datatype, source, tag, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_start(const struct call *call, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_start(call, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_startall(const struct call *call, int count, MPI_Request array_of_requests[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_startall(call, count, array_of_requests);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_wait(const struct call *call, MPI_Request *request, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_wait(call, request, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_test(const struct call *call, MPI_Request *request, int *flag, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_test(call, request, flag, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_waitall(const struct call *call, int count, MPI_Request array_of_requests[],
                         MPI_Status *array_of_statuses)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_waitall(call, count, array_of_requests, array_of_statuses);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_testall(const struct call *call, int count, MPI_Request array_of_requests[],
                         int *flag, MPI_Status *array_of_statuses)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_testall(call, count, array_of_requests, flag, array_of_statuses);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_waitany(const struct call *call, int count, MPI_Request array_of_requests[],
                         int *indx, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_waitany(call, count, array_of_requests, indx, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_testany(const struct call *call, int count, MPI_Request array_of_requests[],
                         int *indx, int *flag, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_testany(call, count, array_of_requests, indx, flag, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_waitsome(const struct call *call, int incount, MPI_Request array_of_requests[],
                          int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = incount});

    if (err == MPI_SUCCESS)
        err = api_waitsome(call, incount, array_of_requests, outcount, array_of_indices,
                           array_of_statuses);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_testsome(const struct call *call, int incount, MPI_Request array_of_requests[],
                          int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = incount});

    if (err == MPI_SUCCESS)
        err = api_testsome(call, incount, array_of_requests, outcount, array_of_indices,
                           array_of_statuses);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_request_get_status(const struct call *call, MPI_Request request, int *flag,
                                    MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_request_get_status(call, request, flag, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_request_get_status_all(const struct call *call, int count,
                                        const MPI_Request array_of_requests[], int *flag,
                                        MPI_Status *array_of_statuses)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_request_get_status_all(call, count, array_of_requests, flag, array_of_statuses);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_request_get_status_any(const struct call *call, int count,
                                        const MPI_Request array_of_requests[], int *indx, int *flag,
                                        MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_request_get_status_any(call, count, array_of_requests, indx, flag, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_request_get_status_some(const struct call *call, int incount,
                                         const MPI_Request array_of_requests[], int *outcount,
                                         int array_of_indices[], MPI_Status *array_of_statuses)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = incount});

    if (err == MPI_SUCCESS)
        err = api_request_get_status_some(call, incount, array_of_requests, outcount,
                                          array_of_indices, array_of_statuses);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_request_free(const struct call *call, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_request_free(call, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cancel(const struct call *call, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_cancel(call, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_test_cancelled(const struct call *call, const MPI_Status *status, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_test_cancelled(call, status, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_probe(const struct call *call, int source, int tag, MPI_Comm comm,
                       MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_probe(call, source, tag, comm, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_iprobe(const struct call *call, int source, int tag, MPI_Comm comm, int *flag,
                        MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_iprobe(call, source, tag, comm, flag, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_mprobe(const struct call *call, int source, int tag, MPI_Comm comm,
                        MPI_Message *message, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_mprobe(call, source, tag, comm, message, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_improbe(const struct call *call, int source, int tag, MPI_Comm comm, int *flag,
                         MPI_Message *message, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_improbe(call, source, tag, comm, flag, message, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_mrecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Message *message, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_mrecv(call, buf, count, datatype, message, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_imrecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Message *message, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_imrecv(call, buf, count, datatype, message, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_count(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                           struct int_slot count)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_get_count(call, status, datatype, count);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_get_source(const struct call *call, const MPI_Status *status, int *source)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_status_get_source(call, status, source);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_get_tag(const struct call *call, const MPI_Status *status, int *tag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_status_get_tag(call, status, tag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_get_error(const struct call *call, const MPI_Status *status, int *error)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_status_get_error(call, status, error);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_buffer_attach(const struct call *call, void *buffer, MPI_Count size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_buffer_attach(call, buffer, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_buffer_detach(const struct call *call, void *buffer_addr, struct int_slot size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_buffer_detach(call, buffer_addr, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_buffer_flush(const struct call *call)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_buffer_flush(call);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_buffer_iflush(const struct call *call, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_buffer_iflush(call, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_attach_buffer(const struct call *call, MPI_Comm comm, void *buffer,
                                    MPI_Count size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_attach_buffer(call, comm, buffer, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_detach_buffer(const struct call *call, MPI_Comm comm, void *buffer_addr,
                                    struct int_slot size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_detach_buffer(call, comm, buffer_addr, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_flush_buffer(const struct call *call, MPI_Comm comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_flush_buffer(call, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_iflush_buffer(const struct call *call, MPI_Comm comm, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_iflush_buffer(call, comm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_attach_buffer(const struct call *call, MPI_Session session, void *buffer,
                                       MPI_Count size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_attach_buffer(call, session, buffer, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_detach_buffer(const struct call *call, MPI_Session session,
                                       void *buffer_addr, struct int_slot size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_detach_buffer(call, session, buffer_addr, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_flush_buffer(const struct call *call, MPI_Session session)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_flush_buffer(call, session);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_iflush_buffer(const struct call *call, MPI_Session session,
                                       MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_iflush_buffer(call, session, request);
    return followed_end(call, err);
}

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    if (likely(quick_send(buf, count, datatype, dest, tag, comm)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Send");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_send(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_send(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Send);

int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm)
{
    if (likely(quick_send(buf, count, datatype, dest, tag, comm)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Send_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_send(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_send(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Send_c);

int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Bsend");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bsend(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_bsend(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Bsend);

int PMPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Bsend_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bsend(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_bsend(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Bsend_c);

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Ssend");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_ssend(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_ssend(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Ssend);

int PMPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Ssend_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_ssend(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_ssend(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Ssend_c);

int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const struct call call = CALL("MPI_Rsend");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_rsend(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_rsend(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Rsend);

int PMPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm)
{
    const struct call call = CALL_LARGE("MPI_Rsend_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_rsend(&call, buf, count, datatype, dest, tag, comm));
    return laws_kept(api_rsend(&call, buf, count, datatype, dest, tag, comm));
}
ALIAS(MPI_Rsend_c);

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    if (likely(quick_isend("MPI_Isend", buf, count, datatype, dest, tag, comm, request)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Isend");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_isend(&call, buf, count, datatype, dest, tag, comm, request));
    return laws_kept(api_isend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Isend);

int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request)
{
    if (likely(quick_isend("MPI_Isend_c", buf, count, datatype, dest, tag, comm, request)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Isend_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_isend(&call, buf, count, datatype, dest, tag, comm, request));
    return laws_kept(api_isend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Isend_c);

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    const struct call call = CALL("MPI_Ibsend");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_ibsend(&call, buf, count, datatype, dest, tag, comm,
                                             request));
    return laws_kept(api_ibsend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Ibsend);

int PMPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ibsend_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_ibsend(&call, buf, count, datatype, dest, tag, comm,
                                             request));
    return laws_kept(api_ibsend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Ibsend_c);

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    const struct call call = CALL("MPI_Issend");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_issend(&call, buf, count, datatype, dest, tag, comm,
                                             request));
    return laws_kept(api_issend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Issend);

int PMPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Issend_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_issend(&call, buf, count, datatype, dest, tag, comm,
                                             request));
    return laws_kept(api_issend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Issend_c);

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    const struct call call = CALL("MPI_Irsend");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_irsend(&call, buf, count, datatype, dest, tag, comm,
                                             request));
    return laws_kept(api_irsend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Irsend);

int PMPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Irsend_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_irsend(&call, buf, count, datatype, dest, tag, comm,
                                             request));
    return laws_kept(api_irsend(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Irsend_c);

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Status *status)
{
    if (likely(quick_recv(buf, count, datatype, source, tag, comm, status)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Recv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_recv(&call, buf, count, datatype, source, tag, comm, status));
    return laws_kept(api_recv(&call, buf, count, datatype, source, tag, comm, status));
}
ALIAS(MPI_Recv);

int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                MPI_Comm comm, MPI_Status *status)
{
    if (likely(quick_recv(buf, count, datatype, source, tag, comm, status)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Recv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_recv(&call, buf, count, datatype, source, tag, comm, status));
    return laws_kept(api_recv(&call, buf, count, datatype, source, tag, comm, status));
}
ALIAS(MPI_Recv_c);

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    if (likely(quick_irecv("MPI_Irecv", buf, count, datatype, source, tag, comm, request)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Irecv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_irecv(&call, buf, count, datatype, source, tag, comm,
                                            request));
    return laws_kept(api_irecv(&call, buf, count, datatype, source, tag, comm, request));
}
ALIAS(MPI_Irecv);

int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                 MPI_Comm comm, MPI_Request *request)
{
    if (likely(quick_irecv("MPI_Irecv_c", buf, count, datatype, source, tag, comm, request)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Irecv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_irecv(&call, buf, count, datatype, source, tag, comm,
                                            request));
    return laws_kept(api_irecv(&call, buf, count, datatype, source, tag, comm, request));
}
ALIAS(MPI_Irecv_c);

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Status *status)
{
    if (likely(quick_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                              recvtype, source, recvtag, comm, status)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Sendrecv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_sendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag,
                                               recvbuf, recvcount, recvtype, source, recvtag, comm,
                                               status));
    return laws_kept(api_sendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                  recvcount, recvtype, source, recvtag, comm, status));
}
ALIAS(MPI_Sendrecv);

int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                    int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    if (likely(quick_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                              recvtype, source, recvtag, comm, status)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Sendrecv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_sendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag,
                                               recvbuf, recvcount, recvtype, source, recvtag, comm,
                                               status));
    return laws_kept(api_sendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                  recvcount, recvtype, source, recvtag, comm, status));
}
ALIAS(MPI_Sendrecv_c);

int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    const struct call call = CALL("MPI_Sendrecv_replace");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_sendrecv_replace(&call, buf, count, datatype, dest, sendtag,
                                                       source, recvtag, comm, status));
    return laws_kept(api_sendrecv_replace(&call, buf, count, datatype, dest, sendtag, source,
                                          recvtag, comm, status));
}
ALIAS(MPI_Sendrecv_replace);

int PMPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                            int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_Sendrecv_replace_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_sendrecv_replace(&call, buf, count, datatype, dest, sendtag,
                                                       source, recvtag, comm, status));
    return laws_kept(api_sendrecv_replace(&call, buf, count, datatype, dest, sendtag, source,
                                          recvtag, comm, status));
}
ALIAS(MPI_Sendrecv_replace_c);

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                   void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                   MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Isendrecv");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_isendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag,
                                                recvbuf, recvcount, recvtype, source, recvtag, comm,
                                                request));
    return laws_kept(api_isendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                   recvcount, recvtype, source, recvtag, comm, request));
}
ALIAS(MPI_Isendrecv);

int PMPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                     int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                     int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Isendrecv_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_isendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag,
                                                recvbuf, recvcount, recvtype, source, recvtag, comm,
                                                request));
    return laws_kept(api_isendrecv(&call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                   recvcount, recvtype, source, recvtag, comm, request));
}
ALIAS(MPI_Isendrecv_c);

int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                           int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Isendrecv_replace");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_isendrecv_replace(&call, buf, count, datatype, dest, sendtag,
                                                        source, recvtag, comm, request));
    return laws_kept(api_isendrecv_replace(&call, buf, count, datatype, dest, sendtag, source,
                                           recvtag, comm, request));
}
ALIAS(MPI_Isendrecv_replace);

int PMPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                             int sendtag, int source, int recvtag, MPI_Comm comm,
                             MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Isendrecv_replace_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_isendrecv_replace(&call, buf, count, datatype, dest, sendtag,
                                                        source, recvtag, comm, request));
    return laws_kept(api_isendrecv_replace(&call, buf, count, datatype, dest, sendtag, source,
                                           recvtag, comm, request));
}
ALIAS(MPI_Isendrecv_replace_c);

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Send_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_send_init(&call, buf, count, datatype, dest, tag, comm,
                                                request));
    return laws_kept(api_send_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Send_init);

int PMPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Send_init_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_send_init(&call, buf, count, datatype, dest, tag, comm,
                                                request));
    return laws_kept(api_send_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Send_init_c);

int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Bsend_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bsend_init(&call, buf, count, datatype, dest, tag, comm,
                                                 request));
    return laws_kept(api_bsend_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Bsend_init);

int PMPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Bsend_init_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_bsend_init(&call, buf, count, datatype, dest, tag, comm,
                                                 request));
    return laws_kept(api_bsend_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Bsend_init_c);

int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Ssend_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_ssend_init(&call, buf, count, datatype, dest, tag, comm,
                                                 request));
    return laws_kept(api_ssend_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Ssend_init);

int PMPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Ssend_init_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_ssend_init(&call, buf, count, datatype, dest, tag, comm,
                                                 request));
    return laws_kept(api_ssend_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Ssend_init_c);

int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Rsend_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_rsend_init(&call, buf, count, datatype, dest, tag, comm,
                                                 request));
    return laws_kept(api_rsend_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Rsend_init);

int PMPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Rsend_init_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_rsend_init(&call, buf, count, datatype, dest, tag, comm,
                                                 request));
    return laws_kept(api_rsend_init(&call, buf, count, datatype, dest, tag, comm, request));
}
ALIAS(MPI_Rsend_init_c);

int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    const struct call call = CALL("MPI_Recv_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_recv_init(&call, buf, count, datatype, source, tag, comm,
                                                request));
    return laws_kept(api_recv_init(&call, buf, count, datatype, source, tag, comm, request));
}
ALIAS(MPI_Recv_init);

int PMPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                     MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Recv_init_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_recv_init(&call, buf, count, datatype, source, tag, comm,
                                                request));
    return laws_kept(api_recv_init(&call, buf, count, datatype, source, tag, comm, request));
}
ALIAS(MPI_Recv_init_c);

int PMPI_Start(MPI_Request *request)
{
    const struct call call = CALL("MPI_Start");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_start(&call, request));
    return laws_kept(api_start(&call, request));
}
ALIAS(MPI_Start);

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    const struct call call = CALL("MPI_Startall");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_startall(&call, count, array_of_requests));
    return laws_kept(api_startall(&call, count, array_of_requests));
}
ALIAS(MPI_Startall);

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    if (likely(quick_wait(request, status)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Wait");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_wait(&call, request, status));
    return laws_kept(api_wait(&call, request, status));
}
ALIAS(MPI_Wait);

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    if (likely(quick_test(request, flag, status)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Test");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_test(&call, request, flag, status));
    return laws_kept(api_test(&call, request, flag, status));
}
ALIAS(MPI_Test);

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)
{
    if (likely(quick_waitall(count, array_of_requests, array_of_statuses)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Waitall");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_waitall(&call, count, array_of_requests, array_of_statuses));
    return laws_kept(api_waitall(&call, count, array_of_requests, array_of_statuses));
}
ALIAS(MPI_Waitall);

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                 MPI_Status *array_of_statuses)
{
    const struct call call = CALL("MPI_Testall");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_testall(&call, count, array_of_requests, flag,
                                              array_of_statuses));
    return laws_kept(api_testall(&call, count, array_of_requests, flag, array_of_statuses));
}
ALIAS(MPI_Testall);

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)
{
    const struct call call = CALL("MPI_Waitany");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_waitany(&call, count, array_of_requests, indx, status));
    return laws_kept(api_waitany(&call, count, array_of_requests, indx, status));
}
ALIAS(MPI_Waitany);

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag,
                 MPI_Status *status)
{
    const struct call call = CALL("MPI_Testany");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_testany(&call, count, array_of_requests, indx, flag, status));
    return laws_kept(api_testany(&call, count, array_of_requests, indx, flag, status));
}
ALIAS(MPI_Testany);

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                  int array_of_indices[], MPI_Status *array_of_statuses)
{
    const struct call call = CALL("MPI_Waitsome");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_waitsome(&call, incount, array_of_requests, outcount,
                                               array_of_indices, array_of_statuses));
    return laws_kept(api_waitsome(&call, incount, array_of_requests, outcount, array_of_indices,
                                  array_of_statuses));
}
ALIAS(MPI_Waitsome);

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                  int array_of_indices[], MPI_Status *array_of_statuses)
{
    const struct call call = CALL("MPI_Testsome");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_testsome(&call, incount, array_of_requests, outcount,
                                               array_of_indices, array_of_statuses));
    return laws_kept(api_testsome(&call, incount, array_of_requests, outcount, array_of_indices,
                                  array_of_statuses));
}
ALIAS(MPI_Testsome);

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    const struct call call = CALL("MPI_Request_get_status");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_request_get_status(&call, request, flag, status));
    return laws_kept(api_request_get_status(&call, request, flag, status));
}
ALIAS(MPI_Request_get_status);

int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
                                MPI_Status *array_of_statuses)
{
    const struct call call = CALL("MPI_Request_get_status_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_request_get_status_all(&call, count, array_of_requests, flag,
                                                             array_of_statuses));
    return laws_kept(api_request_get_status_all(&call, count, array_of_requests, flag,
                                                array_of_statuses));
}
ALIAS(MPI_Request_get_status_all);

int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *indx,
                                int *flag, MPI_Status *status)
{
    const struct call call = CALL("MPI_Request_get_status_any");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_request_get_status_any(&call, count, array_of_requests, indx,
                                                             flag, status));
    return laws_kept(api_request_get_status_any(&call, count, array_of_requests, indx, flag,
                                                status));
}
ALIAS(MPI_Request_get_status_any);

int PMPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount,
                                 int array_of_indices[], MPI_Status *array_of_statuses)
{
    const struct call call = CALL("MPI_Request_get_status_some");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_request_get_status_some(&call, incount, array_of_requests,
                                                              outcount, array_of_indices,
                                                              array_of_statuses));
    return laws_kept(api_request_get_status_some(&call, incount, array_of_requests, outcount,
                                                 array_of_indices, array_of_statuses));
}
ALIAS(MPI_Request_get_status_some);

int PMPI_Request_free(MPI_Request *request)
{
    const struct call call = CALL("MPI_Request_free");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_request_free(&call, request));
    return laws_kept(api_request_free(&call, request));
}
ALIAS(MPI_Request_free);

int PMPI_Cancel(MPI_Request *request)
{
    const struct call call = CALL("MPI_Cancel");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cancel(&call, request));
    return laws_kept(api_cancel(&call, request));
}
ALIAS(MPI_Cancel);

int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    const struct call call = CALL("MPI_Test_cancelled");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_test_cancelled(&call, status, flag));
    return laws_kept(api_test_cancelled(&call, status, flag));
}
ALIAS(MPI_Test_cancelled);

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    const struct call call = CALL("MPI_Probe");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_probe(&call, source, tag, comm, status));
    return laws_kept(api_probe(&call, source, tag, comm, status));
}
ALIAS(MPI_Probe);

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    if (likely(checked_iprobe(true, NULL, source, tag, comm, flag, status) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Iprobe");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_iprobe(&call, source, tag, comm, flag, status));
    return laws_kept(api_iprobe(&call, source, tag, comm, flag, status));
}
ALIAS(MPI_Iprobe);

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    const struct call call = CALL("MPI_Mprobe");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_mprobe(&call, source, tag, comm, message, status));
    return laws_kept(api_mprobe(&call, source, tag, comm, message, status));
}
ALIAS(MPI_Mprobe);

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                 MPI_Status *status)
{
    const struct call call = CALL("MPI_Improbe");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_improbe(&call, source, tag, comm, flag, message, status));
    return laws_kept(api_improbe(&call, source, tag, comm, flag, message, status));
}
ALIAS(MPI_Improbe);

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
               MPI_Status *status)
{
    const struct call call = CALL("MPI_Mrecv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_mrecv(&call, buf, count, datatype, message, status));
    return laws_kept(api_mrecv(&call, buf, count, datatype, message, status));
}
ALIAS(MPI_Mrecv);

int PMPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                 MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_Mrecv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_mrecv(&call, buf, count, datatype, message, status));
    return laws_kept(api_mrecv(&call, buf, count, datatype, message, status));
}
ALIAS(MPI_Mrecv_c);

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                MPI_Request *request)
{
    const struct call call = CALL("MPI_Imrecv");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_imrecv(&call, buf, count, datatype, message, request));
    return laws_kept(api_imrecv(&call, buf, count, datatype, message, request));
}
ALIAS(MPI_Imrecv);

int PMPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                  MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Imrecv_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_imrecv(&call, buf, count, datatype, message, request));
    return laws_kept(api_imrecv(&call, buf, count, datatype, message, request));
}
ALIAS(MPI_Imrecv_c);

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    if (likely(checked_get_count(true, NULL, status, datatype, slot_narrow(count)) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Get_count");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_count(&call, status, datatype, slot_narrow(count)));
    return laws_kept(api_get_count(&call, status, datatype, slot_narrow(count)));
}
ALIAS(MPI_Get_count);

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    if (likely(checked_get_count(true, NULL, status, datatype, slot_wide(count)) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Get_count_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_count(&call, status, datatype, slot_wide(count)));
    return laws_kept(api_get_count(&call, status, datatype, slot_wide(count)));
}
ALIAS(MPI_Get_count_c);

int PMPI_Status_get_source(const MPI_Status *status, int *source)
{
    const struct call call = CALL("MPI_Status_get_source");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_get_source(&call, status, source));
    return laws_kept(api_status_get_source(&call, status, source));
}
ALIAS(MPI_Status_get_source);

int PMPI_Status_get_tag(const MPI_Status *status, int *tag)
{
    const struct call call = CALL("MPI_Status_get_tag");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_get_tag(&call, status, tag));
    return laws_kept(api_status_get_tag(&call, status, tag));
}
ALIAS(MPI_Status_get_tag);

int PMPI_Status_get_error(const MPI_Status *status, int *error)
{
    const struct call call = CALL("MPI_Status_get_error");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_get_error(&call, status, error));
    return laws_kept(api_status_get_error(&call, status, error));
}
ALIAS(MPI_Status_get_error);

int PMPI_Buffer_attach(void *buffer, int size)
{
    const struct call call = CALL("MPI_Buffer_attach");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_buffer_attach(&call, buffer, size));
    return laws_kept(api_buffer_attach(&call, buffer, size));
}
ALIAS(MPI_Buffer_attach);

int PMPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
    const struct call call = CALL_LARGE("MPI_Buffer_attach_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_buffer_attach(&call, buffer, size));
    return laws_kept(api_buffer_attach(&call, buffer, size));
}
ALIAS(MPI_Buffer_attach_c);

int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
    const struct call call = CALL("MPI_Buffer_detach");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_buffer_detach(&call, buffer_addr, slot_narrow(size)));
    return laws_kept(api_buffer_detach(&call, buffer_addr, slot_narrow(size)));
}
ALIAS(MPI_Buffer_detach);

int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
    const struct call call = CALL_LARGE("MPI_Buffer_detach_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_buffer_detach(&call, buffer_addr, slot_wide(size)));
    return laws_kept(api_buffer_detach(&call, buffer_addr, slot_wide(size)));
}
ALIAS(MPI_Buffer_detach_c);

int PMPI_Buffer_flush(void)
{
    const struct call call = CALL("MPI_Buffer_flush");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_buffer_flush(&call));
    return laws_kept(api_buffer_flush(&call));
}
ALIAS(MPI_Buffer_flush);

int PMPI_Buffer_iflush(MPI_Request *request)
{
    const struct call call = CALL("MPI_Buffer_iflush");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_buffer_iflush(&call, request));
    return laws_kept(api_buffer_iflush(&call, request));
}
ALIAS(MPI_Buffer_iflush);

int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)
{
    const struct call call = CALL("MPI_Comm_attach_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_attach_buffer(&call, comm, buffer, size));
    return laws_kept(api_comm_attach_buffer(&call, comm, buffer, size));
}
ALIAS(MPI_Comm_attach_buffer);

int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size)
{
    const struct call call = CALL_LARGE("MPI_Comm_attach_buffer_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_attach_buffer(&call, comm, buffer, size));
    return laws_kept(api_comm_attach_buffer(&call, comm, buffer, size));
}
ALIAS(MPI_Comm_attach_buffer_c);

int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size)
{
    const struct call call = CALL("MPI_Comm_detach_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_detach_buffer(&call, comm, buffer_addr,
                                                         slot_narrow(size)));
    return laws_kept(api_comm_detach_buffer(&call, comm, buffer_addr, slot_narrow(size)));
}
ALIAS(MPI_Comm_detach_buffer);

int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size)
{
    const struct call call = CALL_LARGE("MPI_Comm_detach_buffer_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_detach_buffer(&call, comm, buffer_addr,
                                                         slot_wide(size)));
    return laws_kept(api_comm_detach_buffer(&call, comm, buffer_addr, slot_wide(size)));
}
ALIAS(MPI_Comm_detach_buffer_c);

int PMPI_Comm_flush_buffer(MPI_Comm comm)
{
    const struct call call = CALL("MPI_Comm_flush_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_flush_buffer(&call, comm));
    return laws_kept(api_comm_flush_buffer(&call, comm));
}
ALIAS(MPI_Comm_flush_buffer);

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Comm_iflush_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_iflush_buffer(&call, comm, request));
    return laws_kept(api_comm_iflush_buffer(&call, comm, request));
}
ALIAS(MPI_Comm_iflush_buffer);

int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size)
{
    const struct call call = CALL("MPI_Session_attach_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_attach_buffer(&call, session, buffer, size));
    return laws_kept(api_session_attach_buffer(&call, session, buffer, size));
}
ALIAS(MPI_Session_attach_buffer);

int PMPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size)
{
    const struct call call = CALL_LARGE("MPI_Session_attach_buffer_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_attach_buffer(&call, session, buffer, size));
    return laws_kept(api_session_attach_buffer(&call, session, buffer, size));
}
ALIAS(MPI_Session_attach_buffer_c);

int PMPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size)
{
    const struct call call = CALL("MPI_Session_detach_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_detach_buffer(&call, session, buffer_addr,
                                                            slot_narrow(size)));
    return laws_kept(api_session_detach_buffer(&call, session, buffer_addr, slot_narrow(size)));
}
ALIAS(MPI_Session_detach_buffer);

int PMPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size)
{
    const struct call call = CALL_LARGE("MPI_Session_detach_buffer_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_detach_buffer(&call, session, buffer_addr,
                                                            slot_wide(size)));
    return laws_kept(api_session_detach_buffer(&call, session, buffer_addr, slot_wide(size)));
}
ALIAS(MPI_Session_detach_buffer_c);

int PMPI_Session_flush_buffer(MPI_Session session)
{
    const struct call call = CALL("MPI_Session_flush_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_flush_buffer(&call, session));
    return laws_kept(api_session_flush_buffer(&call, session));
}
ALIAS(MPI_Session_flush_buffer);

int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
    const struct call call = CALL("MPI_Session_iflush_buffer");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_iflush_buffer(&call, session, request));
    return laws_kept(api_session_iflush_buffer(&call, session, request));
}
ALIAS(MPI_Session_iflush_buffer);
