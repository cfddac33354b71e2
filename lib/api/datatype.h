/* SPDX-License-Identifier: MIT */
/* What the functions of datatypes have in common. None of them has a communicator, so errors go to
 * MPI_COMM_SELF's handler. */
#ifndef API_DATATYPE_H
#define API_DATATYPE_H

#include <string.h>

#include "api/check.h"
#include "api/handle.h"
#include "api/raise.h"

/* Which form of a constructor was called, by its name. */
static inline enum form form_of(const struct call *call)
{
    size_t length = strlen(call->name);

    return strcmp(call->name + length - 2, "_c") == 0 ? FORM_LARGE : FORM_PLAIN;
}

/* The type of a call that may come at a time when MPI is not active. */
static inline int check_type_call(MPI_Datatype handle, const char *name, const struct type **type)
{
    int err = check_active();

    return err == MPI_SUCCESS ? check_type(handle, name, type) : err;
}

/* The end of a constructor. */
static inline int give_type(const struct call *call, int err, struct type *created,
                            MPI_Datatype *newtype)
{
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *newtype = handle_of_type(created);
    return MPI_SUCCESS;
}

#endif
