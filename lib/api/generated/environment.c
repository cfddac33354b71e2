/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from environment.table. */
#include "api/generated/environment.h"
#include "api/laws.h"
#include "api/surface.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Get_version(int *version, int *subversion);
int PMPI_Get_library_version(char *version, int *resultlen);
int PMPI_Get_processor_name(char *name, int *resultlen);
double PMPI_Wtime(void);
double PMPI_Wtick(void);
#pragma GCC visibility pop

int PMPI_Get_version(int *version, int *subversion)
{
    const struct call call = CALL("MPI_Get_version");

    return laws_kept(api_get_version(&call, version, subversion));
}
ALIAS(MPI_Get_version);

int PMPI_Get_library_version(char *version, int *resultlen)
{
    const struct call call = CALL("MPI_Get_library_version");

    return laws_kept(api_get_library_version(&call, version, resultlen));
}
ALIAS(MPI_Get_library_version);

int PMPI_Get_processor_name(char *name, int *resultlen)
{
    const struct call call = CALL("MPI_Get_processor_name");

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
