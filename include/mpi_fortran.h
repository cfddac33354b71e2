/* SPDX-License-Identifier: MIT */
/* Conversions between C and Fortran (MPI 5.0, 19.3.4 and 19.3.5), which many C libraries name. The
 * standard's ABI has none of them, because it knows no Fortran type. So they are inline functions
 * over those of the ABI, and a program that uses them runs with any library that has the ABI.
 *
 * A Fortran INTEGER is taken to have the size of an int. Included by mpi.h at its end. */
#ifndef MPI_FORTRAN_H
#define MPI_FORTRAN_H

#ifdef __cplusplus
extern "C" {
#endif

typedef int MPI_Fint;
typedef MPI_Status MPI_F08_status;

/* Handles; each function also under its PMPI_ name */
#define HEDDLE_CONVERSION(prefix, type, name)                          \
    static __inline__ type prefix##_##name##_f2c(MPI_Fint handle)      \
    {                                                                  \
        return prefix##_##name##_fromint(handle);                      \
    }                                                                  \
    static __inline__ MPI_Fint prefix##_##name##_c2f(type handle)      \
    {                                                                  \
        return prefix##_##name##_toint(handle);                        \
    }
#define HEDDLE_CONVERSIONS(type, name)    \
    HEDDLE_CONVERSION(MPI, type, name)    \
    HEDDLE_CONVERSION(PMPI, type, name)

HEDDLE_CONVERSIONS(MPI_Comm, Comm)
HEDDLE_CONVERSIONS(MPI_Errhandler, Errhandler)
HEDDLE_CONVERSIONS(MPI_File, File)
HEDDLE_CONVERSIONS(MPI_Group, Group)
HEDDLE_CONVERSIONS(MPI_Info, Info)
HEDDLE_CONVERSIONS(MPI_Message, Message)
HEDDLE_CONVERSIONS(MPI_Op, Op)
HEDDLE_CONVERSIONS(MPI_Request, Request)
HEDDLE_CONVERSIONS(MPI_Session, Session)
HEDDLE_CONVERSIONS(MPI_Datatype, Type)
HEDDLE_CONVERSIONS(MPI_Win, Win)

#undef HEDDLE_CONVERSIONS
#undef HEDDLE_CONVERSION

/* Statuses: Fortran's array of MPI_F_STATUS_SIZE integers has the fields in their order in C, and
 * the derived type of mpi_f08 is the structure itself. */
static __inline__ int MPI_Status_c2f(const MPI_Status *c_status, MPI_Fint *f_status)
{
    int i;

    f_status[MPI_F_SOURCE] = c_status->MPI_SOURCE;
    f_status[MPI_F_TAG] = c_status->MPI_TAG;
    f_status[MPI_F_ERROR] = c_status->MPI_ERROR;
    for (i = MPI_F_ERROR + 1; i < MPI_F_STATUS_SIZE; i++)
        f_status[i] = c_status->MPI_internal[i - MPI_F_ERROR - 1];
    return MPI_SUCCESS;
}

static __inline__ int MPI_Status_f2c(const MPI_Fint *f_status, MPI_Status *c_status)
{
    int i;

    c_status->MPI_SOURCE = f_status[MPI_F_SOURCE];
    c_status->MPI_TAG = f_status[MPI_F_TAG];
    c_status->MPI_ERROR = f_status[MPI_F_ERROR];
    for (i = MPI_F_ERROR + 1; i < MPI_F_STATUS_SIZE; i++)
        c_status->MPI_internal[i - MPI_F_ERROR - 1] = f_status[i];
    return MPI_SUCCESS;
}

static __inline__ int MPI_Status_c2f08(const MPI_Status *c_status, MPI_F08_status *f08_status)
{
    *f08_status = *c_status;
    return MPI_SUCCESS;
}

static __inline__ int MPI_Status_f082c(const MPI_F08_status *f08_status, MPI_Status *c_status)
{
    *c_status = *f08_status;
    return MPI_SUCCESS;
}

static __inline__ int MPI_Status_f082f(const MPI_F08_status *f08_status, MPI_Fint *f_status)
{
    return MPI_Status_c2f(f08_status, f_status);
}

static __inline__ int MPI_Status_f2f08(const MPI_Fint *f_status, MPI_F08_status *f08_status)
{
    return MPI_Status_f2c(f_status, f08_status);
}

#ifdef __cplusplus
}
#endif

#endif
