/* SPDX-License-Identifier: MIT */
/* Far more ranks than processors take thousands of locks of a few targets: each count under an
 * exclusive lock is exact, and readers of one and of all members see no halves. */
/* ranks: 32 97 */
/* expect-stdout: [0-9]+ locks were taken */
#include <mpi.h>
#include <stdio.h>

enum { TURNS = 200, TARGETS = 3 };

static long memory[2];

int main(void)
{
    MPI_Win win;
    long pair[2], written[TARGETS] = {0}, wrong = 0;
    int rank, size, turn, target;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (turn = 0; turn < TURNS; turn++) {
        int way = (turn * 7 + rank) % 5;

        target = (turn + rank) % TARGETS;
        if (way == 0)
            MPI_Win_lock_all(0, win);
        else
            MPI_Win_lock(way < 3 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, 0, win);
        MPI_Get(pair, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
        MPI_Win_flush(target, win);
        wrong += pair[0] != pair[1];
        if (way == 1 || way == 2) {
            pair[0]++;
            MPI_Put(&pair[0], 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
            pair[1]++;
            MPI_Put(&pair[1], 1, MPI_LONG, target, 1, 1, MPI_LONG, win);
            written[target]++;
        }
        if (way == 0)
            MPI_Win_unlock_all(win);
        else
            MPI_Win_unlock(target, win);
    }
    MPI_Allreduce(MPI_IN_PLACE, written, TARGETS, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    wrong += rank < TARGETS && memory[0] != written[rank];
    MPI_Win_free(&win);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && wrong == 0)
        printf("%d locks were taken\n", TURNS * size);
    MPI_Finalize();
    return wrong != 0;
}
