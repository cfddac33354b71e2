/* SPDX-License-Identifier: MIT */
/* Jobs of one process open libraries: what a job's ranks have in them begins anew in each job, also
 * in the first after the library came.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * plugin: ../globals/opened/closed_and_reopened_part.c
 * plugin: ../globals/opened/many_large.c
 * variant: thread; flags: -fsanitize=thread; sanitizer: no */
#include <dlfcn.h>
#include <mpi.h>

#include "side_by_side.h"

enum { THREADS = 3, JOBS = 12 };

static int mine;

static int count_once(void)
{
    void *library = dlopen("./closed_and_reopened_part.so", RTLD_NOW);
    int (*count)(void);
    int found;

    if (library == NULL)
        return -1;
    *(void **)&count = dlsym(library, "count");
    found = count();
    dlclose(library);
    return found;
}

static int body(void *argument)
{
    int job = *(int *)argument;
    int (*step)(int);
    void *library;

    if (++mine != 1 || count_once() != 1 || count_once() != 2)
        return 1;
    MPI_Barrier(MPI_COMM_WORLD);
    if (job < THREADS * JOBS / 2)
        return 0;
    library = dlopen("./many_large.so", RTLD_NOW);
    if (library == NULL)
        return 2;
    *(void **)&step = dlsym(library, "large_step");
    return step(job) == job && step(1) == job + 1 && count_once() == 3 ? 0 : 3;
}

static int status_of(int job)
{
    (void)job;
    return 0;
}

int main(void)
{
    run_beside(&(struct beside){body, status_of, THREADS, JOBS});
    return mine;
}
