/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from communicators.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_COMMUNICATORS_H
#define API_GENERATED_COMMUNICATORS_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

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

#endif
