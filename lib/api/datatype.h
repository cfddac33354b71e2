/* SPDX-License-Identifier: MIT */
/* What the datatype functions share. None of them has a communicator, so errors go to
 * MPI_COMM_SELF's handler. */
#ifndef API_DATATYPE_H
#define API_DATATYPE_H

#include <string.h>

#include "api/check.h"
#include "api/handle.h"
#include "api/raise.h"

/* Returns which form of a constructor was called, according to its name. */
static inline enum form form_of(const struct call *call)
{
    size_t length = strlen(call->name);

    return strcmp(call->name + length - 2, "_c") == 0 ? FORM_LARGE : FORM_PLAIN;
}

/* Checks the type of a call that may come while MPI is not active. */
static inline int check_type_call(MPI_Datatype handle, const char *name, const struct type **type)
{
    int err = check_active();

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
