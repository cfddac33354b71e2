/* SPDX-License-Identifier: MIT */
/* Jobs of several threads run side by side, and do not mix.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <mpi.h>

#include "side_by_side.h"

enum { THREADS = 6, JOBS = 60 };

static int mine = -1;

static int body(void *argument)
{
    int job = *(int *)argument, sum, size, rank, got;

    mine = job;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 20; i++) {
        MPI_Allreduce(&job, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Sendrecv(&mine, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (sum != size * job || got != job || mine != job)
            return 1;
    }
    if (job % 7 == 3 && rank == size - 1)
        MPI_Abort(MPI_COMM_WORLD, 1 + job % 200);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static int status_of(int job)
{
    return job % 7 == 3 ? 1 + job % 200 : 0;
}

int main(void)
{
    run_beside(&(struct beside){body, status_of, THREADS, JOBS});
    return mine == -1 ? 0 : EXIT_FAILURE;
}
