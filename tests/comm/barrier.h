/* SPDX-License-Identifier: MIT */
/* A barrier on a communicator without a handle. */
#ifndef TESTS_COMM_BARRIER_H
#define TESTS_COMM_BARRIER_H

#include "coll/coll.h"
#include "comm/comm.h"
#include "heddle/criterion.h"

static inline void barrier(struct comm *comm)
{
    const struct coll_call call = {.kind = COLL_BARRIER, .comm = comm};

    cr_assert_eq(coll_run(comm->self, &call), MPI_SUCCESS);
}

#endif
