/* SPDX-License-Identifier: MIT */
/* Windows of a few integers, for the ranks of explored jobs. */
enum { COUNTER, LOCK, NEXT, CELLS };

static inline MPI_Win make_window(int **memory)
{
    MPI_Win window;

    MPI_Win_allocate(CELLS * sizeof **memory, sizeof **memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                     memory, &window);
    for (int i = 0; i < CELLS; i++)
        (*memory)[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    return window;
}

static __attribute__((noinline, unused)) int read_atomically(int target, int cell, MPI_Win window)
{
    int value;

    MPI_Fetch_and_op(NULL, &value, MPI_INT, target, cell, MPI_NO_OP, window);
    MPI_Win_flush(target, window);
    return value;
}

static __attribute__((noinline, unused)) void write_atomically(int value, int target, int cell,
                                                               MPI_Win window)
{
    MPI_Accumulate(&value, 1, MPI_INT, target, cell, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(target, window);
}
