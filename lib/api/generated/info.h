/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from info.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_INFO_H
#define API_GENERATED_INFO_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

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

#endif
