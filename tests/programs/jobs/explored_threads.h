/* SPDX-License-Identifier: MIT */
/* Ranks with threads, in explored jobs. */
#include <pthread.h>
#include <stdint.h>

#include "explored.h"

enum { THREADS_MAX = 4 };

/* Runs that many threads of the rank, each with its number, to their ends. */
static inline void run_threads(int threads, void *(*body)(void *number))
{
    pthread_t all[THREADS_MAX];
    int i;

    for (i = 0; i < threads; i++)
        must(pthread_create(&all[i], NULL, body, (void *)(intptr_t)i) == 0);
    for (i = 0; i < threads; i++)
        must(pthread_join(all[i], NULL) == 0);
}

static inline int number_of(void *number)
{
    return (int)(intptr_t)number;
}

static inline void runs(const char *name, heddle_function *function, int ranks, long outcomes)
{
    const struct heddle_options options = {.name = name,
                                           .explore = "all",
                                           .thread_level = MPI_THREAD_MULTIPLE,
                                           .forbids_leaks = 1};
    struct heddle_result result;
    int status = heddle_run(&options, ranks, function, NULL, &result);

    printf("%s, %d ranks: %ld schedules %s\n", name, ranks, result.schedules,
           result.text != NULL ? result.text : "");
    fflush(stdout);
    must(status == 0 && result.has_all_schedules);
    must(outcomes == 0 || result.schedules == outcomes + 1);
    heddle_result_free(&result);
}

/* A wrong program: it is found by all, by a number and by chance, and its replay fails again. */
static inline void fails(const char *name, heddle_function *function, int ranks, const char *words)
{
    static const char *const ways[] = {"all", "400", "random:1:400"};
    size_t i;

    for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const struct heddle_options options = {
            .name = name, .explore = ways[i], .thread_level = MPI_THREAD_MULTIPLE};
        int wrong = 1;
        struct heddle_result result;

        must(heddle_run(&options, ranks, function, &wrong, &result) != 0);
        printf("%s, %s, schedule %ld: %s\n", name, ways[i], result.schedules, result.text);
        fflush(stdout);
        must(strstr(result.text, words) != NULL && strstr(result.text, "HEDDLE_REPLAY") != NULL);
        heddle_result_free(&result);
    }
}
