/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from abi.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_ABI_H
#define API_GENERATED_ABI_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

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
