/* SPDX-License-Identifier: MIT */
/* The collective operations, as the functions of the API call them. */
#ifndef COLL_ENTRIES_H
#define COLL_ENTRIES_H

#include "coll/args.h"

struct request;

/* Carries a call out; of one that is not blocking, makes the request: 0 or a class with its
 * note. */
typedef int coll_entry(const struct coll_args *args, struct request **request);

coll_entry coll_barrier;
coll_entry coll_bcast;
coll_entry coll_gather;
coll_entry coll_scatter;
coll_entry coll_allgather;
coll_entry coll_alltoall;
coll_entry coll_reduce;
coll_entry coll_allreduce;
coll_entry coll_reduce_scatter;
coll_entry coll_scan;
coll_entry coll_exscan;
coll_entry coll_neighbor_allgather;
coll_entry coll_neighbor_alltoall;

#endif
