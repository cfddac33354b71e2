/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from environment.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_ENVIRONMENT_H
#define API_GENERATED_ENVIRONMENT_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_get_version(const struct call *call, int *version, int *subversion);
int api_get_library_version(const struct call *call, char *version, int *resultlen);
int api_get_processor_name(const struct call *call, char *name, int *resultlen);
double api_wtime(void);
double api_wtick(void);

#endif
