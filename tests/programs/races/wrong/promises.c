/* SPDX-License-Identifier: MIT */
/* Accumulates that break what the hint accumulate_ops promises, and fences whose asserts do not go
 * together. */
#include "../operations.h"

#define MAX(at) \
    MPI_Accumulate(from, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG, MPI_MAX, win)

static void promise(const char *value)
{
    MPI_Info hints;

    make();
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "accumulate_ops", value);
    MPI_Win_set_info(win, hints);
    MPI_Info_free(&hints);
}

/* Ranks 0 and 1 combine, one after the other, and nothing completes the first. */
#define PROMISED(name, value, epoch, first, second)     \
    static void name(int rank, int size)                \
    {                                                   \
        (void)size;                                     \
        promise(value);                                 \
        BEGIN_##epoch(rank);                            \
        if (rank == 0)                                  \
            (void)(first);                              \
        MPI_Barrier(MPI_COMM_WORLD);                    \
        if (rank == 1)                                  \
            (void)(second);                             \
        MPI_Barrier(MPI_COMM_WORLD);                    \
        END_##epoch(rank);                              \
        unmake();                                       \
    }

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
