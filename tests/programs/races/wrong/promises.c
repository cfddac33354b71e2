/* SPDX-License-Identifier: MIT */
/* Accumulates that break what the hint accumulate_ops promises, and fences whose asserts do not go
 * together. */
#include "../operations.h"

PROMISED(same_op_sum_max, "same_op", fence, ADD(3, 1), MAX(3))
PROMISED(same_op_sum_no_op, "same_op", all, ADD(3, 1), READ(3))
PROMISED(same_op_or_no_op_sum_max, "same_op_no_op", all, ADD(3, 1), MAX(3))

static void some_do_not_precede(int rank, int size)
{
    (void)size;
    make();
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Win_fence(0, win);
    else
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    unmake();
}

static void some_do_not_succeed(int rank, int size)
{
    (void)size;
    make();
    MPI_Win_fence(0, win);
    if (rank == TARGET)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    else
        MPI_Win_fence(0, win);
    unmake();
}

PROGRAMS(PROGRAM(same_op_sum_max),
         PROGRAM(same_op_sum_no_op),
         PROGRAM(same_op_or_no_op_sum_max),
         PROGRAM(some_do_not_precede),
         PROGRAM(some_do_not_succeed))
