/* SPDX-License-Identifier: MIT */
/* Ten thousand jobs, one after another: each finds its globals and its communicators fresh, and
 * nothing is left of it: no memory, no mappings, no files, no threads. Every hundredth ends before
 * its time, by MPI_Abort or abort, in a deadlock, at its timeout, or leaves things behind.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: yes */
#include <dirent.h>
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../memory.h"

enum { JOBS = 10000, JOBS_BEFORE = 1000 };

enum ending { WELL, ABORTED, FAILING, DEADLOCKED, TIMED_OUT, LEAKING };
static const int statuses[] = {
    [ABORTED] = 5, [FAILING] = 134, [DEADLOCKED] = 65, [TIMED_OUT] = 124, [LEAKING] = 1};

static int used, others[1000] = {[999] = 4};
static int *pointer = &others[999];

/* Most are aborted: the others take long to be described. */
static enum ending ending_of(int job)
{
    if (job % 100 != 99)
        return WELL;
    switch (job % 1000 / 100) {
    case 0:
        return DEADLOCKED;
    case 1:
        return TIMED_OUT;
    case 2:
        return LEAKING;
    case 3:
        return FAILING;
    default:
        return ABORTED;
    }
}

static void end_badly(enum ending ending, MPI_Comm comm)
{
    MPI_Request request;
    MPI_Datatype type;
    int flag;

    if (ending == ABORTED)
        MPI_Abort(comm, statuses[ABORTED]);
    if (ending == FAILING)
        abort();
    if (ending == DEADLOCKED)
        MPI_Recv(NULL, 0, MPI_INT, 0, 99, comm, MPI_STATUS_IGNORE);
    while (ending == TIMED_OUT)
        MPI_Iprobe(0, 99, comm, &flag, MPI_STATUS_IGNORE);
    MPI_Isend(NULL, 0, MPI_INT, 0, 98, comm, &request);
    MPI_Type_dup(MPI_INT, &type);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
}

/* Keys are numbers: the one that a job makes first must not find what another job has set. */
static int has_attribute_of_another_job(void)
{
    int key, has_value;
    void *value;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &has_value);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &used);
    MPI_Comm_free_keyval(&key);
    return has_value;
}

static int body(void *argument)
{
    int job = *(int *)argument, rank, size, sum, got = -1;
    MPI_Comm comm;

    if (used++ != 0 || *pointer != 4 || has_attribute_of_another_job())
        return 2;
    *pointer = job;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Sendrecv(&job, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    if (ending_of(job) != WELL && rank == job / 100 % size)
        end_badly(ending_of(job), comm);
    MPI_Comm_free(&comm);
    return sum == size * (size - 1) / 2 && got == job ? 0 : 3;
}

static int count_entries(const char *name)
{
    DIR *folder = opendir(name);
    int count = 0;

    while (folder != NULL && readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static int count_mappings(void)
{
    FILE *file = fopen("/proc/self/maps", "r");
    int count = 0, byte;

    while (file != NULL && (byte = fgetc(file)) != EOF)
        count += byte == '\n';
    fclose(file);
    return count;
}

static struct use {
    int threads, files, mappings;
    long kb;
} look(void)
{
    return (struct use){count_entries("/proc/self/task"), count_entries("/proc/self/fd"),
                        count_mappings(), resident_kb()};
}

/* libc keeps the stacks of threads that have ended, two mappings each. On a busy machine a thread
 * may end when those of the next job have begun, and more stacks are kept. What every hundredth job
 * leaves would be 90 mappings. */
enum { MAPPINGS_OF_STACKS = 48 };

static int compare(const struct use *early, const struct use *late)
{
    if (late->threads == early->threads && late->files == early->files
#ifndef __SANITIZE_ADDRESS__ /* it keeps what was freed for a while */
        && late->kb <= early->kb + early->kb / 4 + 4096
#ifndef __SANITIZE_THREAD__ /* it maps what it needs itself */
        && late->mappings <= early->mappings + MAPPINGS_OF_STACKS
#endif
#endif
    )
        return 0;
    fprintf(stderr,
            "%d threads, %d files, %d mappings, %ld KB after %d jobs, at last %d, %d, %d, %ld KB\n",
            early->threads, early->files, early->mappings, early->kb, JOBS_BEFORE, late->threads,
            late->files, late->mappings, late->kb);
    return 1;
}

static int run(int job)
{
    enum ending ending = ending_of(job);
    const struct heddle_options options = {.timeout = ending == TIMED_OUT ? 0.05 : 0,
                                           .forbids_leaks = 1};
    struct heddle_result result;
    int status = heddle_run(&options, 1 + job % 3, body, &job, &result);

    if (status != statuses[ending])
        fprintf(stderr, "job %d: %d %s\n", job, status, result.text);
    heddle_result_free(&result);
    return status == statuses[ending];
}

int main(void)
{
    struct use early = {0}, late;
    int job;

    for (job = 0; job < JOBS; job++) {
        if (!run(job))
            return 1;
        if (job == JOBS_BEFORE)
            early = look();
    }
    late = look();
    if (used != 0 || *pointer != 4)
        return 2;
    return compare(&early, &late);
}
