/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from sessions.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_SESSIONS_H
#define API_GENERATED_SESSIONS_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

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

#endif
