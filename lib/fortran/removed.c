/* SPDX-License-Identifier: MIT */
/* The bounds of a type as INTEGERs. MPI-3 removed these procedures; convert.py has the others. */
#include <limits.h>

#include "fortran/glue.h"

#define BOUND(name, value)                                                                      \
    WEAK void FORTRAN(name)(const int *datatype, int *bound, int *ierror)                       \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        MPI_Aint lower = 0, extent = 0;                                                         \
        int code = MPI(Type_get_extent)(type_in(*datatype), &lower, &extent);                   \
                                                                                                \
        if (code == MPI_SUCCESS)                                                                \
            *bound = (value) < INT_MIN || (value) > INT_MAX ? MPI_UNDEFINED : (int)(value);     \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }
BOUND(type_extent_, extent)
BOUND(type_lb_, lower)
BOUND(type_ub_, lower + extent)
