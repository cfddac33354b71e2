/* SPDX-License-Identifier: MIT */
/* How arguments get from Fortran to C and back: one function for each kind of argument. */
#ifndef FORTRAN_GLUE_H
#define FORTRAN_GLUE_H

#include <stdint.h>

#include "fortran/constants.h"
#include "fortran/names.h"
#include "fortran/site.h"

/* ---- handles ----------------------------------------------------------------------------------
 * An INTEGER, as C's functions number handles. Predefined handles are their numbers, so they need
 * no call. */

enum { PREDEFINED_END = 0x1000 };

#define HANDLE_CONVERSIONS(type, name, lower)                                                     \
    static inline type lower##_in(int number)                                                     \
    {                                                                                             \
        return (unsigned)number < PREDEFINED_END ? (type)(uintptr_t)(unsigned)number              \
                                                 : PMPI_##name##_fromint(number);                 \
    }                                                                                             \
    static inline int lower##_out(type handle)                                                    \
    {                                                                                             \
        return (uintptr_t)handle < PREDEFINED_END ? (int)(uintptr_t)handle                        \
                                                  : PMPI_##name##_toint(handle);                  \
    }

HANDLE_CONVERSIONS(MPI_Comm, Comm, comm)
HANDLE_CONVERSIONS(MPI_Errhandler, Errhandler, errhandler)
HANDLE_CONVERSIONS(MPI_File, File, file)
HANDLE_CONVERSIONS(MPI_Group, Group, group)
HANDLE_CONVERSIONS(MPI_Info, Info, info)
HANDLE_CONVERSIONS(MPI_Message, Message, message)
HANDLE_CONVERSIONS(MPI_Op, Op, op)
HANDLE_CONVERSIONS(MPI_Request, Request, request)
HANDLE_CONVERSIONS(MPI_Session, Session, session)
HANDLE_CONVERSIONS(MPI_Datatype, Type, type)
HANDLE_CONVERSIONS(MPI_Win, Win, win)

/* ---- lists of handles, and of old addresses ---------------------------------------------------
 * They are converted into the caller's room for LIST_MAX, or into memory that list_give and
 * requests_out give back. Without memory the result is NULL, which C refuses. */

enum { LIST_MAX = 32 };

MPI_Request *requests_in(MPI_Request own[], int count, const int numbers[]);
void requests_out(int numbers[], int count, MPI_Request list[], const MPI_Request own[]);
MPI_Datatype *types_in(MPI_Datatype own[], MPI_Count count, const int numbers[]);
MPI_Info *infos_in(MPI_Info own[], int count, const int numbers[]);
MPI_Aint *addresses_in(MPI_Aint own[], int count, const int numbers[]);
void list_give(void *list, const void *own);

/* Types that C may read until an operation is complete: equal lists are one list, which stays. */
const MPI_Datatype *types_kept(MPI_Count count, const int numbers[]);

/* How many types a buffer of a collective operation has: one for each peer, or each neighbour that
 * is sent to or received from; none if the buffer is MPI_IN_PLACE. */
int peers_of(const int *comm, const void *buffer, int is_send);
int neighbors_of(const int *comm, const void *buffer, int is_send);

/* ---- constants known by their addresses ---------------------------------------------------- */

void *buffer_of_constant(void *argument);

static inline void *buffer_in(void *argument)
{
    return is_constant(argument) ? buffer_of_constant(argument) : argument;
}

/* The status, or an array of statuses: MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE are one in C. */
static inline MPI_Status *status_in(int *argument)
{
    return is_constant(argument) ? MPI_STATUS_IGNORE : (MPI_Status *)argument;
}

static inline int *errcodes_in(int *argument)
{
    return is_constant(argument) ? MPI_ERRCODES_IGNORE : argument;
}

static inline int *weights_in(const int *argument)
{
    if (argument == heddle_fortran_.unweighted)
        return MPI_UNWEIGHTED;
    return argument == heddle_fortran_.weights_empty ? MPI_WEIGHTS_EMPTY
                                                     : (int *)(uintptr_t)argument;
}

/* ---- strings ----------------------------------------------------------------------------------
 * Fortran pads them with blanks, and passes their length behind all arguments. */

enum trim { TRIM_END, TRIM_BOTH };

/* Returns the room that text_in needs; no more than C's functions accept, and some. */
size_t text_bytes(const char *text, size_t length);
void text_in(char copy[], const char *text, size_t length, enum trim trim);
void text_out(char *text, size_t length, const char *from);

/* ---- errors -------------------------------------------------------------------------------- */

/* Calls the error handler that belongs to no communicator; returns an error code of this class. */
int refused(int class, const char *sentence);

/* ---- results ------------------------------------------------------------------------------- */

/* mpi_f08 may leave ierror away. */
static inline void error_out(int *ierror, int err)
{
    if (ierror != NULL)
        *ierror = err;
}

/* Fortran counts requests from one. Nothing was found if there was an error that is not in a
 * status. */
static inline void indices_out(int indices[], int count, int err)
{
    if (err != MPI_SUCCESS && err != MPI_ERR_IN_STATUS)
        return;
    for (int i = 0; i < count; i++)
        if (indices[i] != MPI_UNDEFINED)
            indices[i]++;
}

#endif
