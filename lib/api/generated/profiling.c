/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from profiling.table. */
#include "api/surface.h"

#include "api/generated/api.h"
#include "api/laws.h"
#include "base/call.h"

int PMPI_Pcontrol(const int level, ...)
{
    const struct call call = CALL("MPI_Pcontrol");

    return laws_kept(api_pcontrol(&call, level));
}
ALIAS(MPI_Pcontrol);
