/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from environment.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/environment.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Get_version(int *version, int *subversion);
int PMPI_Get_library_version(char *version, int *resultlen);
int PMPI_Get_processor_name(char *name, int *resultlen);
double PMPI_Wtime(void);
double PMPI_Wtick(void);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_get_version(const struct call *call, int *version, int *subversion)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_get_version(call, version, subversion);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_library_version(const struct call *call, char *version, int *resultlen)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_get_library_version(call, version, resultlen);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_processor_name(const struct call *call, char *name, int *resultlen)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_get_processor_name(call, name, resultlen);
    return followed_end(call, err);
}

int PMPI_Get_version(int *version, int *subversion)
{
    const struct call call = CALL("MPI_Get_version");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_version(&call, version, subversion));
    return laws_kept(api_get_version(&call, version, subversion));
}
ALIAS(MPI_Get_version);

int PMPI_Get_library_version(char *version, int *resultlen)
{
    const struct call call = CALL("MPI_Get_library_version");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_library_version(&call, version, resultlen));
    return laws_kept(api_get_library_version(&call, version, resultlen));
}
ALIAS(MPI_Get_library_version);

int PMPI_Get_processor_name(char *name, int *resultlen)
{
    const struct call call = CALL("MPI_Get_processor_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_processor_name(&call, name, resultlen));
    return laws_kept(api_get_processor_name(&call, name, resultlen));
}
ALIAS(MPI_Get_processor_name);

double PMPI_Wtime(void)
{
    return api_wtime();
}
ALIAS(MPI_Wtime);

double PMPI_Wtick(void)
{
    return api_wtick();
}
ALIAS(MPI_Wtick);
