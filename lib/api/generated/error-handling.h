/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from error-handling.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_ERROR_HANDLING_H
#define API_GENERATED_ERROR_HANDLING_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

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

#endif
