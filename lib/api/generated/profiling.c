/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from profiling.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/profiling.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Pcontrol(const int level, ...);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_pcontrol(const struct call *call, const int level)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_pcontrol(call, level);
    return followed_end(call, err);
}

int PMPI_Pcontrol(const int level, ...)
{
    const struct call call = CALL("MPI_Pcontrol");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pcontrol(&call, level));
    return laws_kept(api_pcontrol(&call, level));
}
ALIAS(MPI_Pcontrol);
