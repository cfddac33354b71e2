/* SPDX-License-Identifier: MIT */
/* The first MPI_Win_lock_all of a window meets members that hold exclusive locks, which until then
 * need nothing but the lock of their target: readers of all members see no halves, and each count
 * under an exclusive lock is exact. Each window has one such moment, so there are many windows. */
/* ranks: 2 3 16 */
/* expect-stdout: [0-9]+ windows were locked by all */
#include <mpi.h>
#include <stdio.h>

enum { WINDOWS = 120, TURNS = 6 };

static long written;

static long add(MPI_Win win, int target)
{
    long pair[2], wrong;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Get(pair, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
    MPI_Win_flush(target, win);
    wrong = pair[0] != pair[1];
    for (int half = 0; half < 2; half++) {
        pair[half]++;
        MPI_Put(&pair[half], 1, MPI_LONG, target, half, 1, MPI_LONG, win);
        MPI_Win_flush(target, win);
    }
    MPI_Win_unlock(target, win);
    written++;
    return wrong;
}

static long look(MPI_Win win, int size)
{
    long pair[2], wrong = 0;

    MPI_Win_lock_all(0, win);
    for (int target = 0; target < size; target++) {
        MPI_Get(pair, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
        MPI_Win_flush(target, win);
        wrong += pair[0] != pair[1];
    }
    MPI_Win_unlock_all(win);
    return wrong;
}

/* Each member comes to MPI_Win_lock_all after another number of exclusive locks, or never. */
static long use(MPI_Win win, int number, int rank, int size)
{
    const int first = (number + 3 * rank) % (TURNS + 2);
    long wrong = 0;

    for (int turn = 0; turn < TURNS; turn++)
        wrong += turn < first ? add(win, (turn + rank) % size) : look(win, size);
    return wrong;
}

int main(void)
{
    long wrong = 0, counts[2] = {0}, *memory;
    int rank, size;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < WINDOWS; i++) {
        MPI_Win_allocate(2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                         &win);
        memory[0] = memory[1] = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        wrong += use(win, i, rank, size);
        MPI_Barrier(MPI_COMM_WORLD);
        counts[0] += memory[0];
        wrong += memory[0] != memory[1];
        MPI_Win_free(&win);
    }
    counts[1] = written;
    MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    wrong += counts[0] != counts[1];
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && wrong == 0)
        printf("%d windows were locked by all\n", WINDOWS);
    MPI_Finalize();
    return wrong != 0;
}
