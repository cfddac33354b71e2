/* SPDX-License-Identifier: MIT */
/* Keys, attributes, and the calls that name Fortran's procedures. */
#include <heddle_has.h>
#include <stdlib.h>

#include "fortran/callback.h"
#include "fortran/cell.h"
#include "fortran/glue.h"

/* ---- keys and attributes ------------------------------------------------------------------- */

#define KEYS(Type, lower)                                                                       \
    WEAK void FORTRAN(lower##_create_keyval_)(procedure *copy, procedure *delete, int *keyval,  \
                                              const MPI_Aint *extra_state, int *ierror)         \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        void *record = keyval_record((struct keyval_record){copy, delete, *extra_state, false});\
        int code = record == NULL ? MPI_ERR_NO_MEM                                              \
                                  : MPI(Type##_create_keyval)(lower##_copy(copy),               \
                                                              lower##_delete(delete), keyval,   \
                                                              record);                          \
                                                                                                \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }                                                                                           \
    ALIAS(lower##_create_keyval_f08_, lower##_create_keyval_)                                   \
    WEAK void FORTRAN(lower##_set_attr_)(const int *object, const int *keyval,                  \
                                         const MPI_Aint *value, int *ierror)                    \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        void *cell = cell_of(*value);                                                           \
        int code = cell == NULL                                                                 \
                       ? MPI_ERR_NO_MEM                                                         \
                       : MPI(Type##_set_attr)(lower##_in(*object), *keyval, cell);              \
                                                                                                \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }                                                                                           \
    ALIAS(lower##_set_attr_f08_, lower##_set_attr_)                                             \
    WEAK void FORTRAN(lower##_get_attr_)(const int *object, const int *keyval,                  \
                                         MPI_Aint *value, int *flag, int *ierror)               \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        void *attribute = NULL;                                                                 \
        int code = MPI(Type##_get_attr)(lower##_in(*object), *keyval, &attribute, flag);        \
                                                                                                \
        if (code == MPI_SUCCESS && *flag)                                                       \
            *value = attribute_value(*keyval, attribute);                                       \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }                                                                                           \
    ALIAS(lower##_get_attr_f08_, lower##_get_attr_)

KEYS(Comm, comm)
KEYS(Type, type)
#ifdef HAS_MPI_Win_set_attr
KEYS(Win, win)
#endif

/* ---- MPI 1: INTEGERs ----------------------------------------------------------------------- */

WEAK void FORTRAN(keyval_create_)(procedure *copy, procedure *delete, int *keyval,
                                  const int *extra_state, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    void *record = keyval_record((struct keyval_record){copy, delete, *extra_state, true});
    int code = record == NULL ? MPI_ERR_NO_MEM
                              : MPI_OR(Keyval_create, Comm_create_keyval)(
                                    comm_copy(copy), comm_delete(delete), keyval, record);

    site_leave(outer);
    error_out(ierror, code);
}

WEAK void FORTRAN(attr_put_)(const int *comm, const int *keyval, const int *value, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    void *cell = cell_of(*value);
    int code = cell == NULL
                   ? MPI_ERR_NO_MEM
                   : MPI_OR(Attr_put, Comm_set_attr)(comm_in(*comm), *keyval, cell);

    site_leave(outer);
    error_out(ierror, code);
}

WEAK void FORTRAN(attr_get_)(const int *comm, const int *keyval, int *value, int *flag,
                             int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    void *attribute = NULL;
    int code = MPI_OR(Attr_get, Comm_get_attr)(comm_in(*comm), *keyval, &attribute, flag);

    if (code == MPI_SUCCESS && *flag)
        *value = (int)attribute_value(*keyval, attribute);
    site_leave(outer);
    error_out(ierror, code);
}

/* ---- operations and error handlers ---------------------------------------------------------- */

static int no_function(bool is_missing)
{
    return is_missing ? refused(MPI_ERR_NO_MEM,
                                "no function can be made that calls this procedure of Fortran, "
                                "because the system gives no memory that may hold code (mmap, "
                                "mprotect): let the process have some, or pass a procedure of C")
                      : MPI_SUCCESS;
}

/* ---- operations ---------------------------------------------------------------------------- */

#define OP_CREATE(name, c_name, function)                                                       \
    WEAK void FORTRAN(name)(procedure *called, const int *commute, int *op, int *ierror)        \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        MPI_Op made = MPI_OP_NULL;                                                              \
        int code = no_function(function(called) == NULL);                                       \
                                                                                                \
        if (code == MPI_SUCCESS)                                                                \
            code = MPI(c_name)(function(called), *commute, &made);                              \
        if (code == MPI_SUCCESS)                                                                \
            *op = op_out(made);                                                                 \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }
OP_CREATE(op_create_, Op_create, user_function)
OP_CREATE(op_create_c_f08_, Op_create_c, user_function_c)
ALIAS(op_create_f08_, op_create_)

/* ---- error handlers ------------------------------------------------------------------------ */

#define CREATE_ERRHANDLER(Type, lower)                                                          \
    WEAK void FORTRAN(lower##_create_errhandler_)(procedure *called, int *errhandler,           \
                                                  int *ierror)                                  \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        MPI_Errhandler made = MPI_ERRHANDLER_NULL;                                              \
        int code = no_function(lower##_errhandler(called) == NULL);                             \
                                                                                                \
        if (code == MPI_SUCCESS)                                                                \
            code = MPI(Type##_create_errhandler)(lower##_errhandler(called), &made);            \
        if (code == MPI_SUCCESS)                                                                \
            *errhandler = errhandler_out(made);                                                 \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }                                                                                           \
    ALIAS(lower##_create_errhandler_f08_, lower##_create_errhandler_)
CREATE_ERRHANDLER(Comm, comm)
CREATE_ERRHANDLER(File, file)
CREATE_ERRHANDLER(Session, session)
CREATE_ERRHANDLER(Win, win)
ALIAS(errhandler_create_, comm_create_errhandler_) /* removed in MPI-3 */

/* ---- generalized requests ------------------------------------------------------------------ */

/* The procedures get the extra state by its address, so that they and the program read one variable
 * and may change it: that is how it has always been in Fortran. */
WEAK void FORTRAN(grequest_start_)(procedure *query, procedure *free_fn, procedure *cancel,
                                   MPI_Aint *extra_state, int *request, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    struct grequest_record *record = malloc(sizeof *record);
    MPI_Request made = MPI_REQUEST_NULL;
    int code = MPI_ERR_NO_MEM;

    if (record != NULL) {
        *record = (struct grequest_record){query, free_fn, cancel, extra_state};
        code = MPI(Grequest_start)(grequest_query, grequest_free, grequest_cancel, record, &made);
    }
    if (code == MPI_SUCCESS)
        *request = request_out(made);
    else
        free(record);
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(grequest_start_f08_, grequest_start_)

/* ---- data representations ------------------------------------------------------------------ */

#ifdef HAS_MPI_Register_datarep
/* The record stays: a data representation cannot be taken back. */
#define REGISTER(name, c_name, reads, writes, none)                                             \
    WEAK void FORTRAN(name)(const char *datarep, procedure *read, procedure *write,             \
                            procedure *extent, const MPI_Aint *extra_state, int *ierror,        \
                            size_t datarep_len)                                                 \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        struct datarep_record *record = malloc(sizeof *record);                                 \
        char name_[text_bytes(datarep, datarep_len)];                                           \
        int code = MPI_ERR_NO_MEM;                                                              \
                                                                                                \
        text_in(name_, datarep, datarep_len, TRIM_END);                                         \
        if (record != NULL) {                                                                   \
            *record = (struct datarep_record){read, write, extent, *extra_state};               \
            code = MPI(c_name)(name_, is_no_conversion(read) ? none : reads,                    \
                               is_no_conversion(write) ? none : writes, datarep_extent,         \
                               record);                                                         \
        }                                                                                       \
        if (code != MPI_SUCCESS)                                                                \
            free(record);                                                                       \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }
REGISTER(register_datarep_, Register_datarep, datarep_read, datarep_write, MPI_CONVERSION_FN_NULL)
REGISTER(register_datarep_c_f08_, Register_datarep_c, datarep_read_c, datarep_write_c,
         MPI_CONVERSION_FN_NULL_C)
ALIAS(register_datarep_f08_, register_datarep_)
#endif
