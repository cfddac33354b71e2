/* SPDX-License-Identifier: MIT */
/* An abort ends the waits of ranks for a lock, for a post and for a fence. */
/* ranks: 5 9 */
/* expect-status: 7 */
/* expect-stderr: rank 0: MPI_Abort\(MPI_COMM_WORLD, 7\) */
#include <mpi.h>
#include <time.h>

static int memory[4];

static MPI_Win make(void)
{
    MPI_Win win;

    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

int main(void)
{
    MPI_Win locked, posted, fenced;
    MPI_Group all, first;
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    locked = make();
    posted = make();
    fenced = make();
    MPI_Win_get_group(posted, &all);
    MPI_Group_incl(all, 1, &(int){0}, &first);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, locked);
    MPI_Barrier(MPI_COMM_WORLD);
    switch (rank % 4) {
    case 1:
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, locked);
        break;
    case 2:
        MPI_Win_start(first, 0, posted);
        break;
    case 3:
        MPI_Win_fence(0, fenced);
        break;
    default:
        if (rank > 0)
            MPI_Win_lock_all(0, locked);
    }
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    MPI_Abort(MPI_COMM_WORLD, 7);
    return 0;
}
