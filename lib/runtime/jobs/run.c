/* SPDX-License-Identifier: MIT */
/* Jobs and their results. */
#include <dlfcn.h>
#include <signal.h>
#include <string.h>

#include "jobs.h"

enum { NAME_BYTES = 256, EXPLORE_BYTES = 32 };

typedef void procedure(void);

static int run_body(void *argument)
{
    (*(procedure **)argument)();
    return 0;
}

/* Fortran's runtime library has taken these signals when main began, to print the stack. A handler
 * that it has not set stays. */
static void leave_faults_to_the_job(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    struct sigaction action;
    Dl_info info;

    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (sigaction(faults[i], NULL, &action) == 0 && (action.sa_flags & SA_SIGINFO) == 0 &&
            dladdr((void *)action.sa_handler, &info) != 0 && info.dli_fname != NULL &&
            strstr(info.dli_fname, "libgfortran.so") != NULL)
            signal(faults[i], SIG_DFL);
}

/* The value of an optional argument. */
#define GIVEN(argument, otherwise) ((argument) != NULL ? *(argument) : (otherwise))

int jobs_run(const int *ranks, procedure *body, const char *name, const double *timeout,
             const size_t *stack_bytes, const int *thread_level, const int *leaves_init,
             const int *forbids_leaks, const int *survives_faults, const int *buffers,
             const int *has_no_counters, const int *forbids_findings, const char *explore,
             procedure *explore_begins, int (*explore_fails)(void), const int *fault_rank,
             const int *fault_memory, const int *order, struct heddle_result *result,
             size_t name_length, size_t explore_length) FORTRAN(heddle_run);
int jobs_run(const int *ranks, procedure *body, const char *name, const double *timeout,
             const size_t *stack_bytes, const int *thread_level, const int *leaves_init,
             const int *forbids_leaks, const int *survives_faults, const int *buffers,
             const int *has_no_counters, const int *forbids_findings, const char *explore,
             procedure *explore_begins, int (*explore_fails)(void), const int *fault_rank,
             const int *fault_memory, const int *order, struct heddle_result *result,
             size_t name_length, size_t explore_length)
{
    char job[NAME_BYTES], number[EXPLORE_BYTES];
    const struct heddle_options options = {
        .name = jobs_string(job, sizeof job, name, name_length),
        .timeout = GIVEN(timeout, 0),
        .stack_bytes = GIVEN(stack_bytes, 0),
        .thread_level = GIVEN(thread_level, 0),
        .leaves_init = GIVEN(leaves_init, 0),
        .forbids_leaks = GIVEN(forbids_leaks, 0),
        .survives_faults = GIVEN(survives_faults, 0),
        .buffers = GIVEN(buffers, 0),
        .has_no_counters = GIVEN(has_no_counters, 0),
        .forbids_findings = GIVEN(forbids_findings, 0),
        .explore = jobs_string(number, sizeof number, explore, explore_length),
        .explore_begins = explore_begins,
        .explore_fails = explore_fails,
        .faults = {.rank = GIVEN(fault_rank, HEDDLE_EVERY_RANK),
                   .memory = GIVEN(fault_memory, 0),
                   .order = (uint64_t)GIVEN(order, 0)},
    };

    leave_faults_to_the_job();
    return heddle_run(&options, *ranks, run_body, &body, result);
}

/* The type of the module heddle has to be as large. A test compares them. */
size_t heddle_jobs_result_bytes(void);
size_t heddle_jobs_result_bytes(void)
{
    return sizeof(struct heddle_result);
}

void heddle_jobs_result_free(struct heddle_result *result);
void heddle_jobs_result_free(struct heddle_result *result)
{
    heddle_result_free(result);
}

/* Ranks that the job does not have have done nothing. */
struct heddle_rank_result heddle_jobs_result_rank(const struct heddle_result *result, int rank);
struct heddle_rank_result heddle_jobs_result_rank(const struct heddle_result *result, int rank)
{
    if (rank < 0 || rank >= result->ranks || result->rank == NULL)
        return (struct heddle_rank_result){0};
    return result->rank[rank];
}

/* ---- the texts of a result ----------------------------------------------------------------- */

static const char *text_of(const struct heddle_result *result, int which)
{
    const char *const texts[] = {result->text, result->report, result->leaks, result->faults,
                                 result->findings};

    return texts[which] != NULL ? texts[which] : "";
}

size_t heddle_jobs_text_length(const struct heddle_result *result, int which);
size_t heddle_jobs_text_length(const struct heddle_result *result, int which)
{
    return strlen(text_of(result, which));
}

/* The caller has asked for the length. */
#define TEXT(name, which)                                                             \
    void jobs_##name(char *text, size_t length, const struct heddle_result *result)   \
        FORTRAN(heddle_result_##name);                                                \
    void jobs_##name(char *text, size_t length, const struct heddle_result *result)   \
    {                                                                                 \
        memcpy(text, text_of(result, which), length);                                 \
    }
TEXT(text, 0)
TEXT(report, 1)
TEXT(leaks, 2)
TEXT(faults, 3)
TEXT(findings, 4)
