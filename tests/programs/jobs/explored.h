/* SPDX-License-Identifier: MIT */
/* Messages of one integer, for the ranks of explored jobs, and what is said of such jobs. */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "../must.h"

enum { TAG = 3 };

static inline int size_of(void)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static inline void send_int(int value, int dest, int tag)
{
    MPI_Send(&value, 1, MPI_INT, dest, tag, MPI_COMM_WORLD);
}

/* Returns the message's source. */
static inline int receive_int(int *value, int source, int tag)
{
    MPI_Status status;

    MPI_Recv(value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE;
}

/* Runs all schedules of a right program, whose ranks have that level of threads. One more schedule
 * has standard sends that wait. Outcomes of 0 are not counted. */
static inline void has_outcomes_at(int thread_level, const char *name, heddle_function *function,
                                   int ranks, long outcomes)
{
    const struct heddle_options options = {.name = name,
                                           .explore = "all",
                                           .thread_level = thread_level,
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

static inline void has_outcomes(const char *name, heddle_function *function, int ranks,
                                long outcomes)
{
    has_outcomes_at(MPI_THREAD_SINGLE, name, function, ranks, outcomes);
}

/* The exploration finds the fault of a wrong program, and names it with these words. */
static inline void finds_at(int thread_level, const char *explore, const char *name,
                            heddle_function *function, void *argument, int ranks,
                            const char *words)
{
    const struct heddle_options options = {
        .name = name, .explore = explore, .thread_level = thread_level};
    struct heddle_result result;

    must(heddle_run(&options, ranks, function, argument, &result) != 0);
    printf("%s, %s, schedule %ld: %s\n", name, explore, result.schedules, result.text);
    fflush(stdout);
    must(strstr(result.text, words) != NULL && strstr(result.text, "HEDDLE_REPLAY") != NULL);
    heddle_result_free(&result);
}

static inline void finds(const char *explore, const char *name, heddle_function *function,
                         void *argument, int ranks, const char *words)
{
    finds_at(MPI_THREAD_SINGLE, explore, name, function, argument, ranks, words);
}

/* The function has that many outcomes, and fails with these words if it has an argument. */
static inline void tells_apart(const char *name, heddle_function *function, int ranks,
                               long outcomes, const char *words)
{
    int is_wrong = 1;

    has_outcomes(name, function, ranks, outcomes);
    finds("all", name, function, &is_wrong, ranks, words);
}
