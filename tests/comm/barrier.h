/* SPDX-License-Identifier: MIT */
/* A barrier on a communicator without a handle. */
#ifndef TESTS_COMM_BARRIER_H
#define TESTS_COMM_BARRIER_H

#include "coll/args.h"
#include "comm/comm.h"
#include "heddle/criterion.h"

static inline void barrier(struct comm *comm)
{
    const struct call call = {.name = "MPI_Barrier"};
    const struct coll_args args = {.kind = COLL_BARRIER, .call = &call, .comm = comm};

    cr_assert_eq(coll_barrier(&args, NULL), MPI_SUCCESS);
}

#endif
