/* SPDX-License-Identifier: MIT */
/* Windows that are not freed before MPI_Finalize are reported, also those of one rank, and the
 * epochs that are open. */
/* ranks: 2 */
/* options: -O0 */
/* environment: HEDDLE_LEAKS=2 ASAN_OPTIONS=detect_leaks=0 */
/* expect-stderr: ^  2 windows "halo", made .*\(.*:22\), by all 2 ranks: call MPI_Win_free */
/* expect-stderr: ^  1 window, made .*\(.*:37\), by rank 1: call MPI_Win_free */
/* expect-stderr: ^  2 windows, made .*\(.*:38\), by all 2 ranks: call MPI_Win_free */
/* expect-stderr: ^rank 0: MPI_Finalize: halo .* MPI_Win_lock .*_finalize.c:42\) \[mpi-window */
/* expect-stderr: ^rank 1: MPI_Finalize: window .* MPI_Win_lock_all .*_finalize.c:39\) \[ */
#include <mpi.h>
#include <stddef.h>

/* The lines are counted above. */

static int memory[4];

static MPI_Win make(void)
{
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_set_name(win, "halo");
    return win;
}

int main(void)
{
    MPI_Win freed, halo, own, other;
    int rank, *mine;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    halo = make();
    if (rank == 1)
        MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &mine, &own);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, other);
    MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &freed);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, halo);
    MPI_Win_free(&freed);
    MPI_Finalize();
    return 0;
}
