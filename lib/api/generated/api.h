/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from the tables. */

/* The functions written by hand that the entries call. */
#ifndef API_GENERATED_API_H
#define API_GENERATED_API_H

#include "api/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi.h"

/* point-to-point */
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

/* partitioned */
int api_psend_init(const struct call *call, const void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request);
int api_precv_init(const struct call *call, void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request);
int api_pready(const struct call *call, int partition, MPI_Request request);
int api_pready_range(const struct call *call, int partition_low, int partition_high,
                     MPI_Request request);
int api_pready_list(const struct call *call, int length, const int array_of_partitions[],
                    MPI_Request request);
int api_parrived(const struct call *call, MPI_Request request, int partition, int *flag);

/* datatypes */
int api_type_contiguous(const struct call *call, MPI_Count count, MPI_Datatype oldtype,
                        MPI_Datatype *newtype);
int api_type_vector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                    MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_hvector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                            MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_indexed(const struct call *call, MPI_Count count,
                     struct int_view array_of_blocklengths, struct int_view array_of_displacements,
                     MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_hindexed(const struct call *call, MPI_Count count,
                             struct int_view array_of_blocklengths,
                             struct int_view array_of_displacements, MPI_Datatype oldtype,
                             MPI_Datatype *newtype);
int api_type_create_indexed_block(const struct call *call, MPI_Count count, MPI_Count blocklength,
                                  struct int_view array_of_displacements, MPI_Datatype oldtype,
                                  MPI_Datatype *newtype);
int api_type_create_hindexed_block(const struct call *call, MPI_Count count, MPI_Count blocklength,
                                   struct int_view array_of_displacements, MPI_Datatype oldtype,
                                   MPI_Datatype *newtype);
int api_type_create_struct(const struct call *call, MPI_Count count,
                           struct int_view array_of_blocklengths,
                           struct int_view array_of_displacements,
                           const MPI_Datatype array_of_types[], MPI_Datatype *newtype);
int api_type_create_subarray(const struct call *call, int ndims, struct int_view array_of_sizes,
                             struct int_view array_of_subsizes, struct int_view array_of_starts,
                             int order, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_darray(const struct call *call, int size, int rank, int ndims,
                           struct int_view array_of_gsizes, const int array_of_distribs[],
                           const int array_of_dargs[], const int array_of_psizes[], int order,
                           MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_resized(const struct call *call, MPI_Datatype oldtype, MPI_Count lb,
                            MPI_Count extent, MPI_Datatype *newtype);
int api_type_dup(const struct call *call, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_commit(const struct call *call, MPI_Datatype *datatype);
int api_type_free(const struct call *call, MPI_Datatype *datatype);
int api_type_size(const struct call *call, MPI_Datatype datatype, struct int_slot size);
int api_type_get_extent(const struct call *call, MPI_Datatype datatype, struct int_slot lb,
                        struct int_slot extent);
int api_type_get_true_extent(const struct call *call, MPI_Datatype datatype,
                             struct int_slot true_lb, struct int_slot true_extent);
int api_type_get_envelope(const struct call *call, MPI_Datatype datatype, int *num_integers,
                          int *num_addresses, int *num_datatypes, int *combiner);
int api_type_get_envelope_c(const struct call *call, MPI_Datatype datatype, MPI_Count *num_integers,
                            MPI_Count *num_addresses, MPI_Count *num_large_counts,
                            MPI_Count *num_datatypes, int *combiner);
int api_type_get_contents(const struct call *call, MPI_Datatype datatype, int max_integers,
                          int max_addresses, int max_datatypes, int array_of_integers[],
                          MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]);
int api_type_get_contents_c(const struct call *call, MPI_Datatype datatype, MPI_Count max_integers,
                            MPI_Count max_addresses, MPI_Count max_large_counts,
                            MPI_Count max_datatypes, int array_of_integers[],
                            MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[],
                            MPI_Datatype array_of_datatypes[]);
int api_get_elements(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                     struct int_slot count);
int api_get_address(const struct call *call, const void *location, MPI_Aint *address);
MPI_Aint api_aint_add(MPI_Aint base, MPI_Aint disp);
MPI_Aint api_aint_diff(MPI_Aint addr1, MPI_Aint addr2);
int api_pack(const struct call *call, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
             void *outbuf, MPI_Count outsize, struct int_slot position, MPI_Comm comm);
int api_unpack(const struct call *call, const void *inbuf, MPI_Count insize,
               struct int_slot position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
               MPI_Comm comm);
int api_pack_size(const struct call *call, MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
                  struct int_slot size);
int api_pack_external(const struct call *call, const char *datarep, const void *inbuf,
                      MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                      struct int_slot position);
int api_unpack_external(const struct call *call, const char *datarep, const void *inbuf,
                        MPI_Count insize, struct int_slot position, void *outbuf,
                        MPI_Count outcount, MPI_Datatype datatype);
int api_pack_external_size(const struct call *call, const char *datarep, MPI_Count incount,
                           MPI_Datatype datatype, struct int_slot size);

/* collectives */
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

/* datatypes */
int api_type_get_value_index(const struct call *call, MPI_Datatype value_type,
                             MPI_Datatype index_type, MPI_Datatype *pair_type);

/* nonblocking-collectives */

/* persistent-collectives */

/* caching */
int api_comm_create_keyval(const struct call *call, MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                           MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
                           void *extra_state);
int api_comm_free_keyval(const struct call *call, int *comm_keyval);
int api_comm_set_attr(const struct call *call, MPI_Comm comm, int comm_keyval, void *attribute_val);
int api_comm_get_attr(const struct call *call, MPI_Comm comm, int comm_keyval, void *attribute_val,
                      int *flag);
int api_comm_delete_attr(const struct call *call, MPI_Comm comm, int comm_keyval);
int api_type_create_keyval(const struct call *call, MPI_Type_copy_attr_function *type_copy_attr_fn,
                           MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
                           void *extra_state);
int api_type_free_keyval(const struct call *call, int *type_keyval);
int api_type_set_attr(const struct call *call, MPI_Datatype datatype, int type_keyval,
                      void *attribute_val);
int api_type_get_attr(const struct call *call, MPI_Datatype datatype, int type_keyval,
                      void *attribute_val, int *flag);
int api_type_delete_attr(const struct call *call, MPI_Datatype datatype, int type_keyval);
int api_win_create_keyval(const struct call *call, MPI_Win_copy_attr_function *win_copy_attr_fn,
                          MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval,
                          void *extra_state);
int api_win_free_keyval(const struct call *call, int *win_keyval);
int api_win_set_attr(const struct call *call, MPI_Win win, int win_keyval, void *attribute_val);
int api_win_get_attr(const struct call *call, MPI_Win win, int win_keyval, void *attribute_val,
                     int *flag);
int api_win_delete_attr(const struct call *call, MPI_Win win, int win_keyval);

/* communicators */
int api_comm_size(const struct call *call, MPI_Comm comm, int *size);
int api_comm_rank(const struct call *call, MPI_Comm comm, int *rank);
int api_comm_compare(const struct call *call, MPI_Comm comm1, MPI_Comm comm2, int *result);
int api_comm_dup(const struct call *call, MPI_Comm comm, MPI_Comm *newcomm);
int api_comm_dup_with_info(const struct call *call, MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm);
int api_comm_idup(const struct call *call, MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int api_comm_idup_with_info(const struct call *call, MPI_Comm comm, MPI_Info info,
                            MPI_Comm *newcomm, MPI_Request *request);
int api_comm_create(const struct call *call, MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
int api_comm_create_group(const struct call *call, MPI_Comm comm, MPI_Group group, int tag,
                          MPI_Comm *newcomm);
int api_comm_create_from_group(const struct call *call, MPI_Group group, const char *stringtag,
                               MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm);
int api_comm_split(const struct call *call, MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
int api_comm_split_type(const struct call *call, MPI_Comm comm, int split_type, int key,
                        MPI_Info info, MPI_Comm *newcomm);
int api_comm_free(const struct call *call, MPI_Comm *comm);
int api_comm_group(const struct call *call, MPI_Comm comm, MPI_Group *group);
int api_comm_test_inter(const struct call *call, MPI_Comm comm, int *flag);
int api_comm_remote_size(const struct call *call, MPI_Comm comm, int *size);
int api_comm_remote_group(const struct call *call, MPI_Comm comm, MPI_Group *group);
int api_intercomm_create(const struct call *call, MPI_Comm local_comm, int local_leader,
                         MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm);
int api_intercomm_create_from_groups(const struct call *call, MPI_Group local_group,
                                     int local_leader, MPI_Group remote_group, int remote_leader,
                                     const char *stringtag, MPI_Info info,
                                     MPI_Errhandler errhandler, MPI_Comm *newintercomm);
int api_intercomm_merge(const struct call *call, MPI_Comm intercomm, int high,
                        MPI_Comm *newintracomm);
int api_comm_set_info(const struct call *call, MPI_Comm comm, MPI_Info info);
int api_comm_get_info(const struct call *call, MPI_Comm comm, MPI_Info *info_used);

/* datatypes */
int api_type_set_name(const struct call *call, MPI_Datatype datatype, const char *type_name);
int api_type_get_name(const struct call *call, MPI_Datatype datatype, char *type_name,
                      int *resultlen);

/* groups */
int api_group_size(const struct call *call, MPI_Group group, int *size);
int api_group_rank(const struct call *call, MPI_Group group, int *rank);
int api_group_translate_ranks(const struct call *call, MPI_Group group1, int n, const int ranks1[],
                              MPI_Group group2, int ranks2[]);
int api_group_compare(const struct call *call, MPI_Group group1, MPI_Group group2, int *result);
int api_group_union(const struct call *call, MPI_Group group1, MPI_Group group2,
                    MPI_Group *newgroup);
int api_group_intersection(const struct call *call, MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup);
int api_group_difference(const struct call *call, MPI_Group group1, MPI_Group group2,
                         MPI_Group *newgroup);
int api_group_incl(const struct call *call, MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup);
int api_group_excl(const struct call *call, MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup);
int api_group_range_incl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup);
int api_group_range_excl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup);
int api_group_from_session_pset(const struct call *call, MPI_Session session, const char *pset_name,
                                MPI_Group *newgroup);
int api_group_free(const struct call *call, MPI_Group *group);

/* naming */
int api_comm_set_name(const struct call *call, MPI_Comm comm, const char *comm_name);
int api_comm_get_name(const struct call *call, MPI_Comm comm, char *comm_name, int *resultlen);
int api_win_set_name(const struct call *call, MPI_Win win, const char *win_name);
int api_win_get_name(const struct call *call, MPI_Win win, char *win_name, int *resultlen);

/* neighborhoods */
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

/* nonblocking-neighborhoods */

/* persistent-neighborhoods */

/* topologies */
int api_cart_create(const struct call *call, MPI_Comm comm_old, int ndims, const int dims[],
                    const int periods[], int reorder, MPI_Comm *comm_cart);
int api_dims_create(const struct call *call, int nnodes, int ndims, int dims[]);
int api_cartdim_get(const struct call *call, MPI_Comm comm, int *ndims);
int api_cart_get(const struct call *call, MPI_Comm comm, int maxdims, int dims[], int periods[],
                 int coords[]);
int api_cart_rank(const struct call *call, MPI_Comm comm, const int coords[], int *rank);
int api_cart_coords(const struct call *call, MPI_Comm comm, int rank, int maxdims, int coords[]);
int api_cart_shift(const struct call *call, MPI_Comm comm, int direction, int disp,
                   int *rank_source, int *rank_dest);
int api_cart_sub(const struct call *call, MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm);
int api_cart_map(const struct call *call, MPI_Comm comm, int ndims, const int dims[],
                 const int periods[], int *newrank);
int api_topo_test(const struct call *call, MPI_Comm comm, int *status);
int api_graph_create(const struct call *call, MPI_Comm comm_old, int nnodes, const int indx[],
                     const int edges[], int reorder, MPI_Comm *comm_graph);
int api_graph_map(const struct call *call, MPI_Comm comm, int nnodes, const int indx[],
                  const int edges[], int *newrank);
int api_graphdims_get(const struct call *call, MPI_Comm comm, int *nnodes, int *nedges);
int api_graph_get(const struct call *call, MPI_Comm comm, int maxindex, int maxedges, int indx[],
                  int edges[]);
int api_graph_neighbors_count(const struct call *call, MPI_Comm comm, int rank, int *nneighbors);
int api_graph_neighbors(const struct call *call, MPI_Comm comm, int rank, int maxneighbors,
                        int neighbors[]);
int api_dist_graph_create_adjacent(const struct call *call, MPI_Comm comm_old, int indegree,
                                   const int sources[], const int *sourceweights, int outdegree,
                                   const int destinations[], const int *destweights, MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph);
int api_dist_graph_create(const struct call *call, MPI_Comm comm_old, int n, const int sources[],
                          const int degrees[], const int destinations[], const int *weights,
                          MPI_Info info, int reorder, MPI_Comm *comm_dist_graph);
int api_dist_graph_neighbors_count(const struct call *call, MPI_Comm comm, int *indegree,
                                   int *outdegree, int *weighted);
int api_dist_graph_neighbors(const struct call *call, MPI_Comm comm, int maxindegree, int sources[],
                             int *sourceweights, int maxoutdegree, int destinations[],
                             int *destweights);

/* environment */
int api_get_version(const struct call *call, int *version, int *subversion);
int api_get_library_version(const struct call *call, char *version, int *resultlen);
int api_get_processor_name(const struct call *call, char *name, int *resultlen);
double api_wtime(void);
double api_wtick(void);

/* error-handling */
int api_comm_create_errhandler(const struct call *call,
                               MPI_Comm_errhandler_function *comm_errhandler_fn,
                               MPI_Errhandler *errhandler);
int api_comm_set_errhandler(const struct call *call, MPI_Comm comm, MPI_Errhandler errhandler);
int api_comm_get_errhandler(const struct call *call, MPI_Comm comm, MPI_Errhandler *errhandler);
int api_comm_call_errhandler(const struct call *call, MPI_Comm comm, int errorcode);
int api_win_create_errhandler(const struct call *call,
                              MPI_Win_errhandler_function *win_errhandler_fn,
                              MPI_Errhandler *errhandler);
int api_win_set_errhandler(const struct call *call, MPI_Win win, MPI_Errhandler errhandler);
int api_win_get_errhandler(const struct call *call, MPI_Win win, MPI_Errhandler *errhandler);
int api_win_call_errhandler(const struct call *call, MPI_Win win, int errorcode);
int api_file_create_errhandler(const struct call *call,
                               MPI_File_errhandler_function *file_errhandler_fn,
                               MPI_Errhandler *errhandler);
int api_file_set_errhandler(const struct call *call, MPI_File file, MPI_Errhandler errhandler);
int api_file_get_errhandler(const struct call *call, MPI_File file, MPI_Errhandler *errhandler);
int api_file_call_errhandler(const struct call *call, MPI_File fh, int errorcode);
int api_session_create_errhandler(const struct call *call,
                                  MPI_Session_errhandler_function *session_errhandler_fn,
                                  MPI_Errhandler *errhandler);
int api_session_set_errhandler(const struct call *call, MPI_Session session,
                               MPI_Errhandler errhandler);
int api_session_get_errhandler(const struct call *call, MPI_Session session,
                               MPI_Errhandler *errhandler);
int api_session_call_errhandler(const struct call *call, MPI_Session session, int errorcode);
int api_errhandler_free(const struct call *call, MPI_Errhandler *errhandler);
int api_error_class(const struct call *call, int errorcode, int *errorclass);
int api_error_string(const struct call *call, int errorcode, char *string, int *resultlen);
int api_add_error_class(const struct call *call, int *errorclass);
int api_remove_error_class(const struct call *call, int errorclass);
int api_add_error_code(const struct call *call, int errorclass, int *errorcode);
int api_remove_error_code(const struct call *call, int errorcode);
int api_add_error_string(const struct call *call, int errorcode, const char *string);
int api_remove_error_string(const struct call *call, int errorcode);
int api_alloc_mem(const struct call *call, MPI_Aint size, MPI_Info info, void *baseptr);
int api_free_mem(const struct call *call, void *base);
int api_get_hw_resource_info(const struct call *call, MPI_Info *hw_info);

/* info */
int api_info_create(const struct call *call, MPI_Info *info);
int api_info_create_env(const struct call *call, int argc, char **argv, MPI_Info *info);
int api_info_set(const struct call *call, MPI_Info info, const char *key, const char *value);
int api_info_delete(const struct call *call, MPI_Info info, const char *key);
int api_info_get_string(const struct call *call, MPI_Info info, const char *key, int *buflen,
                        char *value, int *flag);
int api_info_get_nkeys(const struct call *call, MPI_Info info, int *nkeys);
int api_info_get_nthkey(const struct call *call, MPI_Info info, int n, char *key);
int api_info_dup(const struct call *call, MPI_Info info, MPI_Info *newinfo);
int api_info_free(const struct call *call, MPI_Info *info);

/* process */
int api_init(const struct call *call, int *argc, char ***argv);
int api_init_thread(const struct call *call, int *argc, char ***argv, int required, int *provided);
int api_query_thread(const struct call *call, int *provided);
int api_is_thread_main(const struct call *call, int *flag);
int api_initialized(const struct call *call, int *flag);
int api_finalize(const struct call *call);
int api_finalized(const struct call *call, int *flag);
int api_comm_get_parent(const struct call *call, MPI_Comm *parent);
int api_comm_disconnect(const struct call *call, MPI_Comm *comm);
int api_abort(const struct call *call, MPI_Comm comm, int errorcode);
int api_open_port(const struct call *call, MPI_Info info, char *port_name);
int api_close_port(const struct call *call, const char *port_name);
int api_comm_accept(const struct call *call, const char *port_name, MPI_Info info, int root,
                    MPI_Comm comm, MPI_Comm *newcomm);
int api_comm_connect(const struct call *call, const char *port_name, MPI_Info info, int root,
                     MPI_Comm comm, MPI_Comm *newcomm);
int api_comm_join(const struct call *call, int fd, MPI_Comm *intercomm);
int api_publish_name(const struct call *call, const char *service_name, MPI_Info info,
                     const char *port_name);
int api_unpublish_name(const struct call *call, const char *service_name, MPI_Info info,
                       const char *port_name);
int api_lookup_name(const struct call *call, const char *service_name, MPI_Info info,
                    char *port_name);
int api_comm_spawn(const struct call *call, const char *command, char **argv, int maxprocs,
                   MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm,
                   int array_of_errcodes[]);
int api_comm_spawn_multiple(const struct call *call, int count, char **array_of_commands,
                            char ***array_of_argv, const int array_of_maxprocs[],
                            const MPI_Info array_of_info[], int root, MPI_Comm comm,
                            MPI_Comm *intercomm, int array_of_errcodes[]);

/* sessions */
int api_session_init(const struct call *call, MPI_Info info, MPI_Errhandler errhandler,
                     MPI_Session *session);
int api_session_finalize(const struct call *call, MPI_Session *session);
int api_session_get_info(const struct call *call, MPI_Session session, MPI_Info *info_used);
int api_session_get_num_psets(const struct call *call, MPI_Session session, MPI_Info info,
                              int *npset_names);
int api_session_get_nth_pset(const struct call *call, MPI_Session session, MPI_Info info, int n,
                             int *pset_len, char *pset_name);
int api_session_get_pset_info(const struct call *call, MPI_Session session, const char *pset_name,
                              MPI_Info *info);

/* one-sided */
int api_win_create(const struct call *call, void *base, MPI_Aint size, MPI_Aint disp_unit,
                   MPI_Info info, MPI_Comm comm, MPI_Win *win);
int api_win_allocate(const struct call *call, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                     MPI_Comm comm, void *baseptr, MPI_Win *win);
int api_win_allocate_shared(const struct call *call, MPI_Aint size, MPI_Aint disp_unit,
                            MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win);
int api_win_create_dynamic(const struct call *call, MPI_Info info, MPI_Comm comm, MPI_Win *win);
int api_win_attach(const struct call *call, MPI_Win win, void *base, MPI_Aint size);
int api_win_detach(const struct call *call, MPI_Win win, const void *base);
int api_win_shared_query(const struct call *call, MPI_Win win, int rank, MPI_Aint *size,
                         struct int_slot disp_unit, void *baseptr);
int api_win_free(const struct call *call, MPI_Win *win);
int api_win_get_group(const struct call *call, MPI_Win win, MPI_Group *group);
int api_win_set_info(const struct call *call, MPI_Win win, MPI_Info info);
int api_win_get_info(const struct call *call, MPI_Win win, MPI_Info *info_used);
int api_put(const struct call *call, const void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode);
int api_get(const struct call *call, void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode);
int api_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                   struct mode mode);
int api_get_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                       MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                       MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                       MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                       struct mode mode);
int api_fetch_and_op(const struct call *call, const void *origin_addr, void *result_addr,
                     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op,
                     MPI_Win win);
int api_compare_and_swap(const struct call *call, const void *origin_addr, const void *compare_addr,
                         void *result_addr, MPI_Datatype datatype, int target_rank,
                         MPI_Aint target_disp, MPI_Win win);
int api_win_fence(const struct call *call, int assert, MPI_Win win);
int api_win_start(const struct call *call, MPI_Group group, int assert, MPI_Win win);
int api_win_complete(const struct call *call, MPI_Win win);
int api_win_post(const struct call *call, MPI_Group group, int assert, MPI_Win win);
int api_win_wait(const struct call *call, MPI_Win win);
int api_win_test(const struct call *call, MPI_Win win, int *flag);
int api_win_lock(const struct call *call, int lock_type, int rank, int assert, MPI_Win win);
int api_win_unlock(const struct call *call, int rank, MPI_Win win);
int api_win_lock_all(const struct call *call, int assert, MPI_Win win);
int api_win_unlock_all(const struct call *call, MPI_Win win);
int api_win_flush(const struct call *call, int rank, MPI_Win win);
int api_win_flush_all(const struct call *call, MPI_Win win);
int api_win_flush_local(const struct call *call, int rank, MPI_Win win);
int api_win_flush_local_all(const struct call *call, MPI_Win win);
int api_win_sync(const struct call *call, MPI_Win win);

/* external */
int api_grequest_start(const struct call *call, MPI_Grequest_query_function *query_fn,
                       MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn,
                       void *extra_state, MPI_Request *request);
int api_grequest_complete(const struct call *call, MPI_Request request);
int api_status_set_elements(const struct call *call, MPI_Status *status, MPI_Datatype datatype,
                            MPI_Count count);
int api_status_set_cancelled(const struct call *call, MPI_Status *status, int flag);
int api_status_set_source(const struct call *call, MPI_Status *status, int source);
int api_status_set_tag(const struct call *call, MPI_Status *status, int tag);
int api_status_set_error(const struct call *call, MPI_Status *status, int error);

/* files */
int api_file_open(const struct call *call, MPI_Comm comm, const char *filename, int amode,
                  MPI_Info info, MPI_File *fh);
int api_file_close(const struct call *call, MPI_File *fh);
int api_file_delete(const struct call *call, const char *filename, MPI_Info info);
int api_file_set_size(const struct call *call, MPI_File fh, MPI_Offset size);
int api_file_preallocate(const struct call *call, MPI_File fh, MPI_Offset size);
int api_file_get_size(const struct call *call, MPI_File fh, MPI_Offset *size);
int api_file_get_group(const struct call *call, MPI_File fh, MPI_Group *group);
int api_file_get_amode(const struct call *call, MPI_File fh, int *amode);
int api_file_set_info(const struct call *call, MPI_File fh, MPI_Info info);
int api_file_get_info(const struct call *call, MPI_File fh, MPI_Info *info_used);
int api_file_set_view(const struct call *call, MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
                      MPI_Datatype filetype, const char *datarep, MPI_Info info);
int api_file_get_view(const struct call *call, MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
                      MPI_Datatype *filetype, char *datarep);
int api_file_get_byte_offset(const struct call *call, MPI_File fh, MPI_Offset offset,
                             MPI_Offset *disp);
int api_file_get_type_extent(const struct call *call, MPI_File fh, MPI_Datatype datatype,
                             struct int_slot extent);
int api_file_set_atomicity(const struct call *call, MPI_File fh, int flag);
int api_file_get_atomicity(const struct call *call, MPI_File fh, int *flag);
int api_file_sync(const struct call *call, MPI_File fh);
int api_file_seek(const struct call *call, MPI_File fh, MPI_Offset offset, int whence);
int api_file_get_position(const struct call *call, MPI_File fh, MPI_Offset *offset);
int api_file_seek_shared(const struct call *call, MPI_File fh, MPI_Offset offset, int whence);
int api_file_get_position_shared(const struct call *call, MPI_File fh, MPI_Offset *offset);
int api_register_datarep(const struct call *call, const char *datarep,
                         MPI_Datarep_conversion_function *read_conversion_fn,
                         MPI_Datarep_conversion_function *write_conversion_fn,
                         MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
int api_register_datarep_c(const struct call *call, const char *datarep,
                           MPI_Datarep_conversion_function_c *read_conversion_fn,
                           MPI_Datarep_conversion_function_c *write_conversion_fn,
                           MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
int api_file_read_at(const struct call *call, MPI_File fh, MPI_Offset offset, void *buf,
                     MPI_Count count, MPI_Datatype datatype, struct mode mode);
int api_file_read_end(const struct call *call, MPI_File fh, void *buf, MPI_Status *status);
int api_file_read(const struct call *call, MPI_File fh, void *buf, MPI_Count count,
                  MPI_Datatype datatype, struct mode mode);
int api_file_write_at(const struct call *call, MPI_File fh, MPI_Offset offset, const void *buf,
                      MPI_Count count, MPI_Datatype datatype, struct mode mode);
int api_file_write_end(const struct call *call, MPI_File fh, const void *buf, MPI_Status *status);
int api_file_write(const struct call *call, MPI_File fh, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, struct mode mode);

/* profiling */
int api_pcontrol(const struct call *call, const int level);

/* datatypes */
int api_type_size_x(const struct call *call, MPI_Datatype datatype, MPI_Count *size);
int api_type_get_extent_x(const struct call *call, MPI_Datatype datatype, MPI_Count *lb,
                          MPI_Count *extent);
int api_type_get_true_extent_x(const struct call *call, MPI_Datatype datatype, MPI_Count *true_lb,
                               MPI_Count *true_extent);
int api_get_elements_x(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                       MPI_Count *count);

/* deprecated */
int api_info_get(const struct call *call, MPI_Info info, const char *key, int valuelen, char *value,
                 int *flag);
int api_info_get_valuelen(const struct call *call, MPI_Info info, const char *key, int *valuelen,
                          int *flag);

/* external */

/* datatypes */
int api_type_hvector(const struct call *call, int count, int blocklength, MPI_Aint stride,
                     MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_hindexed(const struct call *call, int count, const int array_of_blocklengths[],
                      const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype);
int api_type_struct(const struct call *call, int count, const int array_of_blocklengths[],
                    const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
                    MPI_Datatype *newtype);
int api_type_extent(const struct call *call, MPI_Datatype datatype, MPI_Aint *extent);
int api_type_lb(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement);
int api_type_ub(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement);

/* error-handling */

/* datatypes */
int api_type_create_f90_real(const struct call *call, int p, int r, MPI_Datatype *newtype);
int api_type_create_f90_complex(const struct call *call, int p, int r, MPI_Datatype *newtype);
int api_type_create_f90_integer(const struct call *call, int r, MPI_Datatype *newtype);
int api_type_match_size(const struct call *call, int typeclass, int size, MPI_Datatype *datatype);

/* abi */
int api_abi_get_version(const struct call *call, int *abi_major, int *abi_minor);
int api_abi_get_info(const struct call *call, MPI_Info *info);
int api_abi_set_fortran_info(const struct call *call, MPI_Info info);
int api_abi_get_fortran_info(const struct call *call, MPI_Info *info);
int api_abi_set_fortran_booleans(const struct call *call, int logical_size, void *logical_true,
                                 void *logical_false);
int api_abi_get_fortran_booleans(const struct call *call, int logical_size, void *logical_true,
                                 void *logical_false, int *is_set);
int api_comm_toint(MPI_Comm comm);
MPI_Comm api_comm_fromint(int comm);
int api_errhandler_toint(MPI_Errhandler errhandler);
MPI_Errhandler api_errhandler_fromint(int errhandler);
int api_file_toint(MPI_File file);
MPI_File api_file_fromint(int file);
int api_group_toint(MPI_Group group);
MPI_Group api_group_fromint(int group);
int api_info_toint(MPI_Info info);
MPI_Info api_info_fromint(int info);
int api_message_toint(MPI_Message message);
MPI_Message api_message_fromint(int message);
int api_op_toint(MPI_Op op);
MPI_Op api_op_fromint(int op);
int api_request_toint(MPI_Request request);
MPI_Request api_request_fromint(int request);
int api_session_toint(MPI_Session session);
MPI_Session api_session_fromint(int session);
int api_type_toint(MPI_Datatype datatype);
MPI_Datatype api_type_fromint(int datatype);
int api_win_toint(MPI_Win win);
MPI_Win api_win_fromint(int win);

#endif
