/* SPDX-License-Identifier: MIT */
/* Jobs of several threads that run side by side, of 1 to 4 ranks. */
#include <heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { BESIDE_MAX = 6 };

struct beside {
    heddle_function *body;      /* gets its job's number, from 1, as an int */
    int (*status_of)(int job);  /* what its job must end with */
    int threads;
    int jobs;                   /* of each thread */
};

struct beside_thread {
    const struct beside *beside;
    int number;
};

static void *run_jobs(void *argument)
{
    const struct beside_thread *thread = argument;
    const struct beside *beside = thread->beside;

    for (int i = 0; i < beside->jobs; i++) {
        struct heddle_result result;
        int job = 1 + i * beside->threads + thread->number;
        int status = heddle_run(NULL, 1 + job % 4, beside->body, &job, &result);

        if (status != beside->status_of(job)) {
            fprintf(stderr, "job %d: %d %s\n", job, status, result.text);
            exit(EXIT_FAILURE);
        }
        heddle_result_free(&result);
    }
    return NULL;
}

static void run_beside(const struct beside *beside)
{
    pthread_t threads[BESIDE_MAX];
    struct beside_thread arguments[BESIDE_MAX];

    for (int i = 0; i < beside->threads; i++) {
        arguments[i] = (struct beside_thread){beside, i};
        pthread_create(&threads[i], NULL, run_jobs, &arguments[i]);
    }
    for (int i = 0; i < beside->threads; i++)
        pthread_join(threads[i], NULL);
}
