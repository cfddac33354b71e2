/* SPDX-License-Identifier: MIT */
/* Operations, error handlers, generalized requests, data representations. */
#include "fortran/callback.h"

#include <stdlib.h>

#include "fortran/glue.h"
#include "fortran/thunk.h"

/* ---- reduction operations ----------------------------------------------------------------------
 * Behind C's arguments, a thunk passes the procedure. */

static void reduce(void *in, void *inout, int *len, MPI_Datatype *type, procedure *called)
{
    int number = type_out(*type);

    ((void (*)(void *, void *, int *, int *))called)(in, inout, len, &number);
}

static void reduce_c(void *in, void *inout, MPI_Count *len, MPI_Datatype *type, procedure *called)
{
    int number = type_out(*type);

    ((void (*)(void *, void *, MPI_Count *, int *))called)(in, inout, len, &number);
}

MPI_User_function *user_function(procedure *called)
{
    return (MPI_User_function *)thunk((procedure *)reduce, called);
}

MPI_User_function_c *user_function_c(procedure *called)
{
    return (MPI_User_function_c *)thunk((procedure *)reduce_c, called);
}

/* ---- error handlers ----------------------------------------------------------------------------
 * The fifth argument comes behind two of C's, and two that C may leave away. */

#define ERROR_HANDLER(Type, lower)                                                              \
    static void handle_##lower(MPI_##Type *object, int *code, void *third, void *fourth,        \
                               procedure *called)                                               \
    {                                                                                           \
        int number = lower##_out(*object);                                                      \
                                                                                                \
        (void)third, (void)fourth;                                                              \
        ((void (*)(int *, int *))called)(&number, code);                                        \
    }                                                                                           \
    MPI_##Type##_errhandler_function *lower##_errhandler(procedure *called)                     \
    {                                                                                           \
        return (MPI_##Type##_errhandler_function *)thunk((procedure *)handle_##lower, called);  \
    }
ERROR_HANDLER(Comm, comm)
ERROR_HANDLER(File, file)
ERROR_HANDLER(Session, session)
ERROR_HANDLER(Win, win)

/* ---- generalized requests ------------------------------------------------------------------ */

int grequest_query(void *state, MPI_Status *status)
{
    struct grequest_record *record = state;
    int err = MPI_SUCCESS;

    ((void (*)(MPI_Aint *, int *, int *))record->query)(record->extra_state, (int *)status, &err);
    return err;
}

int grequest_free(void *state)
{
    struct grequest_record *record = state;
    int err = MPI_SUCCESS;

    ((void (*)(MPI_Aint *, int *))record->free)(record->extra_state, &err);
    free(record);
    return err;
}

int grequest_cancel(void *state, int complete)
{
    struct grequest_record *record = state;
    int logical = complete != 0, err = MPI_SUCCESS;

    ((void (*)(MPI_Aint *, int *, int *))record->cancel)(record->extra_state, &logical, &err);
    return err;
}

/* ---- data representations ------------------------------------------------------------------ */

static int convert(procedure *called, void *user, MPI_Datatype type, void *count, void *file,
                   MPI_Offset position, MPI_Aint *extra_state)
{
    int number = type_out(type), err = MPI_SUCCESS;

    ((void (*)(void *, int *, void *, void *, MPI_Offset *, MPI_Aint *, int *))called)(
        user, &number, count, file, &position, extra_state, &err);
    return err;
}

#define CONVERSION(name, direction, count_type)                                                 \
    int name(void *user, MPI_Datatype type, count_type count, void *file, MPI_Offset position,  \
             void *state)                                                                       \
    {                                                                                           \
        struct datarep_record *record = state;                                                  \
                                                                                                \
        return convert(record->direction, user, type, &count, file, position,                   \
                       &record->extra_state);                                                   \
    }
CONVERSION(datarep_read, read, int)
CONVERSION(datarep_write, write, int)
CONVERSION(datarep_read_c, read, MPI_Count)
CONVERSION(datarep_write_c, write, MPI_Count)

int datarep_extent(MPI_Datatype type, MPI_Aint *extent, void *state)
{
    struct datarep_record *record = state;
    int number = type_out(type), err = MPI_SUCCESS;

    ((void (*)(int *, MPI_Aint *, MPI_Aint *, int *))record->extent)(&number, extent,
                                                                     &record->extra_state, &err);
    return err;
}
