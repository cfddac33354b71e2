/* SPDX-License-Identifier: MIT */
/* Jobs of one process open libraries: what a job's ranks have in them begins anew in each job, also
 * in the first after the library came.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * plugin: globals_reopened_part.c
 * plugin: globals_opened_many_large.c */
#include <dlfcn.h>
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, JOBS = 12 };

static int mine;

static int count_once(void)
{
    void *library = dlopen("./globals_reopened_part.so", RTLD_NOW);
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
    library = dlopen("./globals_opened_many_large.so", RTLD_NOW);
    if (library == NULL)
        return 2;
    *(void **)&step = dlsym(library, "large_step");
    return step(job) == job && step(1) == job + 1 && count_once() == 3 ? 0 : 3;
}

static void *run_jobs(void *argument)
{
    int thread = *(int *)argument;

    for (int i = 0; i < JOBS; i++) {
        struct heddle_result result;
        int job = 1 + i * THREADS + thread;
        int status = heddle_run(NULL, 1 + job % 4, body, &job, &result);

        if (status != 0) {
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
    return mine;
}
