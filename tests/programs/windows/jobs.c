/* SPDX-License-Identifier: MIT */
/* Jobs of heddle_run that use windows, every other of which is aborted while ranks wait for a lock:
 * the process goes on, and later jobs find nothing of them.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { JOBS = 30 };

static int use_windows(void *argument)
{
    int rank, size, *mine, one = 1, old;
    MPI_Win win, left;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    *mine = 0;
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && *mine != 2 * size)
        return 3;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &left); /* is not freed */
    MPI_Win_free(&win);
    return argument != NULL;
}

static int abort_inside(void *argument)
{
    int rank, *mine;
    MPI_Win win;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 9);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    return argument != NULL;
}

static void expect(heddle_function *function, int ranks, int status)
{
    const struct heddle_options options = {.leaves_init = 0};
    struct heddle_result result;
    int got = heddle_run(&options, ranks, function, NULL, &result);

    if (got != status) {
        fprintf(stderr, "status %d, expected %d: %s\n", got, status,
                result.text != NULL ? result.text : "no text");
        exit(EXIT_FAILURE);
    }
    heddle_result_free(&result);
}

int main(void)
{
    int i;

    for (i = 0; i < JOBS; i++) {
        expect(use_windows, 1 + i % 5, 0);
        expect(abort_inside, 2 + i % 3, 9);
    }
    return 0;
}
