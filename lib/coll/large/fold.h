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
#ifndef COLL_LARGE_FOLD_H
#define COLL_LARGE_FOLD_H

#include "coll/op.h"

/* A part of the elements. */
struct slice {
    MPI_Count first;
    MPI_Count count;
};

/* The part of `count` elements that the i-th of that many workers deals with: whole cache lines, so
 * few elements have few workers. */
struct slice slice_of(MPI_Count count, const struct type *type, int workers, int i);

/* The block of a reduce_scatter's operands that a rank gets. */
static inline struct slice slice_of_rank(const struct coll_args *args, int rank)
{
    struct slice slice = {.first = args->recv.count * rank, .count = args->recv.count};
    int i;

    if (likely(args->recv_blocks == NULL))
        return slice;
    slice.count = view_at(args->recv_blocks->counts, (size_t)rank);
    for (slice.first = 0, i = 0; i < rank; i++)
        slice.first += view_at(args->recv_blocks->counts, (size_t)i);
    return slice;
}

/* The operands of the members on `peers` seats from `first` on: on their cells, or in
 * their buffers when these show calls, or when `op` has not shown its own. They are combined with
 * the operation and as elements of the type of the member that does it. Others' types may lie in
 * another way, and between groups be of another size. */
struct fold {
    const struct coll_op *member;
    const struct op *op;
    const struct type *type;
    int first;
    int peers;
};

/* All elements of a member's operand. */
ALWAYS_INLINE struct slice slice_of_all(const struct coll_op *op)
{
    return (struct slice){.count = op->args->send.count};
}

/* The fold of the operands of all peers of `op`. `by` does it: `op` itself, or the operation of the
 * member that does its share. */
struct fold fold_of(const struct coll_op *op, const struct coll_op *by);

/* Where a result goes: into the data, behind that many elements of the fold's type. */
struct target {
    struct data data;
    MPI_Count first;
};

/* Combines the slice of all operands in rank order and writes it to the target, which may be one of
 * the operands. Elements that lie far apart need memory; without it the operation fails. */
void fold_slice(struct fold fold, struct slice slice, struct target target);

/* Combines like fold_slice, and copies each partial result to the member that it belongs to: for
 * scans. */
void fold_prefixes(struct fold fold, struct slice slice);

/* There is no memory to combine in: the operation fails. */
void fold_report_no_memory(const struct fold *fold);

/* Memory for values of a type that lie as its elements do; *start is where the first one goes. */
void *fold_take(const struct type *type, MPI_Count count, char **start);

#endif
