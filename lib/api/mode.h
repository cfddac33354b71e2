/* SPDX-License-Identifier: MIT */
/* In which of its forms a collective operation is called, and what that form has in addition. */
#ifndef API_MODE_H
#define API_MODE_H

#include "coll/form.h"
#include "mpi.h"

struct mode {
    enum coll_form form;
    MPI_Info info;
    MPI_Request *request;
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

#endif
