/* SPDX-License-Identifier: MIT */
/* Fortran's operators == and /= for the types of handles, which the module mpi_heddle declares. */
#define COMPARED(kind)                                      \
    int heddle_##kind##_equal_(const int *a, const int *b); \
    int heddle_##kind##_equal_(const int *a, const int *b)  \
    {                                                       \
        return *a == *b;                                    \
    }                                                       \
    int heddle_##kind##_unequal_(const int *a, const int *b); \
    int heddle_##kind##_unequal_(const int *a, const int *b)  \
    {                                                       \
        return *a != *b;                                    \
    }

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
