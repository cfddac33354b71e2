/* SPDX-License-Identifier: MIT */
/* Fortran's operators == and /= for the types of handles, which the module mpi_heddle declares: for
 * handles and LOGICALs of 4 bytes, and of 8. */
#include <stdint.h>

#define COMPARED_AS(kind, suffix, integer)                                              \
    integer heddle_##kind##_equal_##suffix(const integer *a, const integer *b);         \
    integer heddle_##kind##_equal_##suffix(const integer *a, const integer *b)          \
    {                                                                                   \
        return *a == *b;                                                                \
    }                                                                                   \
    integer heddle_##kind##_unequal_##suffix(const integer *a, const integer *b);       \
    integer heddle_##kind##_unequal_##suffix(const integer *a, const integer *b)        \
    {                                                                                   \
        return *a != *b;                                                                \
    }
#define COMPARED(kind)          \
    COMPARED_AS(kind, , int)    \
    COMPARED_AS(kind, i8_, int64_t)

COMPARED(comm)
COMPARED(datatype)
COMPARED(errhandler)
COMPARED(file)
COMPARED(group)
COMPARED(info)
COMPARED(message)
COMPARED(op)
COMPARED(request)
COMPARED(session)
COMPARED(win)
