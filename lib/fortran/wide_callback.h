/* SPDX-License-Identifier: MIT */
/* Procedures with INTEGERs of 8 bytes that C calls. What registers one gives the procedure for 4
 * bytes one of these, which calls it: one that finds it in its extra state, or one that gets it by
 * a thunk (thunk.h), behind four other arguments, where there is no such state. */
#ifndef FORTRAN_WIDE_CALLBACK_H
#define FORTRAN_WIDE_CALLBACK_H

#include "fortran/callback.h"

/* ---- attributes: the extra state is the address of a record -------------------------------- */

void wide_copy_attribute(const int *object, const int *keyval, struct keyval_record **record,
                         MPI_Aint *in, MPI_Aint *out, int *flag, int *ierror);
void wide_delete_attribute(const int *object, const int *keyval, MPI_Aint *value,
                           struct keyval_record **record, int *ierror);

/* The procedure for 4 bytes of a predefined function, or NULL. */
procedure *wide_predefined(procedure *called);

/* ---- data representations: likewise -------------------------------------------------------- */

void wide_read(void *user, const int *type, const int *count, void *file, MPI_Offset *position,
               struct datarep_record **record, int *ierror);
void wide_write(void *user, const int *type, const int *count, void *file, MPI_Offset *position,
                struct datarep_record **record, int *ierror);
void wide_read_c(void *user, const int *type, const MPI_Count *count, void *file,
                 MPI_Offset *position, struct datarep_record **record, int *ierror);
void wide_write_c(void *user, const int *type, const MPI_Count *count, void *file,
                  MPI_Offset *position, struct datarep_record **record, int *ierror);
void wide_extent(const int *type, MPI_Aint *extent, struct datarep_record **record, int *ierror);

/* ---- by thunks ----------------------------------------------------------------------------- */

void wide_handle(const int *object, int *code, void *third, void *fourth, procedure *called);
void wide_reduce(void *in, void *inout, const int *len, const int *type, procedure *called);
void wide_reduce_c(void *in, void *inout, MPI_Count *len, const int *type, procedure *called);
void wide_query(MPI_Aint *extra_state, int status[], int *ierror, void *fourth, procedure *called);
void wide_free(MPI_Aint *extra_state, int *ierror, void *third, void *fourth, procedure *called);
void wide_cancel(MPI_Aint *extra_state, const int *complete, int *ierror, void *fourth,
                 procedure *called);

#endif
