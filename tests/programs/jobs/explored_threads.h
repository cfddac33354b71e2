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
    has_outcomes_at(MPI_THREAD_MULTIPLE, name, function, ranks, outcomes);
}

/* A wrong program: it is found by all, by a number and by chance. */
static inline void fails(const char *name, heddle_function *function, int ranks, const char *words)
{
    static const char *const ways[] = {"all", "400", "random:1:400"};
    int is_wrong = 1;
    size_t i;

    for (i = 0; i < sizeof ways / sizeof ways[0]; i++)
        finds_at(MPI_THREAD_MULTIPLE, ways[i], name, function, &is_wrong, ranks, words);
}
