/* SPDX-License-Identifier: MIT */
/* Jobs of several threads run side by side, and do not mix.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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
        MPI_Abort(MPI_COMM_WORLD, job);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static void *run_jobs(void *argument)
{
    int thread = *(int *)argument;

    for (int i = 0; i < JOBS; i++) {
        struct heddle_result result;
        int job = 1 + i * THREADS + thread;
        int status = heddle_run(NULL, 1 + job % 4, body, &job, &result);

        if (status != (job % 7 == 3 ? job : 0)) {
            fprintf(stderr, "job %d: %d %s\n", job, status, result.text);
            exit(EXIT_FAILURE);
        }
        heddle_result_free(&result);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];

    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, run_jobs, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return mine == -1 ? 0 : EXIT_FAILURE;
}
