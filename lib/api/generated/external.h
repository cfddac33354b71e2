/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from external.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_EXTERNAL_H
#define API_GENERATED_EXTERNAL_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

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

#endif
