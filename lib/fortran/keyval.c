/* SPDX-License-Identifier: MIT */
/* Copying and deleting attributes: Fortran's procedures as C's functions, and the predefined ones,
 * which Fortran can call, too. */
#include <pthread.h>
#include <stdlib.h>

#include "fortran/callback.h"
#include "fortran/cell.h"
#include "fortran/glue.h"

/* ---- the predefined procedures ----------------------------------------------------------------
 * The arguments of mpi_f08 are the same bits as those of mpi. */

#define NULL_COPY(name, integer)                                                                \
    void name(const int *object, const int *keyval, const integer *extra_state,                 \
              const integer *value_in, integer *value_out, int *flag, int *ierror)              \
    {                                                                                           \
        (void)object, (void)keyval, (void)extra_state, (void)value_in, (void)value_out;         \
        *flag = 0;                                                                              \
        *ierror = MPI_SUCCESS;                                                                  \
    }
#define DUP(name, integer)                                                                      \
    void name(const int *object, const int *keyval, const integer *extra_state,                 \
              const integer *value_in, integer *value_out, int *flag, int *ierror)              \
    {                                                                                           \
        (void)object, (void)keyval, (void)extra_state;                                          \
        *value_out = *value_in;                                                                 \
        *flag = 1;                                                                              \
        *ierror = MPI_SUCCESS;                                                                  \
    }
#define NULL_DELETE(name, integer)                                                              \
    void name(const int *object, const int *keyval, const integer *value,                       \
              const integer *extra_state, int *ierror)                                          \
    {                                                                                           \
        (void)object, (void)keyval, (void)value, (void)extra_state;                             \
        *ierror = MPI_SUCCESS;                                                                  \
    }
#define PREDEFINED_OF(kind)                                                                     \
    NULL_COPY(mpi_##kind##_null_copy_fn_, MPI_Aint)                                             \
    DUP(mpi_##kind##_dup_fn_, MPI_Aint)                                                         \
    NULL_DELETE(mpi_##kind##_null_delete_fn_, MPI_Aint)
PREDEFINED_OF(comm)
PREDEFINED_OF(type)
PREDEFINED_OF(win)
NULL_COPY(mpi_null_copy_fn_, int)
DUP(mpi_dup_fn_, int)
NULL_DELETE(mpi_null_delete_fn_, int)

/* Never called: MPI_REGISTER_DATAREP knows them by their addresses. */
void mpi_conversion_fn_null_(void)
{
}

void mpi_conversion_fn_null_c_(void)
{
}

bool is_no_conversion(procedure *called)
{
    return called == mpi_conversion_fn_null_ || called == mpi_conversion_fn_null_c_;
}

/* ---- records ------------------------------------------------------------------------------- */

struct listed {
    struct keyval_record record;
    struct listed *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct listed *all;

static bool is_equal(const struct keyval_record *a, const struct keyval_record *b)
{
    return a->copy == b->copy && a->delete == b->delete && a->extra_state == b->extra_state &&
           a->is_old == b->is_old;
}

struct keyval_record *keyval_record(struct keyval_record wanted)
{
    struct listed *found;

    pthread_mutex_lock(&lock);
    for (found = all; found != NULL && !is_equal(&found->record, &wanted); found = found->next)
        ;
    if (found == NULL && (found = malloc(sizeof *found)) != NULL) {
        *found = (struct listed){wanted, all};
        all = found;
    }
    pthread_mutex_unlock(&lock);
    return found != NULL ? &found->record : NULL;
}

/* ---- calls from C -------------------------------------------------------------------------- */

typedef void copy_procedure(int *, int *, MPI_Aint *, MPI_Aint *, MPI_Aint *, int *, int *);
typedef void old_copy_procedure(int *, int *, int *, int *, int *, int *, int *);
typedef void delete_procedure(int *, int *, MPI_Aint *, MPI_Aint *, int *);
typedef void old_delete_procedure(int *, int *, int *, int *, int *);

static int copy_old(const struct keyval_record *record, int object, int keyval, int value,
                    MPI_Aint *copied, int *flag)
{
    int extra_state = (int)record->extra_state, copy = 0, err = MPI_SUCCESS;

    ((old_copy_procedure *)record->copy)(&object, &keyval, &extra_state, &value, &copy, flag,
                                         &err);
    *copied = copy;
    return err;
}

static int copy(int object, int keyval, struct keyval_record *record, void *in, void *out,
                int *flag)
{
    MPI_Aint value = cell_value(in), copied = 0;
    int err = MPI_SUCCESS;

    *flag = 0;
    if (record->is_old)
        err = copy_old(record, object, keyval, (int)value, &copied, flag);
    else
        ((copy_procedure *)record->copy)(&object, &keyval, &record->extra_state, &value, &copied,
                                         flag, &err);
    if (err != MPI_SUCCESS || !*flag)
        return err;
    *flag = 1;
    *(void **)out = cell_of(copied);
    return *(void **)out != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static int delete(int object, int keyval, void *attribute, struct keyval_record *record)
{
    MPI_Aint value = cell_value(attribute);
    int err = MPI_SUCCESS, old_value = (int)value, old_state = (int)record->extra_state;

    if (record->is_old)
        ((old_delete_procedure *)record->delete)(&object, &keyval, &old_value, &old_state, &err);
    else
        ((delete_procedure *)record->delete)(&object, &keyval, &value, &record->extra_state, &err);
    return err;
}

#define CALLED_FROM_C(type, lower)                                                              \
    static int copy_##lower(type object, int keyval, void *state, void *in, void *out,          \
                            int *flag)                                                          \
    {                                                                                           \
        return copy(lower##_out(object), keyval, state, in, out, flag);                         \
    }                                                                                           \
    static int delete_##lower(type object, int keyval, void *value, void *state)                \
    {                                                                                           \
        return delete(lower##_out(object), keyval, value, state);                               \
    }
CALLED_FROM_C(MPI_Comm, comm)
CALLED_FROM_C(MPI_Datatype, type)
CALLED_FROM_C(MPI_Win, win)

/* An old predefined procedure may be named for a communicator's key. */
#define FUNCTIONS_OF(Type, upper, lower, old_null, old_dup, old_delete)                         \
    MPI_##Type##_copy_attr_function *lower##_copy(procedure *copied)                            \
    {                                                                                           \
        if (copied == (procedure *)mpi_##lower##_null_copy_fn_ || copied == (old_null))         \
            return MPI_##upper##_NULL_COPY_FN;                                                  \
        if (copied == (procedure *)mpi_##lower##_dup_fn_ || copied == (old_dup))                \
            return MPI_##upper##_DUP_FN;                                                        \
        return copy_##lower;                                                                    \
    }                                                                                           \
    MPI_##Type##_delete_attr_function *lower##_delete(procedure *deleted)                       \
    {                                                                                           \
        if (deleted == (procedure *)mpi_##lower##_null_delete_fn_ || deleted == (old_delete))   \
            return MPI_##upper##_NULL_DELETE_FN;                                                \
        return delete_##lower;                                                                  \
    }
FUNCTIONS_OF(Comm, COMM, comm, (procedure *)mpi_null_copy_fn_, (procedure *)mpi_dup_fn_,
             (procedure *)mpi_null_delete_fn_)
FUNCTIONS_OF(Type, TYPE, type, NULL, NULL, NULL)
FUNCTIONS_OF(Win, WIN, win, NULL, NULL, NULL)

/* ---- values -------------------------------------------------------------------------------- */

MPI_Aint attribute_value(int keyval, void *attribute)
{
    switch (keyval) {
    case MPI_TAG_UB:
    case MPI_IO:
    case MPI_HOST:
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
    case MPI_LASTUSEDCODE:
    case MPI_UNIVERSE_SIZE:
    case MPI_WIN_DISP_UNIT:
    case MPI_WIN_CREATE_FLAVOR:
    case MPI_WIN_MODEL: return *(int *)attribute;
    case MPI_WIN_SIZE: return *(MPI_Aint *)attribute;
    default: return cell_value(attribute);
    }
}
