/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from profiling.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_PROFILING_H
#define API_GENERATED_PROFILING_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_pcontrol(const struct call *call, const int level);

#endif
