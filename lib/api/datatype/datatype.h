/* SPDX-License-Identifier: MIT */
/* Helpers that the datatype functions share. None of them has a communicator, so errors go to
 * MPI_COMM_SELF's handler. */
#ifndef API_DATATYPE_H
#define API_DATATYPE_H

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"

/* Returns the form of the constructor that was called. */
static inline enum form form_of(const struct call *call)
{
    return call->is_large ? FORM_LARGE : FORM_PLAIN;
}

/* Checks the type of a call that may come while MPI is not active. */
static inline int check_type_call(MPI_Datatype handle, const char *name, const struct type **type)
{
    int err = MPI_SUCCESS;

    if (unlikely(!rank_is_active()))
        err = name == NULL ? UNUSUAL : check_active();
    return err == MPI_SUCCESS ? check_type(handle, name, type) : err;
}

/* Ends a constructor: stores the handle, or raises the error. */
static inline int give_type(const struct call *call, int err, struct type *created,
                            MPI_Datatype *newtype)
{
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *newtype = handle_of_type(created);
    return MPI_SUCCESS;
}

#endif
