/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from profiling.table. */
#include "api/generated/profiling.h"
#include "api/laws.h"
#include "api/surface.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Pcontrol(const int level, ...);
#pragma GCC visibility pop

int PMPI_Pcontrol(const int level, ...)
{
    const struct call call = CALL("MPI_Pcontrol");

    return laws_kept(api_pcontrol(&call, level));
}
ALIAS(MPI_Pcontrol);
