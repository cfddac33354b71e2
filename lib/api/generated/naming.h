/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from naming.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_NAMING_H
#define API_GENERATED_NAMING_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_comm_set_name(const struct call *call, MPI_Comm comm, const char *comm_name);
int api_comm_get_name(const struct call *call, MPI_Comm comm, char *comm_name, int *resultlen);
int api_win_set_name(const struct call *call, MPI_Win win, const char *win_name);
int api_win_get_name(const struct call *call, MPI_Win win, char *win_name, int *resultlen);

#endif
