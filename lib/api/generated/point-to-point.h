/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from point-to-point.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_POINT_TO_POINT_H
#define API_GENERATED_POINT_TO_POINT_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_send(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
             int dest, int tag, MPI_Comm comm);
int api_bsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm);
int api_ssend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm);
int api_rsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm);
int api_isend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_ibsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
               int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_issend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
               int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_irsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
               int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_recv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype, int source,
             int tag, MPI_Comm comm, MPI_Status *status);
int api_irecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
              int source, int tag, MPI_Comm comm, MPI_Request *request);
int api_sendrecv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int api_sendrecv_replace(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
                         int dest, int sendtag, int source, int recvtag, MPI_Comm comm,
                         MPI_Status *status);
int api_isendrecv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                  MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                  MPI_Request *request);
int api_isendrecv_replace(const struct call *call, void *buf, MPI_Count count,
                          MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Request *request);
int api_send_init(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
                  int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_bsend_init(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
                   int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_ssend_init(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
                   int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_rsend_init(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
                   int dest, int tag, MPI_Comm comm, MPI_Request *request);
int api_recv_init(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
                  int source, int tag, MPI_Comm comm, MPI_Request *request);
int api_start(const struct call *call, MPI_Request *request);
int api_startall(const struct call *call, int count, MPI_Request array_of_requests[]);
int api_wait(const struct call *call, MPI_Request *request, MPI_Status *status);
int api_test(const struct call *call, MPI_Request *request, int *flag, MPI_Status *status);
int api_waitall(const struct call *call, int count, MPI_Request array_of_requests[],
                MPI_Status *array_of_statuses);
int api_testall(const struct call *call, int count, MPI_Request array_of_requests[], int *flag,
                MPI_Status *array_of_statuses);
int api_waitany(const struct call *call, int count, MPI_Request array_of_requests[], int *indx,
                MPI_Status *status);
int api_testany(const struct call *call, int count, MPI_Request array_of_requests[], int *indx,
                int *flag, MPI_Status *status);
int api_waitsome(const struct call *call, int incount, MPI_Request array_of_requests[],
                 int *outcount, int array_of_indices[], MPI_Status *array_of_statuses);
int api_testsome(const struct call *call, int incount, MPI_Request array_of_requests[],
                 int *outcount, int array_of_indices[], MPI_Status *array_of_statuses);
int api_request_get_status(const struct call *call, MPI_Request request, int *flag,
                           MPI_Status *status);
int api_request_get_status_all(const struct call *call, int count,
                               const MPI_Request array_of_requests[], int *flag,
                               MPI_Status *array_of_statuses);
int api_request_get_status_any(const struct call *call, int count,
                               const MPI_Request array_of_requests[], int *indx, int *flag,
                               MPI_Status *status);
int api_request_get_status_some(const struct call *call, int incount,
                                const MPI_Request array_of_requests[], int *outcount,
                                int array_of_indices[], MPI_Status *array_of_statuses);
int api_request_free(const struct call *call, MPI_Request *request);
int api_cancel(const struct call *call, MPI_Request *request);
int api_test_cancelled(const struct call *call, const MPI_Status *status, int *flag);
int api_probe(const struct call *call, int source, int tag, MPI_Comm comm, MPI_Status *status);
int api_iprobe(const struct call *call, int source, int tag, MPI_Comm comm, int *flag,
               MPI_Status *status);
int api_mprobe(const struct call *call, int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status);
int api_improbe(const struct call *call, int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status);
int api_mrecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
              MPI_Message *message, MPI_Status *status);
int api_imrecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Message *message, MPI_Request *request);
int api_get_count(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                  struct int_slot count);
int api_status_get_source(const struct call *call, const MPI_Status *status, int *source);
int api_status_get_tag(const struct call *call, const MPI_Status *status, int *tag);
int api_status_get_error(const struct call *call, const MPI_Status *status, int *error);
int api_buffer_attach(const struct call *call, void *buffer, MPI_Count size);
int api_buffer_detach(const struct call *call, void *buffer_addr, struct int_slot size);
int api_buffer_flush(const struct call *call);
int api_buffer_iflush(const struct call *call, MPI_Request *request);
int api_comm_attach_buffer(const struct call *call, MPI_Comm comm, void *buffer, MPI_Count size);
int api_comm_detach_buffer(const struct call *call, MPI_Comm comm, void *buffer_addr,
                           struct int_slot size);
int api_comm_flush_buffer(const struct call *call, MPI_Comm comm);
int api_comm_iflush_buffer(const struct call *call, MPI_Comm comm, MPI_Request *request);
int api_session_attach_buffer(const struct call *call, MPI_Session session, void *buffer,
                              MPI_Count size);
int api_session_detach_buffer(const struct call *call, MPI_Session session, void *buffer_addr,
                              struct int_slot size);
int api_session_flush_buffer(const struct call *call, MPI_Session session);
int api_session_iflush_buffer(const struct call *call, MPI_Session session, MPI_Request *request);

#endif
