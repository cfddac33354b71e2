/* SPDX-License-Identifier: MIT */
/* Ten thousand jobs, one after another: each finds its globals fresh, and nothing is left of it, no
 * memory, no threads, no context ids. Every hundredth is aborted.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * seconds: 200
 * sanitizer: yes */
#include <dirent.h>
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { JOBS = 10000, JOBS_BEFORE = 1000 };

static int used, others[1000] = {[999] = 4};
static int *pointer = &others[999];

static int body(void *argument)
{
    int job = *(int *)argument, rank, size, sum, got = -1;
    MPI_Comm comm;

    if (used++ != 0 || *pointer != 4)
        return 1;
    *pointer = job;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Sendrecv(&job, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    if (job % 100 == 99 && rank == job / 100 % size)
        MPI_Abort(comm, 5);
    MPI_Comm_free(&comm);
    return sum == size * (size - 1) / 2 && got == job ? 0 : 2;
}

static long resident_kb(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long all, resident;

    if (file == NULL || fscanf(file, "%ld %ld", &all, &resident) != 2)
        exit(EXIT_FAILURE);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static int count_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    int count = 0;

    while (folder != NULL && readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

int main(void)
{
    int threads = 0, job;
    long kb = 0;

    for (job = 0; job < JOBS; job++) {
        struct heddle_result result;
        int status = heddle_run(NULL, 1 + job % 3, body, &job, &result);

        if (status != (job % 100 == 99 ? 5 : 0)) {
            fprintf(stderr, "job %d: %d %s\n", job, status, result.text);
            return 1;
        }
        heddle_result_free(&result);
        if (job == JOBS_BEFORE) {
            kb = resident_kb();
            threads = count_threads();
        }
    }
    if (count_threads() != threads || used != 0 || *pointer != 4)
        return 2;
#ifndef __SANITIZE_ADDRESS__ /* it keeps what has been freed for a while */
    if (resident_kb() > kb + kb / 4 + 4096) {
        fprintf(stderr, "%ld KB, at the start %ld KB\n", resident_kb(), kb);
        return 3;
    }
#endif
    return 0;
}
