/* SPDX-License-Identifier: MIT */
/* In which of its forms a collective operation, or an access to a file, is called, and what that
 * form has in addition. */
#ifndef API_MODE_H
#define API_MODE_H

#include <stdbool.h>
#include <stddef.h>

#include "coll/args.h"
#include "io/pointer.h"
#include "mpi_types.h"

struct mode {
    enum coll_form form;
    MPI_Info info;
    MPI_Request *request;

    /* Only for an access to a file. */
    enum file_pointer pointer;
    bool is_collective;
    bool is_split;
    MPI_Status *status;
};

static inline struct mode mode_blocking(void)
{
    return (struct mode){.form = COLL_BLOCKING};
}

static inline struct mode mode_nonblocking(MPI_Request *request)
{
    return (struct mode){.form = COLL_NONBLOCKING, .request = request};
}

static inline struct mode mode_persistent(MPI_Info info, MPI_Request *request)
{
    return (struct mode){.form = COLL_PERSISTENT, .info = info, .request = request};
}

/* Accesses to files: by one rank or by all, blocking or not; a split one has neither a status nor a
 * request. */
static inline struct mode mode_file(enum file_pointer pointer, MPI_Status *status)
{
    return (struct mode){.form = COLL_BLOCKING, .pointer = pointer, .status = status};
}

static inline struct mode mode_file_all(enum file_pointer pointer, MPI_Status *status)
{
    struct mode mode = mode_file(pointer, status);

    mode.is_collective = true;
    return mode;
}

static inline struct mode mode_file_begin(enum file_pointer pointer)
{
    struct mode mode = mode_file_all(pointer, NULL);

    mode.is_split = true;
    return mode;
}

static inline struct mode mode_file_start(enum file_pointer pointer, MPI_Request *request)
{
    return (struct mode){.form = COLL_NONBLOCKING, .pointer = pointer, .request = request};
}

static inline struct mode mode_file_start_all(enum file_pointer pointer, MPI_Request *request)
{
    struct mode mode = mode_file_start(pointer, request);

    mode.is_collective = true;
    return mode;
}

#endif
