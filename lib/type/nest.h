/* SPDX-License-Identifier: MIT */
/* A loop nest: up to three loops around runs of one of the usual lengths, with compiled code for
 * that length. It is made when a type is committed, so that packing one element is one call. A type
 * whose elements exceed the caches gets a loop nest only if the order of its data suits them;
 * walk.h copies the others faster. */
#ifndef TYPE_NEST_H
#define TYPE_NEST_H

#include "mpi_types.h"

struct type;

struct nest_loop {
    MPI_Count count;
    MPI_Count stride;
};

struct nest;
typedef void nest_pack(const struct nest *nest, const char *near, char *far);
typedef void nest_unpack(const struct nest *nest, char *near, const char *far);

struct nest {
    nest_pack *pack; /* packs a whole element into contiguous bytes */
    nest_unpack *unpack;
    MPI_Count offset; /* from `near` to the first run */
    MPI_Count bytes;  /* in a run */
    struct nest_loop outer, middle, inner;
};

/* Makes the loop nest of a type that is not dense; free it with memory_give. Returns NULL if the
 * layout has no such form or there is no memory. */
struct nest *nest_create(const struct type *type);

#endif
