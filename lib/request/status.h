/* SPDX-License-Identifier: MIT */
/* The hidden fields of an MPI_Status: MPI_internal[0] and [1] are the message's
 * bytes, [2] whether the operation was cancelled. */
#ifndef REQUEST_STATUS_H
#define REQUEST_STATUS_H

#include <stdbool.h>
#include <string.h>

#include "mpi_types.h"

static inline void status_set_bytes(MPI_Status *status, MPI_Count bytes)
{
    memcpy(status->MPI_internal, &bytes, sizeof bytes);
}

static inline MPI_Count status_bytes(const MPI_Status *status)
{
    MPI_Count bytes;

    memcpy(&bytes, status->MPI_internal, sizeof bytes);
    return bytes;
}

static inline void status_set_cancelled(MPI_Status *status, bool is_cancelled)
{
    status->MPI_internal[2] = is_cancelled;
}

static inline bool status_is_cancelled(const MPI_Status *status)
{
    return status->MPI_internal[2] != 0;
}

/* All but MPI_ERROR, which belongs to the calls that complete several requests. */
static inline void status_fill(MPI_Status *status, int source, int tag, MPI_Count bytes)
{
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status_set_bytes(status, bytes);
    status_set_cancelled(status, false);
}

#endif
