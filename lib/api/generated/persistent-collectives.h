/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from persistent-collectives.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_PERSISTENT_COLLECTIVES_H
#define API_GENERATED_PERSISTENT_COLLECTIVES_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"


#endif
