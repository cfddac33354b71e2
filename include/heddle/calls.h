/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from the tables of lib/api/table. */

/* A function in front of each function of MPI, a part of heddle/record.h, which defines the macros:
 * name, parameters, arguments, communicator; of messages also peer, tag, count and type. */

HEDDLE_SEND_(MPI_Send, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
             MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag, count,
             datatype)
HEDDLE_SEND_(MPI_Send_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag,
             count, datatype)
HEDDLE_SEND_(MPI_Bsend, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag,
             count, datatype)
HEDDLE_SEND_(MPI_Bsend_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag,
             count, datatype)
HEDDLE_SEND_(MPI_Ssend, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag,
             count, datatype)
HEDDLE_SEND_(MPI_Ssend_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag,
             count, datatype)
HEDDLE_SEND_(MPI_Rsend, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag,
             count, datatype)
HEDDLE_SEND_(MPI_Rsend_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm), comm, dest, tag,
             count, datatype)
HEDDLE_SEND_(MPI_Isend, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest, tag, comm,
             request), comm, dest, tag, count, datatype)
HEDDLE_SEND_(MPI_Isend_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest, tag, comm,
             request), comm, dest, tag, count, datatype)
HEDDLE_SEND_(MPI_Ibsend, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest, tag, comm,
             request), comm, dest, tag, count, datatype)
HEDDLE_SEND_(MPI_Ibsend_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype,
             int dest, int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest,
             tag, comm, request), comm, dest, tag, count, datatype)
HEDDLE_SEND_(MPI_Issend, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest, tag, comm,
             request), comm, dest, tag, count, datatype)
HEDDLE_SEND_(MPI_Issend_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype,
             int dest, int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest,
             tag, comm, request), comm, dest, tag, count, datatype)
HEDDLE_SEND_(MPI_Irsend, OTHER, (const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest, tag, comm,
             request), comm, dest, tag, count, datatype)
HEDDLE_SEND_(MPI_Irsend_c, OTHER, (const void *buf, MPI_Count count, MPI_Datatype datatype,
             int dest, int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, dest,
             tag, comm, request), comm, dest, tag, count, datatype)
HEDDLE_RECEIVE_(MPI_Recv, WAITS, (void *buf, int count, MPI_Datatype datatype, int source, int tag,
                MPI_Comm comm, MPI_Status *status), (buf, count, datatype, source, tag, comm,
                status), comm, source, tag)
HEDDLE_RECEIVE_(MPI_Recv_c, WAITS, (void *buf, MPI_Count count, MPI_Datatype datatype, int source,
                int tag, MPI_Comm comm, MPI_Status *status), (buf, count, datatype, source, tag,
                comm, status), comm, source, tag)
HEDDLE_RECEIVE_(MPI_Irecv, OTHER, (void *buf, int count, MPI_Datatype datatype, int source, int tag,
                MPI_Comm comm, MPI_Request *request), (buf, count, datatype, source, tag, comm,
                request), comm, source, tag)
HEDDLE_RECEIVE_(MPI_Irecv_c, OTHER, (void *buf, MPI_Count count, MPI_Datatype datatype, int source,
                int tag, MPI_Comm comm, MPI_Request *request), (buf, count, datatype, source, tag,
                comm, request), comm, source, tag)
HEDDLE_SEND_(MPI_Sendrecv, WAITS, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
             int recvtag, MPI_Comm comm, MPI_Status *status), (sendbuf, sendcount, sendtype, dest,
             sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status), comm, dest,
             sendtag, sendcount, sendtype)
HEDDLE_SEND_(MPI_Sendrecv_c, WAITS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
             MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
             (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
             recvtag, comm, status), comm, dest, sendtag, sendcount, sendtype)
HEDDLE_SEND_(MPI_Sendrecv_replace, WAITS, (void *buf, int count, MPI_Datatype datatype, int dest,
             int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status), (buf, count,
             datatype, dest, sendtag, source, recvtag, comm, status), comm, dest, sendtag, count,
             datatype)
HEDDLE_SEND_(MPI_Sendrecv_replace_c, WAITS, (void *buf, MPI_Count count, MPI_Datatype datatype,
             int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
             (buf, count, datatype, dest, sendtag, source, recvtag, comm, status), comm, dest,
             sendtag, count, datatype)
HEDDLE_SEND_(MPI_Isendrecv, OTHER, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
             int recvtag, MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, dest,
             sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request), comm, dest,
             sendtag, sendcount, sendtype)
HEDDLE_SEND_(MPI_Isendrecv_c, OTHER, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
             MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
             (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
             recvtag, comm, request), comm, dest, sendtag, sendcount, sendtype)
HEDDLE_SEND_(MPI_Isendrecv_replace, OTHER, (void *buf, int count, MPI_Datatype datatype, int dest,
             int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request), (buf,
             count, datatype, dest, sendtag, source, recvtag, comm, request), comm, dest, sendtag,
             count, datatype)
HEDDLE_SEND_(MPI_Isendrecv_replace_c, OTHER, (void *buf, MPI_Count count, MPI_Datatype datatype,
             int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
             (buf, count, datatype, dest, sendtag, source, recvtag, comm, request), comm, dest,
             sendtag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Send_init, OTHER, (const void *buf, int count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm, MPI_Request *request), (buf, count,
                      datatype, dest, tag, comm, request), comm, dest, tag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Send_init_c, OTHER, (const void *buf, MPI_Count count,
                      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request), (buf, count, datatype, dest, tag, comm, request), comm,
                      dest, tag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Bsend_init, OTHER, (const void *buf, int count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm, MPI_Request *request), (buf, count,
                      datatype, dest, tag, comm, request), comm, dest, tag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Bsend_init_c, OTHER, (const void *buf, MPI_Count count,
                      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request), (buf, count, datatype, dest, tag, comm, request), comm,
                      dest, tag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Ssend_init, OTHER, (const void *buf, int count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm, MPI_Request *request), (buf, count,
                      datatype, dest, tag, comm, request), comm, dest, tag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Ssend_init_c, OTHER, (const void *buf, MPI_Count count,
                      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request), (buf, count, datatype, dest, tag, comm, request), comm,
                      dest, tag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Rsend_init, OTHER, (const void *buf, int count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm, MPI_Request *request), (buf, count,
                      datatype, dest, tag, comm, request), comm, dest, tag, count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Rsend_init_c, OTHER, (const void *buf, MPI_Count count,
                      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request), (buf, count, datatype, dest, tag, comm, request), comm,
                      dest, tag, count, datatype)
HEDDLE_PREPARED_RECEIVE_(MPI_Recv_init, OTHER, (void *buf, int count, MPI_Datatype datatype,
                         int source, int tag, MPI_Comm comm, MPI_Request *request), (buf, count,
                         datatype, source, tag, comm, request), comm, source, tag)
HEDDLE_PREPARED_RECEIVE_(MPI_Recv_init_c, OTHER, (void *buf, MPI_Count count, MPI_Datatype datatype,
                         int source, int tag, MPI_Comm comm, MPI_Request *request), (buf, count,
                         datatype, source, tag, comm, request), comm, source, tag)
HEDDLE_START_(MPI_Start, OTHER, (MPI_Request *request), (request), MPI_COMM_NULL)
HEDDLE_START_(MPI_Startall, OTHER, (int count, MPI_Request array_of_requests[]), (count,
              array_of_requests), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Wait, WAITS, (MPI_Request *request, MPI_Status *status), (request, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Test, POLLS, (MPI_Request *request, int *flag, MPI_Status *status), (request, flag,
             status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Waitall, WAITS, (int count, MPI_Request array_of_requests[],
             MPI_Status *array_of_statuses), (count, array_of_requests, array_of_statuses),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Testall, POLLS, (int count, MPI_Request array_of_requests[], int *flag,
             MPI_Status *array_of_statuses), (count, array_of_requests, flag, array_of_statuses),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Waitany, WAITS, (int count, MPI_Request array_of_requests[], int *indx,
             MPI_Status *status), (count, array_of_requests, indx, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Testany, POLLS, (int count, MPI_Request array_of_requests[], int *indx, int *flag,
             MPI_Status *status), (count, array_of_requests, indx, flag, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Waitsome, WAITS, (int incount, MPI_Request array_of_requests[], int *outcount,
             int array_of_indices[], MPI_Status *array_of_statuses), (incount, array_of_requests,
             outcount, array_of_indices, array_of_statuses), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Testsome, POLLS, (int incount, MPI_Request array_of_requests[], int *outcount,
             int array_of_indices[], MPI_Status *array_of_statuses), (incount, array_of_requests,
             outcount, array_of_indices, array_of_statuses), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Request_get_status, POLLS, (MPI_Request request, int *flag, MPI_Status *status),
             (request, flag, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Request_get_status_all, POLLS, (int count, const MPI_Request array_of_requests[],
             int *flag, MPI_Status *array_of_statuses), (count, array_of_requests, flag,
             array_of_statuses), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Request_get_status_any, POLLS, (int count, const MPI_Request array_of_requests[],
             int *indx, int *flag, MPI_Status *status), (count, array_of_requests, indx, flag,
             status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Request_get_status_some, POLLS, (int incount,
             const MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
             MPI_Status *array_of_statuses), (incount, array_of_requests, outcount,
             array_of_indices, array_of_statuses), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Request_free, OTHER, (MPI_Request *request), (request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Cancel, OTHER, (MPI_Request *request), (request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Test_cancelled, OTHER, (const MPI_Status *status, int *flag), (status, flag),
             MPI_COMM_NULL)
HEDDLE_RECEIVE_(MPI_Probe, WAITS, (int source, int tag, MPI_Comm comm, MPI_Status *status), (source,
                tag, comm, status), comm, source, tag)
HEDDLE_RECEIVE_(MPI_Iprobe, POLLS, (int source, int tag, MPI_Comm comm, int *flag,
                MPI_Status *status), (source, tag, comm, flag, status), comm, source, tag)
HEDDLE_RECEIVE_(MPI_Mprobe, WAITS, (int source, int tag, MPI_Comm comm, MPI_Message *message,
                MPI_Status *status), (source, tag, comm, message, status), comm, source, tag)
HEDDLE_RECEIVE_(MPI_Improbe, POLLS, (int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status), (source, tag, comm, flag, message,
                status), comm, source, tag)
HEDDLE_CALL_(MPI_Mrecv, WAITS, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
             MPI_Status *status), (buf, count, datatype, message, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Mrecv_c, WAITS, (void *buf, MPI_Count count, MPI_Datatype datatype,
             MPI_Message *message, MPI_Status *status), (buf, count, datatype, message, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Imrecv, OTHER, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
             MPI_Request *request), (buf, count, datatype, message, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Imrecv_c, OTHER, (void *buf, MPI_Count count, MPI_Datatype datatype,
             MPI_Message *message, MPI_Request *request), (buf, count, datatype, message, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_count, OTHER, (const MPI_Status *status, MPI_Datatype datatype, int *count),
             (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_count_c, OTHER, (const MPI_Status *status, MPI_Datatype datatype,
             MPI_Count *count), (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_get_source, OTHER, (const MPI_Status *status, int *source), (status,
             source), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_get_tag, OTHER, (const MPI_Status *status, int *tag), (status, tag),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_get_error, OTHER, (const MPI_Status *status, int *error), (status, error),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Buffer_attach, OTHER, (void *buffer, int size), (buffer, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Buffer_attach_c, OTHER, (void *buffer, MPI_Count size), (buffer, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Buffer_detach, OTHER, (void *buffer_addr, int *size), (buffer_addr, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Buffer_detach_c, OTHER, (void *buffer_addr, MPI_Count *size), (buffer_addr, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Buffer_flush, OTHER, (), (), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Buffer_iflush, OTHER, (MPI_Request *request), (request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_attach_buffer, OTHER, (MPI_Comm comm, void *buffer, int size), (comm, buffer,
             size), comm)
HEDDLE_CALL_(MPI_Comm_attach_buffer_c, OTHER, (MPI_Comm comm, void *buffer, MPI_Count size), (comm,
             buffer, size), comm)
HEDDLE_CALL_(MPI_Comm_detach_buffer, OTHER, (MPI_Comm comm, void *buffer_addr, int *size), (comm,
             buffer_addr, size), comm)
HEDDLE_CALL_(MPI_Comm_detach_buffer_c, OTHER, (MPI_Comm comm, void *buffer_addr, MPI_Count *size),
             (comm, buffer_addr, size), comm)
HEDDLE_CALL_(MPI_Comm_flush_buffer, OTHER, (MPI_Comm comm), (comm), comm)
HEDDLE_CALL_(MPI_Comm_iflush_buffer, OTHER, (MPI_Comm comm, MPI_Request *request), (comm, request),
             comm)
HEDDLE_CALL_(MPI_Session_attach_buffer, OTHER, (MPI_Session session, void *buffer, int size),
             (session, buffer, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_attach_buffer_c, OTHER, (MPI_Session session, void *buffer,
             MPI_Count size), (session, buffer, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_detach_buffer, OTHER, (MPI_Session session, void *buffer_addr, int *size),
             (session, buffer_addr, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_detach_buffer_c, OTHER, (MPI_Session session, void *buffer_addr,
             MPI_Count *size), (session, buffer_addr, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_flush_buffer, OTHER, (MPI_Session session), (session), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_iflush_buffer, OTHER, (MPI_Session session, MPI_Request *request),
             (session, request), MPI_COMM_NULL)
HEDDLE_PREPARED_SEND_(MPI_Psend_init, OTHER, (const void *buf, int partitions, int count,
                      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (buf, partitions, count, datatype, dest, tag, comm,
                      info, request), comm, dest, tag, partitions * (MPI_Count)count, datatype)
HEDDLE_PREPARED_SEND_(MPI_Psend_init_c, OTHER, (const void *buf, int partitions, MPI_Count count,
                      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (buf, partitions, count, datatype, dest, tag, comm,
                      info, request), comm, dest, tag, partitions * (MPI_Count)count, datatype)
HEDDLE_PREPARED_RECEIVE_(MPI_Precv_init, OTHER, (void *buf, int partitions, int count,
                         MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request), (buf, partitions, count, datatype, source, tag,
                         comm, info, request), comm, source, tag)
HEDDLE_PREPARED_RECEIVE_(MPI_Precv_init_c, OTHER, (void *buf, int partitions, MPI_Count count,
                         MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request), (buf, partitions, count, datatype, source, tag,
                         comm, info, request), comm, source, tag)
HEDDLE_CALL_(MPI_Pready, OTHER, (int partition, MPI_Request request), (partition, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Pready_range, OTHER, (int partition_low, int partition_high, MPI_Request request),
             (partition_low, partition_high, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Pready_list, OTHER, (int length, const int array_of_partitions[],
             MPI_Request request), (length, array_of_partitions, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Parrived, POLLS, (MPI_Request request, int partition, int *flag), (request,
             partition, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_contiguous, OTHER, (int count, MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_contiguous_c, OTHER, (MPI_Count count, MPI_Datatype oldtype,
             MPI_Datatype *newtype), (count, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_vector, OTHER, (int count, int blocklength, int stride, MPI_Datatype oldtype,
             MPI_Datatype *newtype), (count, blocklength, stride, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_vector_c, OTHER, (MPI_Count count, MPI_Count blocklength, MPI_Count stride,
             MPI_Datatype oldtype, MPI_Datatype *newtype), (count, blocklength, stride, oldtype,
             newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_hvector, OTHER, (int count, int blocklength, MPI_Aint stride,
             MPI_Datatype oldtype, MPI_Datatype *newtype), (count, blocklength, stride, oldtype,
             newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_hvector_c, OTHER, (MPI_Count count, MPI_Count blocklength,
             MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype), (count, blocklength,
             stride, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_indexed, OTHER, (int count, const int array_of_blocklengths[],
             const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, array_of_blocklengths, array_of_displacements, oldtype, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_indexed_c, OTHER, (MPI_Count count, const MPI_Count array_of_blocklengths[],
             const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, array_of_blocklengths, array_of_displacements, oldtype, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_hindexed, OTHER, (int count, const int array_of_blocklengths[],
             const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, array_of_blocklengths, array_of_displacements, oldtype, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_hindexed_c, OTHER, (MPI_Count count,
             const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
             MPI_Datatype oldtype, MPI_Datatype *newtype), (count, array_of_blocklengths,
             array_of_displacements, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_indexed_block, OTHER, (int count, int blocklength,
             const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, blocklength, array_of_displacements, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_indexed_block_c, OTHER, (MPI_Count count, MPI_Count blocklength,
             const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, blocklength, array_of_displacements, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_hindexed_block, OTHER, (int count, int blocklength,
             const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, blocklength, array_of_displacements, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_hindexed_block_c, OTHER, (MPI_Count count, MPI_Count blocklength,
             const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, blocklength, array_of_displacements, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_struct, OTHER, (int count, const int array_of_blocklengths[],
             const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
             MPI_Datatype *newtype), (count, array_of_blocklengths, array_of_displacements,
             array_of_types, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_struct_c, OTHER, (MPI_Count count,
             const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
             const MPI_Datatype array_of_types[], MPI_Datatype *newtype), (count,
             array_of_blocklengths, array_of_displacements, array_of_types, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_subarray, OTHER, (int ndims, const int array_of_sizes[],
             const int array_of_subsizes[], const int array_of_starts[], int order,
             MPI_Datatype oldtype, MPI_Datatype *newtype), (ndims, array_of_sizes,
             array_of_subsizes, array_of_starts, order, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_subarray_c, OTHER, (int ndims, const MPI_Count array_of_sizes[],
             const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order,
             MPI_Datatype oldtype, MPI_Datatype *newtype), (ndims, array_of_sizes,
             array_of_subsizes, array_of_starts, order, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_darray, OTHER, (int size, int rank, int ndims,
             const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[],
             const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
             (size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs,
             array_of_psizes, order, oldtype, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_darray_c, OTHER, (int size, int rank, int ndims,
             const MPI_Count array_of_gsizes[], const int array_of_distribs[],
             const int array_of_dargs[], const int array_of_psizes[], int order,
             MPI_Datatype oldtype, MPI_Datatype *newtype), (size, rank, ndims, array_of_gsizes,
             array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_resized, OTHER, (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
             MPI_Datatype *newtype), (oldtype, lb, extent, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_resized_c, OTHER, (MPI_Datatype oldtype, MPI_Count lb,
             MPI_Count extent, MPI_Datatype *newtype), (oldtype, lb, extent, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_dup, OTHER, (MPI_Datatype oldtype, MPI_Datatype *newtype), (oldtype, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_commit, OTHER, (MPI_Datatype *datatype), (datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_free, OTHER, (MPI_Datatype *datatype), (datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_size, OTHER, (MPI_Datatype datatype, int *size), (datatype, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_size_c, OTHER, (MPI_Datatype datatype, MPI_Count *size), (datatype, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_extent, OTHER, (MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent),
             (datatype, lb, extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_extent_c, OTHER, (MPI_Datatype datatype, MPI_Count *lb,
             MPI_Count *extent), (datatype, lb, extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_true_extent, OTHER, (MPI_Datatype datatype, MPI_Aint *true_lb,
             MPI_Aint *true_extent), (datatype, true_lb, true_extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_true_extent_c, OTHER, (MPI_Datatype datatype, MPI_Count *true_lb,
             MPI_Count *true_extent), (datatype, true_lb, true_extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_envelope, OTHER, (MPI_Datatype datatype, int *num_integers,
             int *num_addresses, int *num_datatypes, int *combiner), (datatype, num_integers,
             num_addresses, num_datatypes, combiner), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_envelope_c, OTHER, (MPI_Datatype datatype, MPI_Count *num_integers,
             MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes,
             int *combiner), (datatype, num_integers, num_addresses, num_large_counts,
             num_datatypes, combiner), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_contents, OTHER, (MPI_Datatype datatype, int max_integers,
             int max_addresses, int max_datatypes, int array_of_integers[],
             MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]), (datatype,
             max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses,
             array_of_datatypes), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_contents_c, OTHER, (MPI_Datatype datatype, MPI_Count max_integers,
             MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes,
             int array_of_integers[], MPI_Aint array_of_addresses[],
             MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]), (datatype,
             max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers,
             array_of_addresses, array_of_large_counts, array_of_datatypes), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_elements, OTHER, (const MPI_Status *status, MPI_Datatype datatype, int *count),
             (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_elements_c, OTHER, (const MPI_Status *status, MPI_Datatype datatype,
             MPI_Count *count), (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_address, OTHER, (const void *location, MPI_Aint *address), (location, address),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Pack, OTHER, (const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
             int outsize, int *position, MPI_Comm comm), (inbuf, incount, datatype, outbuf, outsize,
             position, comm), comm)
HEDDLE_CALL_(MPI_Pack_c, OTHER, (const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
             void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm), (inbuf, incount,
             datatype, outbuf, outsize, position, comm), comm)
HEDDLE_CALL_(MPI_Unpack, OTHER, (const void *inbuf, int insize, int *position, void *outbuf,
             int outcount, MPI_Datatype datatype, MPI_Comm comm), (inbuf, insize, position, outbuf,
             outcount, datatype, comm), comm)
HEDDLE_CALL_(MPI_Unpack_c, OTHER, (const void *inbuf, MPI_Count insize, MPI_Count *position,
             void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm), (inbuf,
             insize, position, outbuf, outcount, datatype, comm), comm)
HEDDLE_CALL_(MPI_Pack_size, OTHER, (int incount, MPI_Datatype datatype, MPI_Comm comm, int *size),
             (incount, datatype, comm, size), comm)
HEDDLE_CALL_(MPI_Pack_size_c, OTHER, (MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
             MPI_Count *size), (incount, datatype, comm, size), comm)
HEDDLE_CALL_(MPI_Pack_external, OTHER, (const char *datarep, const void *inbuf, int incount,
             MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position), (datarep,
             inbuf, incount, datatype, outbuf, outsize, position), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Pack_external_c, OTHER, (const char *datarep, const void *inbuf, MPI_Count incount,
             MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position), (datarep,
             inbuf, incount, datatype, outbuf, outsize, position), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Unpack_external, OTHER, (const char *datarep, const void *inbuf, MPI_Aint insize,
             MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype), (datarep,
             inbuf, insize, position, outbuf, outcount, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Unpack_external_c, OTHER, (const char *datarep, const void *inbuf,
             MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
             MPI_Datatype datatype), (datarep, inbuf, insize, position, outbuf, outcount, datatype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Pack_external_size, OTHER, (const char *datarep, int incount,
             MPI_Datatype datatype, MPI_Aint *size), (datarep, incount, datatype, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Pack_external_size_c, OTHER, (const char *datarep, MPI_Count incount,
             MPI_Datatype datatype, MPI_Count *size), (datarep, incount, datatype, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Barrier, WAITS_FOR_ALL, (MPI_Comm comm), (comm), comm)
HEDDLE_CALL_(MPI_Bcast, WAITS_FOR_ALL, (void *buffer, int count, MPI_Datatype datatype, int root,
             MPI_Comm comm), (buffer, count, datatype, root, comm), comm)
HEDDLE_CALL_(MPI_Bcast_c, WAITS_FOR_ALL, (void *buffer, MPI_Count count, MPI_Datatype datatype,
             int root, MPI_Comm comm), (buffer, count, datatype, root, comm), comm)
HEDDLE_CALL_(MPI_Gather, WAITS_FOR_ALL, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
             (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm), comm)
HEDDLE_CALL_(MPI_Gather_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             int root, MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
             root, comm), comm)
HEDDLE_CALL_(MPI_Gatherv, WAITS_FOR_ALL, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
             int root, MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
             recvtype, root, comm), comm)
HEDDLE_CALL_(MPI_Gatherv_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
             const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm), (sendbuf,
             sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm), comm)
HEDDLE_CALL_(MPI_Scatter, WAITS_FOR_ALL, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
             (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm), comm)
HEDDLE_CALL_(MPI_Scatter_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             int root, MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
             root, comm), comm)
HEDDLE_CALL_(MPI_Scatterv, WAITS_FOR_ALL, (const void *sendbuf, const int sendcounts[],
             const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount,
             MPI_Datatype recvtype, int root, MPI_Comm comm), (sendbuf, sendcounts, displs,
             sendtype, recvbuf, recvcount, recvtype, root, comm), comm)
HEDDLE_CALL_(MPI_Scatterv_c, WAITS_FOR_ALL, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
             MPI_Datatype recvtype, int root, MPI_Comm comm), (sendbuf, sendcounts, displs,
             sendtype, recvbuf, recvcount, recvtype, root, comm), comm)
HEDDLE_CALL_(MPI_Allgather, WAITS_FOR_ALL, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Allgather_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Allgatherv, WAITS_FOR_ALL, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
             MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf,
             recvcounts, displs, recvtype, comm), comm)
HEDDLE_CALL_(MPI_Allgatherv_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
             const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcount,
             sendtype, recvbuf, recvcounts, displs, recvtype, comm), comm)
HEDDLE_CALL_(MPI_Reduce, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm), (sendbuf, recvbuf, count,
             datatype, op, root, comm), comm)
HEDDLE_CALL_(MPI_Reduce_c, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm), (sendbuf, recvbuf, count,
             datatype, op, root, comm), comm)
HEDDLE_CALL_(MPI_Allreduce, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf, recvbuf, count, datatype,
             op, comm), comm)
HEDDLE_CALL_(MPI_Allreduce_c, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf, recvbuf, count, datatype,
             op, comm), comm)
HEDDLE_CALL_(MPI_Op_create, OTHER, (MPI_User_function *user_fn, int commute, MPI_Op *op), (user_fn,
             commute, op), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Op_create_c, OTHER, (MPI_User_function_c *user_fn, int commute, MPI_Op *op),
             (user_fn, commute, op), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Op_free, OTHER, (MPI_Op *op), (op), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Op_commutative, OTHER, (MPI_Op op, int *commute), (op, commute), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Reduce_local, OTHER, (const void *inbuf, void *inoutbuf, int count,
             MPI_Datatype datatype, MPI_Op op), (inbuf, inoutbuf, count, datatype, op),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Reduce_local_c, OTHER, (const void *inbuf, void *inoutbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op), (inbuf, inoutbuf, count, datatype, op),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Alltoall, WAITS_FOR_ALL, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Alltoall_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Alltoallv, WAITS_FOR_ALL, (const void *sendbuf, const int sendcounts[],
             const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcounts,
             sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), comm)
HEDDLE_CALL_(MPI_Alltoallv_c, WAITS_FOR_ALL, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
             recvtype, comm), comm)
HEDDLE_CALL_(MPI_Alltoallw, WAITS_FOR_ALL, (const void *sendbuf, const int sendcounts[],
             const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
             const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
             MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
             recvtypes, comm), comm)
HEDDLE_CALL_(MPI_Alltoallw_c, WAITS_FOR_ALL, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
             MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
             recvtypes, comm), comm)
HEDDLE_CALL_(MPI_Reduce_scatter_block, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf,
             int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf, recvbuf,
             recvcount, datatype, op, comm), comm)
HEDDLE_CALL_(MPI_Reduce_scatter_block_c, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf,
             recvbuf, recvcount, datatype, op, comm), comm)
HEDDLE_CALL_(MPI_Reduce_scatter, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf,
             const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf,
             recvbuf, recvcounts, datatype, op, comm), comm)
HEDDLE_CALL_(MPI_Reduce_scatter_c, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf,
             const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
             (sendbuf, recvbuf, recvcounts, datatype, op, comm), comm)
HEDDLE_CALL_(MPI_Scan, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf, recvbuf, count, datatype,
             op, comm), comm)
HEDDLE_CALL_(MPI_Scan_c, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf, recvbuf, count, datatype,
             op, comm), comm)
HEDDLE_CALL_(MPI_Exscan, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf, recvbuf, count, datatype,
             op, comm), comm)
HEDDLE_CALL_(MPI_Exscan_c, WAITS_FOR_ALL, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), (sendbuf, recvbuf, count, datatype,
             op, comm), comm)
HEDDLE_CALL_(MPI_Type_get_value_index, OTHER, (MPI_Datatype value_type, MPI_Datatype index_type,
             MPI_Datatype *pair_type), (value_type, index_type, pair_type), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Ibarrier, MEETS, (MPI_Comm comm, MPI_Request *request), (comm, request), comm)
HEDDLE_CALL_(MPI_Ibcast, MEETS, (void *buffer, int count, MPI_Datatype datatype, int root,
             MPI_Comm comm, MPI_Request *request), (buffer, count, datatype, root, comm, request),
             comm)
HEDDLE_CALL_(MPI_Ibcast_c, MEETS, (void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
             MPI_Comm comm, MPI_Request *request), (buffer, count, datatype, root, comm, request),
             comm)
HEDDLE_CALL_(MPI_Igather, MEETS, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
             MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
             root, comm, request), comm)
HEDDLE_CALL_(MPI_Igather_c, MEETS, (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
             MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
             root, comm, request), comm)
HEDDLE_CALL_(MPI_Igatherv, MEETS, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
             int root, MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcounts, displs, recvtype, root, comm, request), comm)
HEDDLE_CALL_(MPI_Igatherv_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
             const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
             MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
             recvtype, root, comm, request), comm)
HEDDLE_CALL_(MPI_Iscatter, MEETS, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
             MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
             root, comm, request), comm)
HEDDLE_CALL_(MPI_Iscatter_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             int root, MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcount, recvtype, root, comm, request), comm)
HEDDLE_CALL_(MPI_Iscatterv, MEETS, (const void *sendbuf, const int sendcounts[], const int displs[],
             MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, displs, sendtype, recvbuf,
             recvcount, recvtype, root, comm, request), comm)
HEDDLE_CALL_(MPI_Iscatterv_c, MEETS, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
             MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request), (sendbuf,
             sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request), comm)
HEDDLE_CALL_(MPI_Iallgather, MEETS, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
             MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
             comm, request), comm)
HEDDLE_CALL_(MPI_Iallgather_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcount, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Iallgatherv, MEETS, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcounts, displs, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Iallgatherv_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
             const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
             (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
             comm)
HEDDLE_CALL_(MPI_Ireduce, MEETS, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request),
             (sendbuf, recvbuf, count, datatype, op, root, comm, request), comm)
HEDDLE_CALL_(MPI_Ireduce_c, MEETS, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request),
             (sendbuf, recvbuf, count, datatype, op, root, comm, request), comm)
HEDDLE_CALL_(MPI_Iallreduce, MEETS, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request), (sendbuf,
             recvbuf, count, datatype, op, comm, request), comm)
HEDDLE_CALL_(MPI_Iallreduce_c, MEETS, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request), (sendbuf,
             recvbuf, count, datatype, op, comm, request), comm)
HEDDLE_CALL_(MPI_Ialltoall, MEETS, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
             MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
             comm, request), comm)
HEDDLE_CALL_(MPI_Ialltoall_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcount, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ialltoallv, MEETS, (const void *sendbuf, const int sendcounts[],
             const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
             (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
             request), comm)
HEDDLE_CALL_(MPI_Ialltoallv_c, MEETS, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtype, recvbuf,
             recvcounts, rdispls, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ialltoallw, MEETS, (const void *sendbuf, const int sendcounts[],
             const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
             const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtypes,
             recvbuf, recvcounts, rdispls, recvtypes, comm, request), comm)
HEDDLE_CALL_(MPI_Ialltoallw_c, MEETS, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtypes,
             recvbuf, recvcounts, rdispls, recvtypes, comm, request), comm)
HEDDLE_CALL_(MPI_Ireduce_scatter_block, MEETS, (const void *sendbuf, void *recvbuf, int recvcount,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request), (sendbuf,
             recvbuf, recvcount, datatype, op, comm, request), comm)
HEDDLE_CALL_(MPI_Ireduce_scatter_block_c, MEETS, (const void *sendbuf, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
             MPI_Request *request), (sendbuf, recvbuf, recvcount, datatype, op, comm, request),
             comm)
HEDDLE_CALL_(MPI_Ireduce_scatter, MEETS, (const void *sendbuf, void *recvbuf,
             const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
             MPI_Request *request), (sendbuf, recvbuf, recvcounts, datatype, op, comm, request),
             comm)
HEDDLE_CALL_(MPI_Ireduce_scatter_c, MEETS, (const void *sendbuf, void *recvbuf,
             const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
             MPI_Request *request), (sendbuf, recvbuf, recvcounts, datatype, op, comm, request),
             comm)
HEDDLE_CALL_(MPI_Iscan, MEETS, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request), (sendbuf,
             recvbuf, count, datatype, op, comm, request), comm)
HEDDLE_CALL_(MPI_Iscan_c, MEETS, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request), (sendbuf,
             recvbuf, count, datatype, op, comm, request), comm)
HEDDLE_CALL_(MPI_Iexscan, MEETS, (const void *sendbuf, void *recvbuf, int count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request), (sendbuf,
             recvbuf, count, datatype, op, comm, request), comm)
HEDDLE_CALL_(MPI_Iexscan_c, MEETS, (const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request), (sendbuf,
             recvbuf, count, datatype, op, comm, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Barrier_init, MEETS, (MPI_Comm comm, MPI_Info info, MPI_Request *request),
                      (comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Bcast_init, MEETS, (void *buffer, int count, MPI_Datatype datatype,
                      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request), (buffer, count,
                      datatype, root, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Bcast_init_c, MEETS, (void *buffer, MPI_Count count,
                      MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (buffer, count, datatype, root, comm, info, request),
                      comm)
HEDDLE_PREPARED_CALL_(MPI_Gather_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf,
                      sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request),
                      comm)
HEDDLE_PREPARED_CALL_(MPI_Gather_init_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                      recvtype, root, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Gatherv_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
                      recvcounts, displs, recvtype, root, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Gatherv_init_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
                      recvcounts, displs, recvtype, root, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Scatter_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf,
                      sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request),
                      comm)
HEDDLE_PREPARED_CALL_(MPI_Scatter_init_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                      recvtype, root, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Scatterv_init, MEETS, (const void *sendbuf, const int sendcounts[],
                      const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcounts, displs, sendtype, recvbuf,
                      recvcount, recvtype, root, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Scatterv_init_c, MEETS, (const void *sendbuf,
                      const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcounts,
                      displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request),
                      comm)
HEDDLE_PREPARED_CALL_(MPI_Allgather_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcount,
                      sendtype, recvbuf, recvcount, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Allgather_init_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
                      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Allgatherv_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                      displs, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Allgatherv_init_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                      displs, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Reduce_init, MEETS, (const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, root, comm,
                      info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Reduce_init_c, MEETS, (const void *sendbuf, void *recvbuf,
                      MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, count, datatype, op,
                      root, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Allreduce_init, MEETS, (const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Allreduce_init_c, MEETS, (const void *sendbuf, void *recvbuf,
                      MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, count, datatype, op,
                      comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Alltoall_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcount,
                      sendtype, recvbuf, recvcount, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Alltoall_init_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
                      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Alltoallv_init, MEETS, (const void *sendbuf, const int sendcounts[],
                      const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                      const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcounts,
                      sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Alltoallv_init_c, MEETS, (const void *sendbuf,
                      const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
                      (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                      recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Alltoallw_init, MEETS, (const void *sendbuf, const int sendcounts[],
                      const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                      const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcounts,
                      sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Alltoallw_init_c, MEETS, (const void *sendbuf,
                      const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, sendcounts, sdispls,
                      sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request),
                      comm)
HEDDLE_PREPARED_CALL_(MPI_Reduce_scatter_block_init, MEETS, (const void *sendbuf, void *recvbuf,
                      int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, recvbuf, recvcount, datatype, op, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Reduce_scatter_block_init_c, MEETS, (const void *sendbuf, void *recvbuf,
                      MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, recvcount, datatype,
                      op, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Reduce_scatter_init, MEETS, (const void *sendbuf, void *recvbuf,
                      const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, recvcounts, datatype,
                      op, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Reduce_scatter_init_c, MEETS, (const void *sendbuf, void *recvbuf,
                      const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, recvcounts, datatype,
                      op, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Scan_init, MEETS, (const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Scan_init_c, MEETS, (const void *sendbuf, void *recvbuf, MPI_Count count,
                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Exscan_init, MEETS, (const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, comm, info,
                      request), comm)
HEDDLE_PREPARED_CALL_(MPI_Exscan_init_c, MEETS, (const void *sendbuf, void *recvbuf,
                      MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, count, datatype, op,
                      comm, info, request), comm)
HEDDLE_CALL_(MPI_Comm_create_keyval, OTHER, (MPI_Comm_copy_attr_function *comm_copy_attr_fn,
             MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
             void *extra_state), (comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_free_keyval, OTHER, (int *comm_keyval), (comm_keyval), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_set_attr, OTHER, (MPI_Comm comm, int comm_keyval, void *attribute_val), (comm,
             comm_keyval, attribute_val), comm)
HEDDLE_CALL_(MPI_Comm_get_attr, OTHER, (MPI_Comm comm, int comm_keyval, void *attribute_val,
             int *flag), (comm, comm_keyval, attribute_val, flag), comm)
HEDDLE_CALL_(MPI_Comm_delete_attr, OTHER, (MPI_Comm comm, int comm_keyval), (comm, comm_keyval),
             comm)
HEDDLE_CALL_(MPI_Type_create_keyval, OTHER, (MPI_Type_copy_attr_function *type_copy_attr_fn,
             MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
             void *extra_state), (type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_free_keyval, OTHER, (int *type_keyval), (type_keyval), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_set_attr, OTHER, (MPI_Datatype datatype, int type_keyval,
             void *attribute_val), (datatype, type_keyval, attribute_val), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_attr, OTHER, (MPI_Datatype datatype, int type_keyval, void *attribute_val,
             int *flag), (datatype, type_keyval, attribute_val, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_delete_attr, OTHER, (MPI_Datatype datatype, int type_keyval), (datatype,
             type_keyval), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_create_keyval, OTHER, (MPI_Win_copy_attr_function *win_copy_attr_fn,
             MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state),
             (win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_free_keyval, OTHER, (int *win_keyval), (win_keyval), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_set_attr, OTHER, (MPI_Win win, int win_keyval, void *attribute_val), (win,
             win_keyval, attribute_val), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_get_attr, OTHER, (MPI_Win win, int win_keyval, void *attribute_val, int *flag),
             (win, win_keyval, attribute_val, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_delete_attr, OTHER, (MPI_Win win, int win_keyval), (win, win_keyval),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_size, OTHER, (MPI_Comm comm, int *size), (comm, size), comm)
HEDDLE_CALL_(MPI_Comm_rank, OTHER, (MPI_Comm comm, int *rank), (comm, rank), comm)
HEDDLE_CALL_(MPI_Comm_compare, OTHER, (MPI_Comm comm1, MPI_Comm comm2, int *result), (comm1, comm2,
             result), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_dup, OTHER, (MPI_Comm comm, MPI_Comm *newcomm), (comm, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_dup_with_info, OTHER, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm),
             (comm, info, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_idup, OTHER, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request), (comm,
             newcomm, request), comm)
HEDDLE_CALL_(MPI_Comm_idup_with_info, OTHER, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
             MPI_Request *request), (comm, info, newcomm, request), comm)
HEDDLE_CALL_(MPI_Comm_create, OTHER, (MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm), (comm,
             group, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_create_group, OTHER, (MPI_Comm comm, MPI_Group group, int tag,
             MPI_Comm *newcomm), (comm, group, tag, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_create_from_group, OTHER, (MPI_Group group, const char *stringtag,
             MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm), (group, stringtag, info,
             errhandler, newcomm), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_split, OTHER, (MPI_Comm comm, int color, int key, MPI_Comm *newcomm), (comm,
             color, key, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_split_type, OTHER, (MPI_Comm comm, int split_type, int key, MPI_Info info,
             MPI_Comm *newcomm), (comm, split_type, key, info, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_free, OTHER, (MPI_Comm *comm), (comm), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_group, OTHER, (MPI_Comm comm, MPI_Group *group), (comm, group), comm)
HEDDLE_CALL_(MPI_Comm_test_inter, OTHER, (MPI_Comm comm, int *flag), (comm, flag), comm)
HEDDLE_CALL_(MPI_Comm_remote_size, OTHER, (MPI_Comm comm, int *size), (comm, size), comm)
HEDDLE_CALL_(MPI_Comm_remote_group, OTHER, (MPI_Comm comm, MPI_Group *group), (comm, group), comm)
HEDDLE_CALL_(MPI_Intercomm_create, OTHER, (MPI_Comm local_comm, int local_leader,
             MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm), (local_comm,
             local_leader, peer_comm, remote_leader, tag, newintercomm), local_comm)
HEDDLE_CALL_(MPI_Intercomm_create_from_groups, OTHER, (MPI_Group local_group, int local_leader,
             MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info,
             MPI_Errhandler errhandler, MPI_Comm *newintercomm), (local_group, local_leader,
             remote_group, remote_leader, stringtag, info, errhandler, newintercomm), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Intercomm_merge, OTHER, (MPI_Comm intercomm, int high, MPI_Comm *newintracomm),
             (intercomm, high, newintracomm), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_set_info, OTHER, (MPI_Comm comm, MPI_Info info), (comm, info), comm)
HEDDLE_CALL_(MPI_Comm_get_info, OTHER, (MPI_Comm comm, MPI_Info *info_used), (comm, info_used),
             comm)
HEDDLE_CALL_(MPI_Type_set_name, OTHER, (MPI_Datatype datatype, const char *type_name), (datatype,
             type_name), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_name, OTHER, (MPI_Datatype datatype, char *type_name, int *resultlen),
             (datatype, type_name, resultlen), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_size, OTHER, (MPI_Group group, int *size), (group, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_rank, OTHER, (MPI_Group group, int *rank), (group, rank), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_translate_ranks, OTHER, (MPI_Group group1, int n, const int ranks1[],
             MPI_Group group2, int ranks2[]), (group1, n, ranks1, group2, ranks2), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_compare, OTHER, (MPI_Group group1, MPI_Group group2, int *result), (group1,
             group2, result), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_union, OTHER, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup),
             (group1, group2, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_intersection, OTHER, (MPI_Group group1, MPI_Group group2,
             MPI_Group *newgroup), (group1, group2, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_difference, OTHER, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup),
             (group1, group2, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_incl, OTHER, (MPI_Group group, int n, const int ranks[],
             MPI_Group *newgroup), (group, n, ranks, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_excl, OTHER, (MPI_Group group, int n, const int ranks[],
             MPI_Group *newgroup), (group, n, ranks, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_range_incl, OTHER, (MPI_Group group, int n, int ranges[][3],
             MPI_Group *newgroup), (group, n, ranges, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_range_excl, OTHER, (MPI_Group group, int n, int ranges[][3],
             MPI_Group *newgroup), (group, n, ranges, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_from_session_pset, OTHER, (MPI_Session session, const char *pset_name,
             MPI_Group *newgroup), (session, pset_name, newgroup), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Group_free, OTHER, (MPI_Group *group), (group), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_set_name, OTHER, (MPI_Comm comm, const char *comm_name), (comm, comm_name),
             comm)
HEDDLE_CALL_(MPI_Comm_get_name, OTHER, (MPI_Comm comm, char *comm_name, int *resultlen), (comm,
             comm_name, resultlen), comm)
HEDDLE_CALL_(MPI_Win_set_name, OTHER, (MPI_Win win, const char *win_name), (win, win_name),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_get_name, OTHER, (MPI_Win win, char *win_name, int *resultlen), (win, win_name,
             resultlen), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Neighbor_allgather, WAITS_FOR_ALL, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Neighbor_allgather_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Neighbor_allgatherv, WAITS_FOR_ALL, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
             MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf,
             recvcounts, displs, recvtype, comm), comm)
HEDDLE_CALL_(MPI_Neighbor_allgatherv_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
             const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcount,
             sendtype, recvbuf, recvcounts, displs, recvtype, comm), comm)
HEDDLE_CALL_(MPI_Neighbor_alltoall, WAITS_FOR_ALL, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Neighbor_alltoall_c, WAITS_FOR_ALL, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
             comm)
HEDDLE_CALL_(MPI_Neighbor_alltoallv, WAITS_FOR_ALL, (const void *sendbuf, const int sendcounts[],
             const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcounts,
             sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), comm)
HEDDLE_CALL_(MPI_Neighbor_alltoallv_c, WAITS_FOR_ALL, (const void *sendbuf,
             const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype,
             void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
             MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtype,
             recvbuf, recvcounts, rdispls, recvtype, comm), comm)
HEDDLE_CALL_(MPI_Neighbor_alltoallw, WAITS_FOR_ALL, (const void *sendbuf, const int sendcounts[],
             const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
             const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
             MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
             recvtypes, comm), comm)
HEDDLE_CALL_(MPI_Neighbor_alltoallw_c, WAITS_FOR_ALL, (const void *sendbuf,
             const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
             void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
             const MPI_Datatype recvtypes[], MPI_Comm comm), (sendbuf, sendcounts, sdispls,
             sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm), comm)
HEDDLE_CALL_(MPI_Ineighbor_allgather, MEETS, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcount, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ineighbor_allgather_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcount, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ineighbor_allgatherv, MEETS, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount,
             sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ineighbor_allgatherv_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
             const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
             (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
             comm)
HEDDLE_CALL_(MPI_Ineighbor_alltoall, MEETS, (const void *sendbuf, int sendcount,
             MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcount, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ineighbor_alltoall_c, MEETS, (const void *sendbuf, MPI_Count sendcount,
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf,
             recvcount, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ineighbor_alltoallv, MEETS, (const void *sendbuf, const int sendcounts[],
             const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
             (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
             request), comm)
HEDDLE_CALL_(MPI_Ineighbor_alltoallv_c, MEETS, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtype, recvbuf,
             recvcounts, rdispls, recvtype, comm, request), comm)
HEDDLE_CALL_(MPI_Ineighbor_alltoallw, MEETS, (const void *sendbuf, const int sendcounts[],
             const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
             const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtypes,
             recvbuf, recvcounts, rdispls, recvtypes, comm, request), comm)
HEDDLE_CALL_(MPI_Ineighbor_alltoallw_c, MEETS, (const void *sendbuf, const MPI_Count sendcounts[],
             const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
             MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtypes,
             recvbuf, recvcounts, rdispls, recvtypes, comm, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_allgather_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcount,
                      sendtype, recvbuf, recvcount, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_allgather_init_c, MEETS, (const void *sendbuf,
                      MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                      MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                      recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_allgatherv_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                      displs, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_allgatherv_init_c, MEETS, (const void *sendbuf,
                      MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                      const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcount,
                      sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_alltoall_init, MEETS, (const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, sendcount,
                      sendtype, recvbuf, recvcount, recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_alltoall_init_c, MEETS, (const void *sendbuf,
                      MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                      MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                      recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_alltoallv_init, MEETS, (const void *sendbuf,
                      const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                      void *recvbuf, const int recvcounts[], const int rdispls[],
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
                      (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                      recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_alltoallv_init_c, MEETS, (const void *sendbuf,
                      const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
                      (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                      recvtype, comm, info, request), comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_alltoallw_init, MEETS, (const void *sendbuf,
                      const int sendcounts[], const MPI_Aint sdispls[],
                      const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, sendcounts, sdispls,
                      sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request),
                      comm)
HEDDLE_PREPARED_CALL_(MPI_Neighbor_alltoallw_init_c, MEETS, (const void *sendbuf,
                      const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                      MPI_Info info, MPI_Request *request), (sendbuf, sendcounts, sdispls,
                      sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request),
                      comm)
HEDDLE_CALL_(MPI_Cart_create, OTHER, (MPI_Comm comm_old, int ndims, const int dims[],
             const int periods[], int reorder, MPI_Comm *comm_cart), (comm_old, ndims, dims,
             periods, reorder, comm_cart), comm_old)
HEDDLE_CALL_(MPI_Dims_create, OTHER, (int nnodes, int ndims, int dims[]), (nnodes, ndims, dims),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Cartdim_get, OTHER, (MPI_Comm comm, int *ndims), (comm, ndims), comm)
HEDDLE_CALL_(MPI_Cart_get, OTHER, (MPI_Comm comm, int maxdims, int dims[], int periods[],
             int coords[]), (comm, maxdims, dims, periods, coords), comm)
HEDDLE_CALL_(MPI_Cart_rank, OTHER, (MPI_Comm comm, const int coords[], int *rank), (comm, coords,
             rank), comm)
HEDDLE_CALL_(MPI_Cart_coords, OTHER, (MPI_Comm comm, int rank, int maxdims, int coords[]), (comm,
             rank, maxdims, coords), comm)
HEDDLE_CALL_(MPI_Cart_shift, OTHER, (MPI_Comm comm, int direction, int disp, int *rank_source,
             int *rank_dest), (comm, direction, disp, rank_source, rank_dest), comm)
HEDDLE_CALL_(MPI_Cart_sub, OTHER, (MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm),
             (comm, remain_dims, newcomm), comm)
HEDDLE_CALL_(MPI_Cart_map, OTHER, (MPI_Comm comm, int ndims, const int dims[], const int periods[],
             int *newrank), (comm, ndims, dims, periods, newrank), comm)
HEDDLE_CALL_(MPI_Topo_test, OTHER, (MPI_Comm comm, int *status), (comm, status), comm)
HEDDLE_CALL_(MPI_Graph_create, OTHER, (MPI_Comm comm_old, int nnodes, const int indx[],
             const int edges[], int reorder, MPI_Comm *comm_graph), (comm_old, nnodes, indx, edges,
             reorder, comm_graph), comm_old)
HEDDLE_CALL_(MPI_Graph_map, OTHER, (MPI_Comm comm, int nnodes, const int indx[], const int edges[],
             int *newrank), (comm, nnodes, indx, edges, newrank), comm)
HEDDLE_CALL_(MPI_Graphdims_get, OTHER, (MPI_Comm comm, int *nnodes, int *nedges), (comm, nnodes,
             nedges), comm)
HEDDLE_CALL_(MPI_Graph_get, OTHER, (MPI_Comm comm, int maxindex, int maxedges, int indx[],
             int edges[]), (comm, maxindex, maxedges, indx, edges), comm)
HEDDLE_CALL_(MPI_Graph_neighbors_count, OTHER, (MPI_Comm comm, int rank, int *nneighbors), (comm,
             rank, nneighbors), comm)
HEDDLE_CALL_(MPI_Graph_neighbors, OTHER, (MPI_Comm comm, int rank, int maxneighbors,
             int neighbors[]), (comm, rank, maxneighbors, neighbors), comm)
HEDDLE_CALL_(MPI_Dist_graph_create_adjacent, OTHER, (MPI_Comm comm_old, int indegree,
             const int sources[], const int *sourceweights, int outdegree, const int destinations[],
             const int *destweights, MPI_Info info, int reorder, MPI_Comm *comm_dist_graph),
             (comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights,
             info, reorder, comm_dist_graph), comm_old)
HEDDLE_CALL_(MPI_Dist_graph_create, OTHER, (MPI_Comm comm_old, int n, const int sources[],
             const int degrees[], const int destinations[], const int *weights, MPI_Info info,
             int reorder, MPI_Comm *comm_dist_graph), (comm_old, n, sources, degrees, destinations,
             weights, info, reorder, comm_dist_graph), comm_old)
HEDDLE_CALL_(MPI_Dist_graph_neighbors_count, OTHER, (MPI_Comm comm, int *indegree, int *outdegree,
             int *weighted), (comm, indegree, outdegree, weighted), comm)
HEDDLE_CALL_(MPI_Dist_graph_neighbors, OTHER, (MPI_Comm comm, int maxindegree, int sources[],
             int *sourceweights, int maxoutdegree, int destinations[], int *destweights), (comm,
             maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights), comm)
HEDDLE_CALL_(MPI_Get_version, OTHER, (int *version, int *subversion), (version, subversion),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_library_version, OTHER, (char *version, int *resultlen), (version, resultlen),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_processor_name, OTHER, (char *name, int *resultlen), (name, resultlen),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_create_errhandler, OTHER, (MPI_Comm_errhandler_function *comm_errhandler_fn,
             MPI_Errhandler *errhandler), (comm_errhandler_fn, errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_set_errhandler, OTHER, (MPI_Comm comm, MPI_Errhandler errhandler), (comm,
             errhandler), comm)
HEDDLE_CALL_(MPI_Comm_get_errhandler, OTHER, (MPI_Comm comm, MPI_Errhandler *errhandler), (comm,
             errhandler), comm)
HEDDLE_CALL_(MPI_Comm_call_errhandler, OTHER, (MPI_Comm comm, int errorcode), (comm, errorcode),
             comm)
HEDDLE_CALL_(MPI_Win_create_errhandler, OTHER, (MPI_Win_errhandler_function *win_errhandler_fn,
             MPI_Errhandler *errhandler), (win_errhandler_fn, errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_set_errhandler, OTHER, (MPI_Win win, MPI_Errhandler errhandler), (win,
             errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_get_errhandler, OTHER, (MPI_Win win, MPI_Errhandler *errhandler), (win,
             errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_call_errhandler, OTHER, (MPI_Win win, int errorcode), (win, errorcode),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_create_errhandler, OTHER, (MPI_File_errhandler_function *file_errhandler_fn,
             MPI_Errhandler *errhandler), (file_errhandler_fn, errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_set_errhandler, OTHER, (MPI_File file, MPI_Errhandler errhandler), (file,
             errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_errhandler, OTHER, (MPI_File file, MPI_Errhandler *errhandler), (file,
             errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_call_errhandler, OTHER, (MPI_File fh, int errorcode), (fh, errorcode),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_create_errhandler, OTHER,
             (MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler),
             (session_errhandler_fn, errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_set_errhandler, OTHER, (MPI_Session session, MPI_Errhandler errhandler),
             (session, errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_get_errhandler, OTHER, (MPI_Session session, MPI_Errhandler *errhandler),
             (session, errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_call_errhandler, OTHER, (MPI_Session session, int errorcode), (session,
             errorcode), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Errhandler_free, OTHER, (MPI_Errhandler *errhandler), (errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Error_class, OTHER, (int errorcode, int *errorclass), (errorcode, errorclass),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Error_string, OTHER, (int errorcode, char *string, int *resultlen), (errorcode,
             string, resultlen), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Add_error_class, OTHER, (int *errorclass), (errorclass), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Remove_error_class, OTHER, (int errorclass), (errorclass), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Add_error_code, OTHER, (int errorclass, int *errorcode), (errorclass, errorcode),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Remove_error_code, OTHER, (int errorcode), (errorcode), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Add_error_string, OTHER, (int errorcode, const char *string), (errorcode, string),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Remove_error_string, OTHER, (int errorcode), (errorcode), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Alloc_mem, OTHER, (MPI_Aint size, MPI_Info info, void *baseptr), (size, info,
             baseptr), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Free_mem, OTHER, (void *base), (base), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_hw_resource_info, OTHER, (MPI_Info *hw_info), (hw_info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_create, OTHER, (MPI_Info *info), (info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_create_env, OTHER, (int argc, char **argv, MPI_Info *info), (argc, argv,
             info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_set, OTHER, (MPI_Info info, const char *key, const char *value), (info, key,
             value), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_delete, OTHER, (MPI_Info info, const char *key), (info, key), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_get_string, OTHER, (MPI_Info info, const char *key, int *buflen, char *value,
             int *flag), (info, key, buflen, value, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_get_nkeys, OTHER, (MPI_Info info, int *nkeys), (info, nkeys), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_get_nthkey, OTHER, (MPI_Info info, int n, char *key), (info, n, key),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_dup, OTHER, (MPI_Info info, MPI_Info *newinfo), (info, newinfo),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_free, OTHER, (MPI_Info *info), (info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Query_thread, OTHER, (int *provided), (provided), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Is_thread_main, OTHER, (int *flag), (flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_get_parent, OTHER, (MPI_Comm *parent), (parent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_disconnect, OTHER, (MPI_Comm *comm), (comm), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Open_port, OTHER, (MPI_Info info, char *port_name), (info, port_name),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Close_port, OTHER, (const char *port_name), (port_name), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_accept, OTHER, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
             MPI_Comm *newcomm), (port_name, info, root, comm, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_connect, OTHER, (const char *port_name, MPI_Info info, int root,
             MPI_Comm comm, MPI_Comm *newcomm), (port_name, info, root, comm, newcomm), comm)
HEDDLE_CALL_(MPI_Comm_join, OTHER, (int fd, MPI_Comm *intercomm), (fd, intercomm), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Publish_name, OTHER, (const char *service_name, MPI_Info info,
             const char *port_name), (service_name, info, port_name), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Unpublish_name, OTHER, (const char *service_name, MPI_Info info,
             const char *port_name), (service_name, info, port_name), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Lookup_name, OTHER, (const char *service_name, MPI_Info info, char *port_name),
             (service_name, info, port_name), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Comm_spawn, OTHER, (const char *command, char **argv, int maxprocs, MPI_Info info,
             int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]), (command, argv,
             maxprocs, info, root, comm, intercomm, array_of_errcodes), comm)
HEDDLE_CALL_(MPI_Comm_spawn_multiple, OTHER, (int count, char **array_of_commands,
             char ***array_of_argv, const int array_of_maxprocs[], const MPI_Info array_of_info[],
             int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]), (count,
             array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm,
             intercomm, array_of_errcodes), comm)
HEDDLE_CALL_(MPI_Session_init, OTHER, (MPI_Info info, MPI_Errhandler errhandler,
             MPI_Session *session), (info, errhandler, session), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_finalize, OTHER, (MPI_Session *session), (session), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_get_info, OTHER, (MPI_Session session, MPI_Info *info_used), (session,
             info_used), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_get_num_psets, OTHER, (MPI_Session session, MPI_Info info,
             int *npset_names), (session, info, npset_names), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_get_nth_pset, OTHER, (MPI_Session session, MPI_Info info, int n,
             int *pset_len, char *pset_name), (session, info, n, pset_len, pset_name),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Session_get_pset_info, OTHER, (MPI_Session session, const char *pset_name,
             MPI_Info *info), (session, pset_name, info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_create, OTHER, (void *base, MPI_Aint size, int disp_unit, MPI_Info info,
             MPI_Comm comm, MPI_Win *win), (base, size, disp_unit, info, comm, win), comm)
HEDDLE_CALL_(MPI_Win_create_c, OTHER, (void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
             MPI_Comm comm, MPI_Win *win), (base, size, disp_unit, info, comm, win), comm)
HEDDLE_CALL_(MPI_Win_allocate, OTHER, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
             void *baseptr, MPI_Win *win), (size, disp_unit, info, comm, baseptr, win), comm)
HEDDLE_CALL_(MPI_Win_allocate_c, OTHER, (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
             MPI_Comm comm, void *baseptr, MPI_Win *win), (size, disp_unit, info, comm, baseptr,
             win), comm)
HEDDLE_CALL_(MPI_Win_allocate_shared, OTHER, (MPI_Aint size, int disp_unit, MPI_Info info,
             MPI_Comm comm, void *baseptr, MPI_Win *win), (size, disp_unit, info, comm, baseptr,
             win), comm)
HEDDLE_CALL_(MPI_Win_allocate_shared_c, OTHER, (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
             MPI_Comm comm, void *baseptr, MPI_Win *win), (size, disp_unit, info, comm, baseptr,
             win), comm)
HEDDLE_CALL_(MPI_Win_create_dynamic, OTHER, (MPI_Info info, MPI_Comm comm, MPI_Win *win), (info,
             comm, win), comm)
HEDDLE_CALL_(MPI_Win_attach, OTHER, (MPI_Win win, void *base, MPI_Aint size), (win, base, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_detach, OTHER, (MPI_Win win, const void *base), (win, base), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_shared_query, OTHER, (MPI_Win win, int rank, MPI_Aint *size, int *disp_unit,
             void *baseptr), (win, rank, size, disp_unit, baseptr), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_shared_query_c, OTHER, (MPI_Win win, int rank, MPI_Aint *size,
             MPI_Aint *disp_unit, void *baseptr), (win, rank, size, disp_unit, baseptr),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_free, OTHER, (MPI_Win *win), (win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_get_group, OTHER, (MPI_Win win, MPI_Group *group), (win, group), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_set_info, OTHER, (MPI_Win win, MPI_Info info), (win, info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_get_info, OTHER, (MPI_Win win, MPI_Info *info_used), (win, info_used),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Put, OTHER, (const void *origin_addr, int origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Win win), (origin_addr, origin_count,
             origin_datatype, target_rank, target_disp, target_count, target_datatype, win),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Put_c, OTHER, (const void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win), (origin_addr,
             origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
             win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get, OTHER, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
             MPI_Win win), (origin_addr, origin_count, origin_datatype, target_rank, target_disp,
             target_count, target_datatype, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_c, OTHER, (void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win), (origin_addr,
             origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
             win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Accumulate, OTHER, (const void *origin_addr, int origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), (origin_addr, origin_count,
             origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Accumulate_c, OTHER, (const void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
             (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
             target_datatype, op, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_accumulate, OTHER, (const void *origin_addr, int origin_count,
             MPI_Datatype origin_datatype, void *result_addr, int result_count,
             MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), (origin_addr, origin_count,
             origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp,
             target_count, target_datatype, op, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_accumulate_c, OTHER, (const void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
             MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
             (origin_addr, origin_count, origin_datatype, result_addr, result_count,
             result_datatype, target_rank, target_disp, target_count, target_datatype, op, win),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Fetch_and_op, OTHER, (const void *origin_addr, void *result_addr,
             MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win),
             (origin_addr, result_addr, datatype, target_rank, target_disp, op, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Compare_and_swap, OTHER, (const void *origin_addr, const void *compare_addr,
             void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
             MPI_Win win), (origin_addr, compare_addr, result_addr, datatype, target_rank,
             target_disp, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Rput, OTHER, (const void *origin_addr, int origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request), (origin_addr,
             origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
             win, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Rput_c, OTHER, (const void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
             MPI_Request *request), (origin_addr, origin_count, origin_datatype, target_rank,
             target_disp, target_count, target_datatype, win, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Rget, OTHER, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
             MPI_Win win, MPI_Request *request), (origin_addr, origin_count, origin_datatype,
             target_rank, target_disp, target_count, target_datatype, win, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Rget_c, OTHER, (void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
             MPI_Request *request), (origin_addr, origin_count, origin_datatype, target_rank,
             target_disp, target_count, target_datatype, win, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Raccumulate, OTHER, (const void *origin_addr, int origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request),
             (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
             target_datatype, op, win, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Raccumulate_c, OTHER, (const void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
             MPI_Request *request), (origin_addr, origin_count, origin_datatype, target_rank,
             target_disp, target_count, target_datatype, op, win, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Rget_accumulate, OTHER, (const void *origin_addr, int origin_count,
             MPI_Datatype origin_datatype, void *result_addr, int result_count,
             MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request),
             (origin_addr, origin_count, origin_datatype, result_addr, result_count,
             result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
             request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Rget_accumulate_c, OTHER, (const void *origin_addr, MPI_Count origin_count,
             MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
             MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
             MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
             MPI_Request *request), (origin_addr, origin_count, origin_datatype, result_addr,
             result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
             op, win, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_fence, OTHER, (int assert, MPI_Win win), (assert, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_start, OTHER, (MPI_Group group, int assert, MPI_Win win), (group, assert, win),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_complete, OTHER, (MPI_Win win), (win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_post, OTHER, (MPI_Group group, int assert, MPI_Win win), (group, assert, win),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_wait, OTHER, (MPI_Win win), (win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_test, OTHER, (MPI_Win win, int *flag), (win, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_lock, OTHER, (int lock_type, int rank, int assert, MPI_Win win), (lock_type,
             rank, assert, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_unlock, OTHER, (int rank, MPI_Win win), (rank, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_lock_all, OTHER, (int assert, MPI_Win win), (assert, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_unlock_all, OTHER, (MPI_Win win), (win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_flush, OTHER, (int rank, MPI_Win win), (rank, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_flush_all, OTHER, (MPI_Win win), (win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_flush_local, OTHER, (int rank, MPI_Win win), (rank, win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_flush_local_all, OTHER, (MPI_Win win), (win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Win_sync, OTHER, (MPI_Win win), (win), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Grequest_start, OTHER, (MPI_Grequest_query_function *query_fn,
             MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn,
             void *extra_state, MPI_Request *request), (query_fn, free_fn, cancel_fn, extra_state,
             request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Grequest_complete, OTHER, (MPI_Request request), (request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_set_elements, OTHER, (MPI_Status *status, MPI_Datatype datatype, int count),
             (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_set_elements_c, OTHER, (MPI_Status *status, MPI_Datatype datatype,
             MPI_Count count), (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_set_cancelled, OTHER, (MPI_Status *status, int flag), (status, flag),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_set_source, OTHER, (MPI_Status *status, int source), (status, source),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_set_tag, OTHER, (MPI_Status *status, int tag), (status, tag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_set_error, OTHER, (MPI_Status *status, int error), (status, error),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_open, OTHER, (MPI_Comm comm, const char *filename, int amode, MPI_Info info,
             MPI_File *fh), (comm, filename, amode, info, fh), comm)
HEDDLE_CALL_(MPI_File_close, OTHER, (MPI_File *fh), (fh), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_delete, OTHER, (const char *filename, MPI_Info info), (filename, info),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_set_size, OTHER, (MPI_File fh, MPI_Offset size), (fh, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_preallocate, OTHER, (MPI_File fh, MPI_Offset size), (fh, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_size, OTHER, (MPI_File fh, MPI_Offset *size), (fh, size), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_group, OTHER, (MPI_File fh, MPI_Group *group), (fh, group), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_amode, OTHER, (MPI_File fh, int *amode), (fh, amode), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_set_info, OTHER, (MPI_File fh, MPI_Info info), (fh, info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_info, OTHER, (MPI_File fh, MPI_Info *info_used), (fh, info_used),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_set_view, OTHER, (MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
             MPI_Datatype filetype, const char *datarep, MPI_Info info), (fh, disp, etype, filetype,
             datarep, info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_view, OTHER, (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
             MPI_Datatype *filetype, char *datarep), (fh, disp, etype, filetype, datarep),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_byte_offset, OTHER, (MPI_File fh, MPI_Offset offset, MPI_Offset *disp),
             (fh, offset, disp), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_type_extent, OTHER, (MPI_File fh, MPI_Datatype datatype,
             MPI_Aint *extent), (fh, datatype, extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_type_extent_c, OTHER, (MPI_File fh, MPI_Datatype datatype,
             MPI_Count *extent), (fh, datatype, extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_set_atomicity, OTHER, (MPI_File fh, int flag), (fh, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_atomicity, OTHER, (MPI_File fh, int *flag), (fh, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_sync, OTHER, (MPI_File fh), (fh), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_seek, OTHER, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset,
             whence), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_position, OTHER, (MPI_File fh, MPI_Offset *offset), (fh, offset),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_seek_shared, OTHER, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset,
             whence), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_get_position_shared, OTHER, (MPI_File fh, MPI_Offset *offset), (fh, offset),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Register_datarep, OTHER, (const char *datarep,
             MPI_Datarep_conversion_function *read_conversion_fn,
             MPI_Datarep_conversion_function *write_conversion_fn,
             MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state), (datarep,
             read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Register_datarep_c, OTHER, (const char *datarep,
             MPI_Datarep_conversion_function_c *read_conversion_fn,
             MPI_Datarep_conversion_function_c *write_conversion_fn,
             MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state), (datarep,
             read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_at_all_begin, OTHER, (MPI_File fh, MPI_Offset offset, void *buf,
             int count, MPI_Datatype datatype), (fh, offset, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_at_all_begin_c, OTHER, (MPI_File fh, MPI_Offset offset, void *buf,
             MPI_Count count, MPI_Datatype datatype), (fh, offset, buf, count, datatype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_at_all_end, OTHER, (MPI_File fh, void *buf, MPI_Status *status), (fh,
             buf, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_at_all, OTHER, (MPI_File fh, MPI_Offset offset, void *buf, int count,
             MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_at_all_c, OTHER, (MPI_File fh, MPI_Offset offset, void *buf,
             MPI_Count count, MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count,
             datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_at, OTHER, (MPI_File fh, MPI_Offset offset, void *buf, int count,
             MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_at_c, OTHER, (MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_at, OTHER, (MPI_File fh, MPI_Offset offset, void *buf, int count,
             MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count, datatype,
             request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_at_c, OTHER, (MPI_File fh, MPI_Offset offset, void *buf,
             MPI_Count count, MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count,
             datatype, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_at_all, OTHER, (MPI_File fh, MPI_Offset offset, void *buf, int count,
             MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count, datatype,
             request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_at_all_c, OTHER, (MPI_File fh, MPI_Offset offset, void *buf,
             MPI_Count count, MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count,
             datatype, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_all_begin, OTHER, (MPI_File fh, void *buf, int count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_all_begin_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_all_end, OTHER, (MPI_File fh, void *buf, MPI_Status *status), (fh, buf,
             status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_all, OTHER, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
             MPI_Status *status), (fh, buf, count, datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_all_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read, OTHER, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
             MPI_Status *status), (fh, buf, count, datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread, OTHER, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
             MPI_Request *request), (fh, buf, count, datatype, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_all, OTHER, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
             MPI_Request *request), (fh, buf, count, datatype, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_all_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_shared, OTHER, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
             MPI_Status *status), (fh, buf, count, datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_shared_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_shared, OTHER, (MPI_File fh, void *buf, int count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iread_shared_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_ordered_begin, OTHER, (MPI_File fh, void *buf, int count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_ordered_begin_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_ordered_end, OTHER, (MPI_File fh, void *buf, MPI_Status *status), (fh,
             buf, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_ordered, OTHER, (MPI_File fh, void *buf, int count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_read_ordered_c, OTHER, (MPI_File fh, void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_at_all_begin, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             int count, MPI_Datatype datatype), (fh, offset, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_at_all_begin_c, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             MPI_Count count, MPI_Datatype datatype), (fh, offset, buf, count, datatype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_at_all_end, OTHER, (MPI_File fh, const void *buf, MPI_Status *status),
             (fh, buf, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_at_all, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             int count, MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count,
             datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_at_all_c, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             MPI_Count count, MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count,
             datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_at, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
             MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_at_c, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             MPI_Count count, MPI_Datatype datatype, MPI_Status *status), (fh, offset, buf, count,
             datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_at, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
             MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count, datatype,
             request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_at_c, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             MPI_Count count, MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count,
             datatype, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_at_all, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             int count, MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count,
             datatype, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_at_all_c, OTHER, (MPI_File fh, MPI_Offset offset, const void *buf,
             MPI_Count count, MPI_Datatype datatype, MPI_Request *request), (fh, offset, buf, count,
             datatype, request), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_all_begin, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_all_begin_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_all_end, OTHER, (MPI_File fh, const void *buf, MPI_Status *status), (fh,
             buf, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_all, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_all_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write, OTHER, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
             MPI_Status *status), (fh, buf, count, datatype, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_all, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_all_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_shared, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_shared_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_shared, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_iwrite_shared_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_ordered_begin, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_ordered_begin_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype), (fh, buf, count, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_ordered_end, OTHER, (MPI_File fh, const void *buf, MPI_Status *status),
             (fh, buf, status), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_ordered, OTHER, (MPI_File fh, const void *buf, int count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_File_write_ordered_c, OTHER, (MPI_File fh, const void *buf, MPI_Count count,
             MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_size_x, OTHER, (MPI_Datatype datatype, MPI_Count *size), (datatype, size),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_extent_x, OTHER, (MPI_Datatype datatype, MPI_Count *lb,
             MPI_Count *extent), (datatype, lb, extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_get_true_extent_x, OTHER, (MPI_Datatype datatype, MPI_Count *true_lb,
             MPI_Count *true_extent), (datatype, true_lb, true_extent), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Get_elements_x, OTHER, (const MPI_Status *status, MPI_Datatype datatype,
             MPI_Count *count), (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Keyval_create, OTHER, (MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn,
             int *keyval, void *extra_state), (copy_fn, delete_fn, keyval, extra_state),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Keyval_free, OTHER, (int *keyval), (keyval), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Attr_put, OTHER, (MPI_Comm comm, int keyval, void *attribute_val), (comm, keyval,
             attribute_val), comm)
HEDDLE_CALL_(MPI_Attr_get, OTHER, (MPI_Comm comm, int keyval, void *attribute_val, int *flag),
             (comm, keyval, attribute_val, flag), comm)
HEDDLE_CALL_(MPI_Attr_delete, OTHER, (MPI_Comm comm, int keyval), (comm, keyval), comm)
HEDDLE_CALL_(MPI_Info_get, OTHER, (MPI_Info info, const char *key, int valuelen, char *value,
             int *flag), (info, key, valuelen, value, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Info_get_valuelen, OTHER, (MPI_Info info, const char *key, int *valuelen,
             int *flag), (info, key, valuelen, flag), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Status_set_elements_x, OTHER, (MPI_Status *status, MPI_Datatype datatype,
             MPI_Count count), (status, datatype, count), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Address, OTHER, (const void *location, MPI_Aint *address), (location, address),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_hvector, OTHER, (int count, int blocklength, MPI_Aint stride,
             MPI_Datatype oldtype, MPI_Datatype *newtype), (count, blocklength, stride, oldtype,
             newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_hindexed, OTHER, (int count, const int array_of_blocklengths[],
             const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
             (count, array_of_blocklengths, array_of_displacements, oldtype, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_struct, OTHER, (int count, const int array_of_blocklengths[],
             const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
             MPI_Datatype *newtype), (count, array_of_blocklengths, array_of_displacements,
             array_of_types, newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_extent, OTHER, (MPI_Datatype datatype, MPI_Aint *extent), (datatype, extent),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_lb, OTHER, (MPI_Datatype datatype, MPI_Aint *displacement), (datatype,
             displacement), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_ub, OTHER, (MPI_Datatype datatype, MPI_Aint *displacement), (datatype,
             displacement), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Errhandler_create, OTHER, (MPI_Comm_errhandler_function *handler_fn,
             MPI_Errhandler *errhandler), (handler_fn, errhandler), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Errhandler_set, OTHER, (MPI_Comm comm, MPI_Errhandler errhandler), (comm,
             errhandler), comm)
HEDDLE_CALL_(MPI_Errhandler_get, OTHER, (MPI_Comm comm, MPI_Errhandler *errhandler), (comm,
             errhandler), comm)
HEDDLE_CALL_(MPI_Type_create_f90_real, OTHER, (int p, int r, MPI_Datatype *newtype), (p, r,
             newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_f90_complex, OTHER, (int p, int r, MPI_Datatype *newtype), (p, r,
             newtype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_create_f90_integer, OTHER, (int r, MPI_Datatype *newtype), (r, newtype),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Type_match_size, OTHER, (int typeclass, int size, MPI_Datatype *datatype),
             (typeclass, size, datatype), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Abi_get_version, OTHER, (int *abi_major, int *abi_minor), (abi_major, abi_minor),
             MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Abi_get_info, OTHER, (MPI_Info *info), (info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Abi_set_fortran_info, OTHER, (MPI_Info info), (info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Abi_get_fortran_info, OTHER, (MPI_Info *info), (info), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Abi_set_fortran_booleans, OTHER, (int logical_size, void *logical_true,
             void *logical_false), (logical_size, logical_true, logical_false), MPI_COMM_NULL)
HEDDLE_CALL_(MPI_Abi_get_fortran_booleans, OTHER, (int logical_size, void *logical_true,
             void *logical_false, int *is_set), (logical_size, logical_true, logical_false, is_set),
             MPI_COMM_NULL)
