/* SPDX-License-Identifier: MIT */
/* Calls with INTEGERs of 8 bytes (wide.h) that cannot be converted argument by argument: those that
 * name Fortran's procedures, bounds of types, and what only Fortran has. */
#include <heddle_has.h>
#include <stdlib.h>

#include "fortran/thunk.h"
#include "fortran/wide.h"
#include "fortran/wide_callback.h"

/* ---- attributes ---------------------------------------------------------------------------- */

/* A predefined function does without a record. */
#define CREATE_KEYVAL(lower)                                                                    \
    void FORTRAN(lower##_create_keyval_)(procedure *, procedure *, int *, void *, int *);       \
    WEAK void FORTRAN(lower##_create_keyval_i8_)(procedure *copy, procedure *delete,            \
                                                 int64_t *keyval, const MPI_Aint *extra_state,  \
                                                 int64_t *ierror)                               \
    {                                                                                           \
        struct wide_site site = wide_enter(__builtin_return_address(0));                        \
        procedure *known_copy = wide_predefined(copy), *known_delete = wide_predefined(delete); \
        void *record = keyval_record((struct keyval_record){copy, delete, *extra_state, false});\
        int keyval_ = narrow(*keyval), code = MPI_ERR_NO_MEM;                                   \
                                                                                                \
        if (record != NULL)                                                                     \
            FORTRAN(lower##_create_keyval_)(                                                    \
                known_copy != NULL ? known_copy : (procedure *)wide_copy_attribute,             \
                known_delete != NULL ? known_delete : (procedure *)wide_delete_attribute,       \
                &keyval_, &record, &code);                                                      \
        wide_out(keyval, 1, &keyval_);                                                          \
        wide_leave(&site, ierror, code);                                                        \
    }                                                                                           \
    ALIAS(lower##_create_keyval_f08_i8_, lower##_create_keyval_i8_)
CREATE_KEYVAL(comm)
CREATE_KEYVAL(type)
CREATE_KEYVAL(win)
ALIAS(keyval_create_i8_, comm_create_keyval_i8_) /* an INTEGER has the size of an address */

/* ---- operations ---------------------------------------------------------------------------- */

static procedure *passed(procedure *called, procedure *with, int *code)
{
    procedure *made = thunk(called, with);

    if (made == NULL)
        *code = refused(MPI_ERR_NO_MEM, "no function can be made that calls this procedure of "
                                        "Fortran, because the system gives no memory that may "
                                        "hold code (mmap, mprotect): let the process have some, "
                                        "or pass a procedure of C");
    return made;
}

#define OP_CREATE(name, wide, reduces)                                                          \
    void FORTRAN(name)(procedure *, const int *, int *, int *);                                 \
    WEAK void FORTRAN(wide)(procedure *called, const int64_t *commute, int64_t *op,             \
                            int64_t *ierror)                                                    \
    {                                                                                           \
        struct wide_site site = wide_enter(__builtin_return_address(0));                        \
        int commute_ = narrow_logical(*commute), op_ = narrow(*op), code = MPI_SUCCESS;         \
        procedure *made = passed((procedure *)reduces, called, &code);                          \
                                                                                                \
        if (made != NULL)                                                                       \
            FORTRAN(name)(made, &commute_, &op_, &code);                                        \
        wide_out(op, 1, &op_);                                                                  \
        wide_leave(&site, ierror, code);                                                        \
    }
OP_CREATE(op_create_, op_create_i8_, wide_reduce)
OP_CREATE(op_create_c_f08_, op_create_c_f08_i8_, wide_reduce_c)
ALIAS(op_create_f08_i8_, op_create_i8_)

/* ---- error handlers ------------------------------------------------------------------------ */

#define CREATE_ERRHANDLER(lower)                                                                \
    void FORTRAN(lower##_create_errhandler_)(procedure *, int *, int *);                        \
    WEAK void FORTRAN(lower##_create_errhandler_i8_)(procedure *called, int64_t *errhandler,    \
                                                     int64_t *ierror)                           \
    {                                                                                           \
        struct wide_site site = wide_enter(__builtin_return_address(0));                        \
        int errhandler_ = narrow(*errhandler), code = MPI_SUCCESS;                              \
        procedure *made = passed((procedure *)wide_handle, called, &code);                      \
                                                                                                \
        if (made != NULL)                                                                       \
            FORTRAN(lower##_create_errhandler_)(made, &errhandler_, &code);                     \
        wide_out(errhandler, 1, &errhandler_);                                                  \
        wide_leave(&site, ierror, code);                                                        \
    }                                                                                           \
    ALIAS(lower##_create_errhandler_f08_i8_, lower##_create_errhandler_i8_)
CREATE_ERRHANDLER(comm)
CREATE_ERRHANDLER(file)
CREATE_ERRHANDLER(session)
CREATE_ERRHANDLER(win)
ALIAS(errhandler_create_i8_, comm_create_errhandler_i8_) /* removed in MPI-3 */

/* ---- generalized requests ------------------------------------------------------------------ */

void FORTRAN(grequest_start_)(procedure *, procedure *, procedure *, MPI_Aint *, int *, int *);
WEAK void FORTRAN(grequest_start_i8_)(procedure *query, procedure *free_fn, procedure *cancel,
                                      MPI_Aint *extra_state, int64_t *request, int64_t *ierror)
{
    struct wide_site site = wide_enter(__builtin_return_address(0));
    int request_ = narrow(*request), code = MPI_SUCCESS;
    procedure *query_ = passed((procedure *)wide_query, query, &code);
    procedure *free_ = passed((procedure *)wide_free, free_fn, &code);
    procedure *cancel_ = passed((procedure *)wide_cancel, cancel, &code);

    if (code == MPI_SUCCESS)
        FORTRAN(grequest_start_)(query_, free_, cancel_, extra_state, &request_, &code);
    wide_out(request, 1, &request_);
    wide_leave(&site, ierror, code);
}
ALIAS(grequest_start_f08_i8_, grequest_start_i8_)

/* ---- data representations ------------------------------------------------------------------ */

#ifdef HAS_MPI_Register_datarep
/* The record stays: a data representation cannot be taken back. */
#define REGISTER(name, wide, reads, writes)                                                     \
    void FORTRAN(name)(const char *, procedure *, procedure *, procedure *, void *, int *,      \
                       size_t);                                                                 \
    WEAK void FORTRAN(wide)(const char *datarep, procedure *read, procedure *write,             \
                            procedure *extent, const MPI_Aint *extra_state, int64_t *ierror,    \
                            size_t datarep_len)                                                 \
    {                                                                                           \
        struct wide_site site = wide_enter(__builtin_return_address(0));                        \
        struct datarep_record *record = malloc(sizeof *record);                                 \
        int code = MPI_ERR_NO_MEM;                                                              \
                                                                                                \
        if (record != NULL) {                                                                   \
            *record = (struct datarep_record){read, write, extent, *extra_state};               \
            FORTRAN(name)(datarep, is_no_conversion(read) ? read : (procedure *)reads,          \
                          is_no_conversion(write) ? write : (procedure *)writes,                \
                          (procedure *)wide_extent, &record, &code, datarep_len);               \
        }                                                                                       \
        if (code != MPI_SUCCESS)                                                                \
            free(record);                                                                       \
        wide_leave(&site, ierror, code);                                                        \
    }
REGISTER(register_datarep_, register_datarep_i8_, wide_read, wide_write)
REGISTER(register_datarep_c_f08_, register_datarep_c_f08_i8_, wide_read_c, wide_write_c)
ALIAS(register_datarep_f08_i8_, register_datarep_i8_)
#endif

/* ---- the bounds of a type as INTEGERs, which MPI-3 removed --------------------------------- */

void FORTRAN(type_get_extent_)(const int *, MPI_Aint *, MPI_Aint *, int *);

#define BOUND(name, value)                                                                      \
    WEAK void FORTRAN(name)(const int64_t *datatype, int64_t *bound, int64_t *ierror)           \
    {                                                                                           \
        struct wide_site site = wide_enter(__builtin_return_address(0));                        \
        MPI_Aint lower = 0, extent = 0;                                                         \
        int datatype_ = narrow_type(*datatype), code = MPI_SUCCESS;                             \
                                                                                                \
        FORTRAN(type_get_extent_)(&datatype_, &lower, &extent, &code);                          \
        if (code == MPI_SUCCESS)                                                                \
            *bound = (value);                                                                   \
        wide_leave(&site, ierror, code);                                                        \
    }
BOUND(type_extent_i8_, extent)
BOUND(type_lb_i8_, lower)
BOUND(type_ub_i8_, lower + extent)

/* ---- only in Fortran ----------------------------------------------------------------------- */

WEAK void FORTRAN(sizeof_f08ts_i8_)(const CFI_cdesc_t *x, int64_t *size, int64_t *ierror)
{
    *size = (int64_t)x->elem_len;
    if (ierror != NULL)
        *ierror = MPI_SUCCESS;
}

WEAK void FORTRAN(status_f2f08_i8_)(const int64_t f_status[], int64_t f08_status[],
                                    int64_t *ierror)
{
    for (int i = 0; i < MPI_F_STATUS_SIZE; i++)
        f08_status[i] = f_status[i];
    if (ierror != NULL)
        *ierror = MPI_SUCCESS;
}
ALIAS(status_f2f08_f08_i8_, status_f2f08_i8_)
ALIAS(status_f082f_i8_, status_f2f08_i8_)
ALIAS(status_f082f_f08_i8_, status_f2f08_i8_)
