/* SPDX-License-Identifier: MIT */
/* As much of heddle/criterion.h as our tests use, where the header beside stands in for
 * Criterion. */
#ifndef PLAIN_HEDDLE_CRITERION_H
#define PLAIN_HEDDLE_CRITERION_H

#include <heddle.h>

/* A failed assertion of a rank ends its job, and so the test. */
#define PLAIN_LEAVE(file, line)                                \
    (heddle_rank() >= 0 ? heddle_fail(file, line, "an assertion failed") : _exit(1))

#include <criterion/criterion.h>
#include <mpi.h>

static inline void plain_run_job(const struct plain_options *own, int ranks,
                                 heddle_function *function, void *argument)
{
    const struct heddle_options options = {.thread_level = own->thread_level,
                                           .forbids_leaks = own->forbids_leaks,
                                           .forbids_findings = !own->tolerates_findings};

    if (heddle_run(&options, ranks, function, argument, NULL) != 0)
        _exit(1);
}

static inline void plain_run_jobs(const struct plain_options *own, const char *counts,
                                  heddle_function *function)
{
    char *end;

    for (long ranks = strtol(counts, &end, 10); end != counts; ranks = strtol(counts, &end, 10)) {
        plain_run_job(own, (int)ranks, function, NULL);
        counts = end;
    }
}

#define MPI_Run(ranks, function, ...) PLAIN_RUN(ranks, function, __VA_ARGS__, .none = 0)
#define PLAIN_RUN(ranks, function, argument, ...) \
    plain_run_job(&(const struct plain_options){__VA_ARGS__}, ranks, function, argument)

#define PLAIN_RANKS(suite, name, run, ...)                                                  \
    static void suite##_##name##_ranks(void);                                              \
    static int suite##_##name##_function(void *unused)                                     \
    {                                                                                      \
        suite##_##name##_ranks();                                                          \
        return unused != NULL;                                                             \
    }                                                                                      \
    static void suite##_##name##_body(void)                                                \
    {                                                                                      \
        const struct plain_options own = {.none = 0, __VA_ARGS__};                         \
                                                                                           \
        run;                                                                               \
    }                                                                                      \
    PLAIN_ADD(suite, name, suite##_##name##_plain, suite##_##name##_body, __VA_ARGS__)     \
    static void suite##_##name##_ranks(void)
#define MPI_TestCase(suite, name, ...)                                                     \
    PLAIN_RANKS(suite, name,                                                               \
                plain_run_job(&own, own.ranks != 0 ? own.ranks : 2,                        \
                              suite##_##name##_function, NULL),                            \
                __VA_ARGS__)
#define MPI_ParameterizedTestCase(suite, name, ...)                                        \
    PLAIN_RANKS(suite, name,                                                               \
                plain_run_jobs(&own, own.counts != NULL ? own.counts : "1 2 3 4 7",        \
                               suite##_##name##_function),                                 \
                __VA_ARGS__)

#endif
