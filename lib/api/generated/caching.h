/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from caching.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_CACHING_H
#define API_GENERATED_CACHING_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

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

#endif
