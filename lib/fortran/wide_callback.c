/* SPDX-License-Identifier: MIT */
#include "fortran/wide_callback.h"

#include "fortran/wide.h"

typedef void wide_copy(int64_t *, int64_t *, MPI_Aint *, MPI_Aint *, MPI_Aint *, int64_t *,
                       int64_t *);
typedef void wide_delete(int64_t *, int64_t *, MPI_Aint *, MPI_Aint *, int64_t *);

void wide_copy_attribute(const int *object, const int *keyval, struct keyval_record **record,
                         MPI_Aint *in, MPI_Aint *out, int *flag, int *ierror)
{
    struct keyval_record *of = *record;
    int64_t object_ = *object, keyval_ = *keyval, flag_ = 0, code = MPI_SUCCESS;

    ((wide_copy *)of->copy)(&object_, &keyval_, &of->extra_state, in, out, &flag_, &code);
    *flag = flag_ != 0;
    *ierror = narrow(code);
}

void wide_delete_attribute(const int *object, const int *keyval, MPI_Aint *value,
                           struct keyval_record **record, int *ierror)
{
    struct keyval_record *of = *record;
    int64_t object_ = *object, keyval_ = *keyval, code = MPI_SUCCESS;

    ((wide_delete *)of->delete)(&object_, &keyval_, value, &of->extra_state, &code);
    *ierror = narrow(code);
}

void wide_handle(const int *object, int *code, void *third, void *fourth, procedure *called)
{
    int64_t object_ = *object, code_ = *code;

    (void)third, (void)fourth;
    ((void (*)(int64_t *, int64_t *))called)(&object_, &code_);
    *code = narrow(code_);
}

void wide_reduce(void *in, void *inout, const int *len, const int *type, procedure *called)
{
    int64_t len_ = *len, type_ = *type;

    ((void (*)(void *, void *, int64_t *, int64_t *))called)(in, inout, &len_, &type_);
}

void wide_reduce_c(void *in, void *inout, MPI_Count *len, const int *type, procedure *called)
{
    int64_t type_ = *type;

    ((void (*)(void *, void *, MPI_Count *, int64_t *))called)(in, inout, len, &type_);
}

void wide_query(MPI_Aint *extra_state, int status[], int *ierror, void *fourth, procedure *called)
{
    int64_t status_[MPI_F_STATUS_SIZE], code = MPI_SUCCESS;

    (void)fourth;
    for (int i = 0; i < MPI_F_STATUS_SIZE; i++)
        status_[i] = status[i];
    ((void (*)(MPI_Aint *, int64_t *, int64_t *))called)(extra_state, status_, &code);
    for (int i = 0; i < MPI_F_STATUS_SIZE; i++)
        status[i] = narrow(status_[i]);
    *ierror = narrow(code);
}

void wide_free(MPI_Aint *extra_state, int *ierror, void *third, void *fourth, procedure *called)
{
    int64_t code = MPI_SUCCESS;

    (void)third, (void)fourth;
    ((void (*)(MPI_Aint *, int64_t *))called)(extra_state, &code);
    *ierror = narrow(code);
}

void wide_cancel(MPI_Aint *extra_state, const int *complete, int *ierror, void *fourth,
                 procedure *called)
{
    int64_t complete_ = *complete, code = MPI_SUCCESS;

    (void)fourth;
    ((void (*)(MPI_Aint *, int64_t *, int64_t *))called)(extra_state, &complete_, &code);
    *ierror = narrow(code);
}

static void convert(procedure *called, void *user, int type, MPI_Count count, void *file,
                    MPI_Offset *position, MPI_Aint *extra_state, int *ierror)
{
    int64_t type_ = type, code = MPI_SUCCESS;

    ((void (*)(void *, int64_t *, MPI_Count *, void *, MPI_Offset *, MPI_Aint *,
               int64_t *))called)(user, &type_, &count, file, position, extra_state, &code);
    *ierror = narrow(code);
}

#define CONVERSION(name, direction, count_type)                                                 \
    void name(void *user, const int *type, const count_type *count, void *file,                 \
              MPI_Offset *position, struct datarep_record **record, int *ierror)                \
    {                                                                                           \
        convert((*record)->direction, user, *type, *count, file, position,                      \
                &(*record)->extra_state, ierror);                                               \
    }
CONVERSION(wide_read, read, int)
CONVERSION(wide_write, write, int)
CONVERSION(wide_read_c, read, MPI_Count)
CONVERSION(wide_write_c, write, MPI_Count)

void wide_extent(const int *type, MPI_Aint *extent, struct datarep_record **record, int *ierror)
{
    int64_t type_ = *type, code = MPI_SUCCESS;

    ((void (*)(int64_t *, MPI_Aint *, MPI_Aint *, int64_t *))(*record)->extent)(
        &type_, extent, &(*record)->extra_state, &code);
    *ierror = narrow(code);
}

/* ---- the predefined functions of attributes ------------------------------------------------ */

#define PREDEFINED_AS(prefix)                                                                   \
    void prefix##_null_copy_fn_i8_(const int64_t *object, const int64_t *keyval,                \
                                   const MPI_Aint *extra_state, const MPI_Aint *value_in,       \
                                   MPI_Aint *value_out, int64_t *flag, int64_t *ierror)         \
    {                                                                                           \
        (void)object, (void)keyval, (void)extra_state, (void)value_in, (void)value_out;         \
        *flag = 0;                                                                              \
        *ierror = MPI_SUCCESS;                                                                  \
    }                                                                                           \
    void prefix##_dup_fn_i8_(const int64_t *object, const int64_t *keyval,                      \
                             const MPI_Aint *extra_state, const MPI_Aint *value_in,             \
                             MPI_Aint *value_out, int64_t *flag, int64_t *ierror)               \
    {                                                                                           \
        (void)object, (void)keyval, (void)extra_state;                                          \
        *value_out = *value_in;                                                                 \
        *flag = 1;                                                                              \
        *ierror = MPI_SUCCESS;                                                                  \
    }                                                                                           \
    void prefix##_null_delete_fn_i8_(const int64_t *object, const int64_t *keyval,              \
                                     const MPI_Aint *value, const MPI_Aint *extra_state,        \
                                     int64_t *ierror)                                           \
    {                                                                                           \
        (void)object, (void)keyval, (void)value, (void)extra_state;                             \
        *ierror = MPI_SUCCESS;                                                                  \
    }
PREDEFINED_AS(mpi_comm)
PREDEFINED_AS(mpi_type)
PREDEFINED_AS(mpi_win)
PREDEFINED_AS(mpi)

#define OF_FOUR_BYTES(prefix)                 \
    extern procedure prefix##_null_copy_fn_;  \
    extern procedure prefix##_dup_fn_;        \
    extern procedure prefix##_null_delete_fn_;
OF_FOUR_BYTES(mpi_comm)
OF_FOUR_BYTES(mpi_type)
OF_FOUR_BYTES(mpi_win)

#define IF_PREDEFINED(prefix, of, suffix)                      \
    if (called == (procedure *)prefix##suffix##i8_)            \
        return of##suffix;

#define PREDEFINED_OF(prefix)                                  \
    IF_PREDEFINED(prefix, prefix, _null_copy_fn_)              \
    IF_PREDEFINED(prefix, prefix, _dup_fn_)                    \
    IF_PREDEFINED(prefix, prefix, _null_delete_fn_)

procedure *wide_predefined(procedure *called)
{
    PREDEFINED_OF(mpi_comm)
    PREDEFINED_OF(mpi_type)
    PREDEFINED_OF(mpi_win)
    IF_PREDEFINED(mpi, mpi_comm, _null_copy_fn_)
    IF_PREDEFINED(mpi, mpi_comm, _dup_fn_)
    IF_PREDEFINED(mpi, mpi_comm, _null_delete_fn_)
    return NULL;
}
