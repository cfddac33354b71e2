/* SPDX-License-Identifier: MIT */
/* Bytes at regular strides: up to three loops around runs of one of the usual lengths, with the
 * code for that length. Made at commit, so that packing such an element is a call. Where the caches
 * do not hold it all, only if the order of the data is a good one: else there are better ways
 * (walk.h). */
#ifndef TYPE_NEST_H
#define TYPE_NEST_H

#include "mpi.h"

struct type;

struct nest_loop {
    MPI_Count count;
    MPI_Count stride;
};

struct nest;
typedef void nest_pack(const struct nest *nest, const char *near, char *far);
typedef void nest_unpack(const struct nest *nest, char *near, const char *far);

struct nest {
    nest_pack *pack; /* all of it, to contiguous bytes */
    nest_unpack *unpack;
    MPI_Count offset; /* from `near` to the first run */
    MPI_Count bytes;  /* in a run */
    struct nest_loop outer, middle, inner;
};

/* Of a type that is not dense; for memory_give. NULL: its layout is something else, or there is no
 * memory. */
struct nest *nest_create(const struct type *type);

#endif
