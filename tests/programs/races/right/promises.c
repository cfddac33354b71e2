/* SPDX-License-Identifier: MIT */
/* Accumulates that keep what the hint accumulate_ops promises, or whose user has promised nothing,
 * and fences whose asserts go together. */
#include "../operations.h"

PROMISED(nothing_sum_max, NULL, fence, ADD(3, 1), MAX(3))
PROMISED(same_op_sum_sum, "same_op", fence, ADD(3, 1), FETCH_ADD(3, 1))
PROMISED(same_op_elsewhere, "same_op", all, ADD(3, 1), MAX(4))
PROMISED(same_op_flushed, "same_op", all, (ADD(3, 1), FLUSH), MAX(3))
PROMISED(same_op_and_swap, "same_op", all, ADD(3, 1), SWAP(3))
PROMISED(same_op_or_no_op, "same_op_no_op", all, ADD(3, 1), READ(3))

static void all_do_not_precede(int rank, int size)
{
    int i;

    (void)size;
    make();
    for (i = 0; i < 3; i++) {
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        if (rank == 0)
            PUT(3, 1);
        MPI_Win_fence(MPI_MODE_NOSUCCEED | (rank == 1 ? MPI_MODE_NOSTORE : 0), win);
    }
    unmake();
}

PROGRAMS(PROGRAM(nothing_sum_max),
         PROGRAM(same_op_sum_sum),
         PROGRAM(same_op_elsewhere),
         PROGRAM(same_op_flushed),
         PROGRAM(same_op_and_swap),
         PROGRAM(same_op_or_no_op),
         PROGRAM(all_do_not_precede))
