/* SPDX-License-Identifier: MIT */
/* Tests that are written for Heddle, with another library of MPI: a part of heddle.h with
 * -DHEDDLE_ELSEWHERE.
 *
 *     mpicxx -DHEDDLE_ELSEWHERE -idirafter <prefix>/include halo_test.cc -lgtest -lgtest_main
 *     mpiexec -n 7 ./a.out
 *
 * Each process runs the program's main, and so the same tests in the same order. A job of
 * heddle_run is the first of these processes, on a communicator of their own, which MPI_COMM_WORLD
 * stands for in all files that include heddle.h. A job of more ranks than there are processes is
 * left out. Left out, too, is what only Heddle can do: timeouts, leaks, watched buffers, faults on
 * purpose, schedules to explore, counters and records of calls. Process 0 says once what is left
 * out.
 *
 * A rank that fails leaves its function. If the others then do not come to their end within
 * HEDDLE_TIMEOUT seconds, or ten, they wait for that rank: later tests fail in its process, which
 * reports, and ends all. */
#ifndef HEDDLE_ELSEWHERE_H
#define HEDDLE_ELSEWHERE_H

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The processes of all jobs. */
static inline MPI_Comm heddle_all_(void)
{
    return MPI_COMM_WORLD;
}

struct heddle_elsewhere_ {
    MPI_Comm job;        /* MPI_COMM_NULL: outside of jobs */
    int rank;            /* in it */
    int is_initialized;
    int is_stuck;        /* others wait for a rank of this process that has failed */
    unsigned told;       /* what was left out */
    char left_out[80];   /* why the last job was; "": it was not */
    char text[2048];     /* of the rank's failure */
    jmp_buf top;
};

/* A rank that fails leaves its function by an exception, so that destructors run: what frameworks
 * keep in a thread must end there. C has longjmp. */
#ifdef __cplusplus
struct heddle_has_failed_ {};

extern "C" {
#endif

extern struct heddle_elsewhere_ heddle_elsewhere_;
__attribute__((weak)) struct heddle_elsewhere_ heddle_elsewhere_;

static inline MPI_Comm heddle_world_(void)
{
    return heddle_elsewhere_.is_initialized && heddle_elsewhere_.job != MPI_COMM_NULL
               ? heddle_elsewhere_.job
               : heddle_all_();
}

#undef MPI_COMM_WORLD
#define MPI_COMM_WORLD heddle_world_()

__attribute__((weak)) int heddle_rank(void)
{
    return heddle_elsewhere_.is_initialized && heddle_elsewhere_.job != MPI_COMM_NULL
               ? heddle_elsewhere_.rank
               : -1;
}

/* Says once what is left out, and why. */
enum {
    HEDDLE_NO_CONTRACTS_,
    HEDDLE_NO_OPTIONS_,
    HEDDLE_NO_EXPLORATION_,
    HEDDLE_NO_INIT_,
    HEDDLE_FEW_PROCESSES_
};
static inline void heddle_leave_out_(unsigned what, const char *words, int number)
{
    int process;

    MPI_Comm_rank(heddle_all_(), &process);
    if (process == 0 && (heddle_elsewhere_.told & 1u << what) == 0)
        fprintf(stderr, words, number);
    heddle_elsewhere_.told |= 1u << what;
}

/* ---- the life of the processes --------------------------------------------------------------- */

static inline void heddle_finalize_(void)
{
    int is_finalized;

    MPI_Finalized(&is_finalized);
    if (is_finalized)
        return;
    fflush(stdout);
    if (heddle_elsewhere_.is_stuck)
        MPI_Abort(heddle_all_(), EXIT_FAILURE);
    MPI_Finalize();
}

static inline void heddle_initialize_(void)
{
    int is_initialized, provided;

    if (heddle_elsewhere_.is_initialized)
        return;
    heddle_elsewhere_.job = MPI_COMM_NULL;
    heddle_elsewhere_.is_initialized = 1;
    MPI_Initialized(&is_initialized);
    if (is_initialized)
        return;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    atexit(heddle_finalize_);
}

/* ---- a job ----------------------------------------------------------------------------------- */

/* Waits for all processes, which have that status each. Returns false if some do not come. */
static inline int heddle_gather_(int own, int *statuses)
{
    const char *timeout = getenv("HEDDLE_TIMEOUT");
    double most = timeout != NULL ? atof(timeout) : 10, start = MPI_Wtime();
    struct timespec pause = {0, 1000000};
    MPI_Request request;
    int is_complete = 0;

    MPI_Iallgather(&own, 1, MPI_INT, statuses, 1, MPI_INT, heddle_all_(), &request);
    for (;;) {
        MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE);
        if (is_complete || (own != 0 && MPI_Wtime() - start > most))
            return is_complete;
        nanosleep(&pause, NULL);
    }
}

static inline int heddle_run_function_(const struct heddle_options *options,
                                       heddle_function *function, void *argument)
{
    char *own = (char *)argument;

    heddle_elsewhere_.text[0] = '\0';
    if (own != NULL && options != NULL)
        own += options->argument_stride * (size_t)heddle_elsewhere_.rank;
#ifdef __cplusplus
    try {
        return function(own);
    } catch (const heddle_has_failed_ &) {
        return EXIT_FAILURE;
    }
#else
    return setjmp(heddle_elsewhere_.top) == 0 ? function(own) : EXIT_FAILURE;
#endif
}

static inline void heddle_look_at_options_(const struct heddle_options *options)
{
    if (options != NULL && (options->forbids_leaks || options->survives_faults ||
                            options->faults.memory != 0 || options->faults.order != 0))
        heddle_leave_out_(HEDDLE_NO_OPTIONS_, "heddle: leaks are not looked for, and there are no "
                                              "faults on purpose, without Heddle\n", 0);
    if ((options != NULL && options->explore != NULL) || getenv("HEDDLE_EXPLORE") != NULL)
        heddle_leave_out_(HEDDLE_NO_EXPLORATION_,
                          "heddle: each job runs once, as its messages come: schedules are not "
                          "explored without Heddle\n", 0);
}

static inline int heddle_fail_run_(struct heddle_result *result, int ranks, const char *text)
{
    memset(result, 0, sizeof *result);
    result->rank = (struct heddle_rank_result *)calloc((size_t)ranks, sizeof *result->rank);
    result->ranks = ranks;
    result->status = EXIT_FAILURE;
    result->is_aborted = 1;
    result->text = strdup(text);
    return EXIT_FAILURE;
}

/* Fills in the result from what all processes have said. */
static inline void heddle_fill_(struct heddle_result *result, int ranks, const int *statuses)
{
    char text[2080];
    int i;

    memset(result, 0, sizeof *result);
    result->rank = (struct heddle_rank_result *)calloc((size_t)ranks, sizeof *result->rank);
    result->ranks = ranks;
    for (i = ranks - 1; i >= 0; i--) {
        result->rank[i].end = HEDDLE_RETURNED;
        result->rank[i].status = statuses[i];
        if (statuses[i] != 0)
            result->status = statuses[i] % 256 != 0 ? statuses[i] % 256 : EXIT_FAILURE;
    }
    if (heddle_elsewhere_.text[0] == '\0')
        return;
    snprintf(text, sizeof text, "%s", heddle_elsewhere_.text);
    result->is_aborted = 1;
    result->text = strdup(text);
}

static inline int heddle_run_job_(const struct heddle_options *options, int ranks,
                                  heddle_function *function, void *argument,
                                  struct heddle_result *result)
{
    int processes, process, own = 0;
    int *statuses;

    MPI_Comm_size(heddle_all_(), &processes);
    MPI_Comm_rank(heddle_all_(), &process);
    if (heddle_elsewhere_.is_stuck)
        return heddle_fail_run_(result, ranks,
                                "an earlier test has failed, and others wait for it");
    statuses = (int *)calloc((size_t)(ranks > processes ? ranks : processes), sizeof *statuses);
    heddle_elsewhere_.left_out[0] = '\0';
    if (ranks > processes)
        snprintf(heddle_elsewhere_.left_out, sizeof heddle_elsewhere_.left_out,
                 "%d ranks take more than the %d processes", ranks, processes);
    if (ranks > processes)
        heddle_leave_out_(HEDDLE_FEW_PROCESSES_,
                          "heddle: jobs of more ranks than the %d processes are left out\n",
                          processes);
    else if (options != NULL && options->leaves_init)
        heddle_leave_out_(HEDDLE_NO_INIT_, "heddle: jobs that call MPI_Init are left out\n", 0);
    else {
        MPI_Comm_split(heddle_all_(), process < ranks ? 0 : MPI_UNDEFINED, process,
                       &heddle_elsewhere_.job);
        heddle_elsewhere_.rank = process;
        if (process < ranks)
            own = heddle_run_function_(options, function, argument);
        heddle_elsewhere_.is_stuck = !heddle_gather_(own, statuses);
        if (process < ranks && !heddle_elsewhere_.is_stuck)
            MPI_Comm_free(&heddle_elsewhere_.job);
        heddle_elsewhere_.job = MPI_COMM_NULL;
        statuses[process] = own;
    }
    heddle_fill_(result, ranks, statuses);
    free(statuses);
    return result->status;
}

__attribute__((weak)) int heddle_run_sized(const struct heddle_options *options,
                                           size_t options_bytes, int ranks,
                                           heddle_function *function, void *argument,
                                           struct heddle_result *result, size_t result_bytes,
                                           size_t rank_result_bytes)
{
    struct heddle_result own;

    (void)options_bytes;
    (void)result_bytes;
    (void)rank_result_bytes;
    heddle_initialize_();
    heddle_look_at_options_(options);
    heddle_run_job_(options, ranks, function, argument, &own);
    if (result != NULL) {
        *result = own;
        return own.status;
    }
    if (own.text != NULL)
        fprintf(stderr, "%s\n", own.text);
    free(own.text);
    free(own.rank);
    return own.status;
}

__attribute__((weak)) void heddle_result_free_sized(struct heddle_result *result, size_t bytes)
{
    int status = result->status;

    free(result->text);
    free(result->rank);
    memset(result, 0, bytes);
    result->status = status;
}

/* Each process has the value of its own rank; afterwards all have all. */
static inline void heddle_share_values_(void *values, size_t bytes, int ranks)
{
    int processes, process, i;
    char *all;

    MPI_Comm_size(heddle_all_(), &processes);
    MPI_Comm_rank(heddle_all_(), &process);
    if (heddle_elsewhere_.is_stuck || ranks > processes)
        return;
    all = (char *)calloc((size_t)processes, bytes);
    if (process < ranks)
        memcpy(all + (size_t)process * bytes, (char *)values + (size_t)process * bytes, bytes);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, (int)bytes, MPI_BYTE, heddle_all_());
    for (i = 0; i < ranks; i++)
        memcpy((char *)values + (size_t)i * bytes, all + (size_t)i * bytes, bytes);
    free(all);
}

/* ---- in a rank ------------------------------------------------------------------------------- */

__attribute__((weak, noreturn, format(printf, 3, 4)))
void heddle_fail(const char *file, int line, const char *format, ...)
{
    char text[1800], place[200] = "";
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (file != NULL)
        snprintf(place, sizeof place, "%s:%d: ", file, line);
    if (heddle_rank() < 0) {
        fprintf(stderr, "%s%s\n", place, text);
        abort();
    }
    snprintf(heddle_elsewhere_.text, sizeof heddle_elsewhere_.text, "rank %d: %s%s", heddle_rank(),
             place, text);
#ifdef __cplusplus
    throw heddle_has_failed_();
#else
    longjmp(heddle_elsewhere_.top, 1);
#endif
}

__attribute__((weak)) struct heddle_counters heddle_sent(void)
{
    struct heddle_counters none;

    memset(&none, 0, sizeof none);
    return none;
}

__attribute__((weak)) int64_t heddle_count(const char *name)
{
    (void)name;
    return -1;
}

/* Without schedules there is nothing to compare. */
__attribute__((weak)) void heddle_same_(const char *file, int line, const void *data, size_t bytes,
                                        int class_of_type)
{
    (void)file, (void)line, (void)data, (void)bytes, (void)class_of_type;
}

/* Nothing is looked for. */
__attribute__((weak)) long heddle_result_found(const struct heddle_result *result, const char *kind)
{
    (void)result, (void)kind;
    return -1;
}

__attribute__((weak)) const char *heddle_place(const void *address, char *text, size_t bytes)
{
    snprintf(text, bytes, "%p", address);
    return text;
}

static inline void heddle_leave_out_contract_(void)
{
    heddle_leave_out_(HEDDLE_NO_CONTRACTS_,
                      "heddle: contracts on what is sent, and calls that fail on purpose, are left "
                      "out without Heddle\n", 0);
}

__attribute__((weak)) void heddle_expect_range_(const char *file, int line, const char *what,
                                                uint64_t sent, uint64_t least, uint64_t most)
{
    (void)file, (void)line, (void)what, (void)sent, (void)least, (void)most;
    heddle_leave_out_contract_();
}

#ifdef __cplusplus
}
#endif
#endif
