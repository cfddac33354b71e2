/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from profiling.table. */
#include "api/generated/profiling.h"
#include "api/laws.h"
#include "api/surface.h"
#include "base/call.h"
#include "rank/choice.h"

#pragma GCC visibility push(default)
int PMPI_Pcontrol(const int level, ...);
#pragma GCC visibility pop

static __attribute__((cold, noinline))
int turns_api_pcontrol(const struct call *call, const int level)
{
    turn_begin(call);
    return turn_end(api_pcontrol(call, level));
}

int PMPI_Pcontrol(const int level, ...)
{
    const struct call call = CALL("MPI_Pcontrol");

    if (unlikely(load_relaxed(&choice_was_set)))
        return laws_kept(turns_api_pcontrol(&call, level));
    return laws_kept(api_pcontrol(&call, level));
}
ALIAS(MPI_Pcontrol);
