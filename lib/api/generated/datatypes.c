/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from datatypes.table. */
#include "api/surface.h"

#include "api/generated/api.h"
#include "base/call.h"

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_contiguous");

    return api_type_contiguous(&call, count, oldtype, newtype);
}
ALIAS(MPI_Type_contiguous);

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_contiguous_c");

    return api_type_contiguous(&call, count, oldtype, newtype);
}
ALIAS(MPI_Type_contiguous_c);

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                     MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_vector");

    return api_type_vector(&call, count, blocklength, stride, oldtype, newtype);
}
ALIAS(MPI_Type_vector);

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                       MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_vector_c");

    return api_type_vector(&call, count, blocklength, stride, oldtype, newtype);
}
ALIAS(MPI_Type_vector_c);

int PMPI_Type_commit(MPI_Datatype *datatype)
{
    const struct call call = CALL("MPI_Type_commit");

    return api_type_commit(&call, datatype);
}
ALIAS(MPI_Type_commit);

int PMPI_Type_free(MPI_Datatype *datatype)
{
    const struct call call = CALL("MPI_Type_free");

    return api_type_free(&call, datatype);
}
ALIAS(MPI_Type_free);

int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    const struct call call = CALL("MPI_Type_size");

    return api_type_size(&call, datatype, slot_narrow(size));
}
ALIAS(MPI_Type_size);

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
    const struct call call = CALL("MPI_Type_size_c");

    return api_type_size(&call, datatype, slot_wide(size));
}
ALIAS(MPI_Type_size_c);

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    const struct call call = CALL("MPI_Type_get_extent");

    return api_type_get_extent(&call, datatype, slot_wide(lb), slot_wide(extent));
}
ALIAS(MPI_Type_get_extent);

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    const struct call call = CALL("MPI_Type_get_extent_c");

    return api_type_get_extent(&call, datatype, slot_wide(lb), slot_wide(extent));
}
ALIAS(MPI_Type_get_extent_c);
