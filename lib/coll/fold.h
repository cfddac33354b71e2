/* SPDX-License-Identifier: MIT */
/* Combining the operands of many members, straight from their buffers, in the order of the seats,
 * so that the result is the same bits at any timing and in any algorithm: from the left,
 * ((a b) c) d, or with HEDDLE_REDUCTION_TREE in a binary tree, (a b) (c d), whose left parts are
 * the largest powers of two. With the tree the bits are also the same for 1, 2, 4, 8, ... members
 * when each has combined its equal share of the same data in the same way. A scan is always from
 * the left.
 *
 * Source of the tree: pairwise summation, as in Higham, The Accuracy of Floating Point Summation
 * (SIAM J. Sci. Comput. 14, 1993). Cost: n - 1 kernels over each block of 8 KB, which stays in the
 * nearest cache; a user's operation is called as often. */
#ifndef COLL_FOLD_H
#define COLL_FOLD_H

#include "coll/coll.h"

/* A part of the elements. */
struct slice {
    MPI_Count first;
    MPI_Count count;
};

/* The part of `count` elements that the i-th of so many workers deals with: whole cache lines, so
 * few elements have few workers. */
struct slice slice_of(MPI_Count count, const struct type *type, int workers, int i);

/* The block of a reduce_scatter's operands that a rank gets. */
struct slice slice_of_rank(const struct coll_call *call, int rank);

/* The elements of the peers' operands combined, to `result`, where the slice's first element goes.
 * The result may be one of the operands itself. False: no memory. */
bool fold_slice(const struct coll *coll, struct slice slice, char *result);

/* The same, and each result so far to the member that it belongs to: for scans. */
bool fold_prefixes(const struct coll *coll, struct slice slice);

/* Memory for values of a type that lie as its elements do; *start is where the first one goes. */
void *fold_take(const struct type *type, MPI_Count count, char **start);

#endif
