/* SPDX-License-Identifier: MIT */
/* Errors of windows name the place where the window was made, or the name that it has, and say what
 * to do. */
/* ranks: 2 */
/* options: -O0 */
/* mpich: no */
/* environment: HEDDLE_RMA=2 */
/* arguments: race */
/* expect-status: 47 */
/* expect-stderr: ^rank 1: MPI_Put: the same bytes .* of rank 0, called in main \(.*:36\), and */
/* expect-stderr: nothing orders the two: call MPI_Win_fence between them on window 3, made in */
/* expect-stderr: on window 3, made in main \(.*:29\) \(MPI_ERR_RMA_CONFLICT\), called .*:39\)$ */
/* variant: asserts; arguments: asserts; expect-status: 50; expect-stderr: , or none on .*:29\) */
/* variant: range; arguments: range; expect-status: 48; expect-stderr: 8 bytes on .*:29\) .*:41\) */
/* variant: name; arguments: range halo; expect-status: 48; expect-stderr: on halo \(.*:41\)$ */
/* variant: goes_on; arguments: goes_on; expect-status: 0; expect-stderr: ^$ */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    long value = 0, *memory;
    int rank, bad, err = MPI_SUCCESS;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bad = strchr("ag", argv[1][0]) != NULL && rank == 0 ? MPI_MODE_NOSUCCEED : 0;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    if (argc > 2)
        MPI_Win_set_name(win, argv[2]);
    if (strcmp(argv[1], "goes_on") == 0)
        MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(bad, win);
    if (rank == 0 && strcmp(argv[1], "race") == 0)
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && strcmp(argv[1], "race") == 0)
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
    if (rank == 1 && strcmp(argv[1], "range") == 0)
        MPI_Put(&value, 1, MPI_LONG, 1, 1, 1, MPI_LONG, win);
    if (rank == 1 && strcmp(argv[1], "goes_on") == 0) /* its fence has begun an epoch */
        err = MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return err;
}
