/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from deprecated.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_DEPRECATED_H
#define API_GENERATED_DEPRECATED_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_info_get(const struct call *call, MPI_Info info, const char *key, int valuelen, char *value,
                 int *flag);
int api_info_get_valuelen(const struct call *call, MPI_Info info, const char *key, int *valuelen,
                          int *flag);

#endif
