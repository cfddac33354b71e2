/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from communicators.table. */
#include "api/surface.h"

#include "api/generated/api.h"
#include "base/call.h"

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    const struct call call = CALL("MPI_Comm_size");

    return api_comm_size(&call, comm, size);
}
ALIAS(MPI_Comm_size);

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    const struct call call = CALL("MPI_Comm_rank");

    return api_comm_rank(&call, comm, rank);
}
ALIAS(MPI_Comm_rank);

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    const struct call call = CALL("MPI_Comm_compare");

    return api_comm_compare(&call, comm1, comm2, result);
}
ALIAS(MPI_Comm_compare);

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_dup");

    return api_comm_dup(&call, comm, newcomm);
}
ALIAS(MPI_Comm_dup);

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_split");

    return api_comm_split(&call, comm, color, key, newcomm);
}
ALIAS(MPI_Comm_split);

int PMPI_Comm_free(MPI_Comm *comm)
{
    const struct call call = CALL("MPI_Comm_free");

    return api_comm_free(&call, comm);
}
ALIAS(MPI_Comm_free);

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    const struct call call = CALL("MPI_Comm_set_name");

    return api_comm_set_name(&call, comm, comm_name);
}
ALIAS(MPI_Comm_set_name);

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    const struct call call = CALL("MPI_Comm_get_name");

    return api_comm_get_name(&call, comm, comm_name, resultlen);
}
ALIAS(MPI_Comm_get_name);
