/* SPDX-License-Identifier: MIT */
/* Fortran's procedures as C's functions. C gets one of ours, which converts what it is given and
 * calls the procedure.
 *
 * Where C's function is given an extra state, that is a record of ours. Records with equal contents
 * are one, and stay: attributes outlive their keys. A reduction operation and an error handler have
 * no such state, so a function is made for each procedure (thunk.h). */
#ifndef FORTRAN_CALLBACK_H
#define FORTRAN_CALLBACK_H

#include <stdbool.h>

#include "mpi_types.h"

typedef void procedure(void);

/* ---- attributes ---------------------------------------------------------------------------- */

struct keyval_record {
    procedure *copy, *delete;
    MPI_Aint extra_state;
    bool is_old; /* of MPI_KEYVAL_CREATE: its integers are INTEGERs */
};

/* NULL without memory. */
struct keyval_record *keyval_record(struct keyval_record wanted);

/* C's function for a procedure: the predefined ones are C's own. */
MPI_Comm_copy_attr_function *comm_copy(procedure *copy);
MPI_Comm_delete_attr_function *comm_delete(procedure *delete);
MPI_Type_copy_attr_function *type_copy(procedure *copy);
MPI_Type_delete_attr_function *type_delete(procedure *delete);
MPI_Win_copy_attr_function *win_copy(procedure *copy);
MPI_Win_delete_attr_function *win_delete(procedure *delete);

/* Returns the value of an attribute as Fortran reads it: the integer behind it if Fortran has set
 * it. */
MPI_Aint attribute_value(int keyval, void *attribute);

/* ---- operations and error handlers --------------------------------------------------------- */

/* NULL if no function can be made. */
MPI_User_function *user_function(procedure *called);
MPI_User_function_c *user_function_c(procedure *called);
MPI_Comm_errhandler_function *comm_errhandler(procedure *called);
MPI_File_errhandler_function *file_errhandler(procedure *called);
MPI_Session_errhandler_function *session_errhandler(procedure *called);
MPI_Win_errhandler_function *win_errhandler(procedure *called);

/* ---- generalized requests ------------------------------------------------------------------ */

struct grequest_record {
    procedure *query, *free, *cancel;
    MPI_Aint *extra_state; /* the program's variable */
};

MPI_Grequest_query_function grequest_query;
MPI_Grequest_free_function grequest_free; /* gives the record back */
MPI_Grequest_cancel_function grequest_cancel;

/* ---- data representations ------------------------------------------------------------------ */

struct datarep_record {
    procedure *read, *write, *extent;
    MPI_Aint extra_state;
};

MPI_Datarep_conversion_function datarep_read, datarep_write;
MPI_Datarep_conversion_function_c datarep_read_c, datarep_write_c;
MPI_Datarep_extent_function datarep_extent;

/* True for MPI_CONVERSION_FN_NULL. */
bool is_no_conversion(procedure *called);

#endif
