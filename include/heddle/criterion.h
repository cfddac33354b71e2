/* SPDX-License-Identifier: MIT */
/* MPI jobs as Criterion tests.
 *
 *     #include <heddle/criterion.h>
 *
 *     MPI_TestCase(halo, reaches_both_neighbours, .ranks = 4)
 *     {
 *         ...                                     each of the four ranks runs this
 *         cr_assert_eq(left, rank - 1);           a failure names its ranks and ends the job
 *     }
 *
 *     MPI_ParameterizedTestCase(halo, works_for_any_number_of_ranks, .counts = "1 2 3 4 7")
 *     {
 *         ...
 *     }
 *
 * The second makes the tests halo::works_for_any_number_of_ranks/1, /2, /3, /4 and /7. MPI_Test is
 * a function of MPI. A file that defines HEDDLE_SHORT_NAMES before it includes this header, and
 * does not call that function, may say MPI_Test and MPI_ParameterizedTest instead.
 *
 * Build with `mpicc test.c -lcriterion`. MPI is initialized before the body and finalized after it.
 * The parameters of Criterion's Test (.timeout, .signal, .exit_code, .init, .fini, .disabled,
 * .description) are accepted, too; .init and .fini run in the test's process, outside of the ranks.
 * .rank_init and .rank_fini run in each rank, before and after the body, between MPI_Init and
 * MPI_Finalize; the latter does not run in a job that has been ended.
 * A rank's abort fails the test, unless .signal = SIGABRT; its segmentation fault ends the process.
 * .exit_code is the job's status; cr_skip_test in a rank skips the test. .thread_level is passed to
 * MPI_Init_thread. The test fails if handles are not freed or messages not received before
 * MPI_Finalize, if the library warns of something, and if ThreadSanitizer reports something. With
 * .tolerates_findings = 1 it does not; .forbids_leaks = 1 then forbids the first. .buffers says
 * what overlapping buffers are (heddle_run(3)). .fails_memory = n lets the n-th request for memory
 * of each rank fail, .order = seed draws what the standard leaves open; a failure names both.
 * .explore = "all" runs the test under all of its schedules until one fails (heddle_explore(3)).
 * Shortly before the timeout of the test, or of its suite, the job is ended and reported. Use
 * MPI_Run to run a function as a job inside Theory or Test, or with arguments: MPI_Run(4, function,
 * argument, .timeout = 5). With .argument_stride = sizeof array[0] each rank gets its element of an
 * array.
 *
 * Criterion runs each test in a process that a debugger does not follow into, and does not start
 * under ThreadSanitizer. With -DHEDDLE_IN_PROCESS the program runs its tests itself, one after the
 * other (heddle/criterion_here.h). */
#ifndef HEDDLE_CRITERION_H
#define HEDDLE_CRITERION_H

#include <mpi.h> /* first: Test, a macro of Criterion, is a function of other libraries for C++ */

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <criterion/theories.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/criterion_ranks.h>
#include <heddle/over_ranks.h>

#ifdef __cplusplus
#include <cxxabi.h>
#include <exception>
#endif

/* The parameters of a test: Criterion's, and this header's. */
#ifdef __cplusplus
struct heddle_mpi_test : criterion_test_extra_data {
#else
struct heddle_mpi_test {
    union {
        struct criterion_test_extra_data criterion;
        struct { /* Criterion's members again, so that initialisers can name them */
            int sentinel_;
            enum criterion_compiler compiler_;
            enum criterion_language lang_;
            enum criterion_test_kind kind_;
            struct criterion_test_params (*param_)(void);
            const char *identifier_;
            const char *file_;
            unsigned line_;
            void (*init)(void);
            void (*fini)(void);
            int signal;
            int exit_code;
            bool disabled;
            const char *description;
            double timeout;
            void *data;
        };
    };
#endif
    int ranks;          /* 0: 2 ranks */
    const char *counts; /* numbers of ranks, at most 32, for MPI_ParameterizedTestCase;
                         * NULL: "1 2 3 4 7" */
    int thread_level;   /* MPI_THREAD_..., 0: MPI_THREAD_SINGLE */
    int forbids_leaks;  /* not 0: what is not freed before MPI_Finalize fails the test, also one
                         * that tolerates findings */
    int tolerates_findings; /* not 0: warnings, ThreadSanitizer's reports and leaks do no harm */
    int buffers;        /* HEDDLE_BUFFERS_..., 0: HEDDLE_BUFFERS_ARE_AN_ERROR */
    long fails_memory;  /* n: the n-th request for memory of each rank fails; 0: none */
    unsigned long order; /* a seed for what the standard leaves open; 0: as it comes */
    const char *explore; /* "all" schedules, or at most a number of them; NULL: one, as it comes */
    size_t argument_stride; /* of MPI_Run: rank r gets the argument plus r times this many bytes */
    void (*rank_init)(void); /* in each rank, before the body and after it; NULL: nothing */
    void (*rank_fini)(void);
};

#ifdef __cplusplus
extern "C" {
#else
_Static_assert(offsetof(struct heddle_mpi_test, data) ==
                   offsetof(struct criterion_test_extra_data, data),
               "another Criterion than this header was written for");
#endif

/* Copies the data, because Criterion does not align what it passes to a test's process. */
static inline double heddle_criterion_timeout_of_(const void *data)
{
    struct criterion_test_extra_data copy;

    if (data == NULL)
        return 0;
    memcpy(&copy, data, sizeof copy);
    return copy.timeout;
}

/* Returns the timeout of the test, else of its suite, else of all tests. */
static inline double heddle_criterion_timeout_(const struct heddle_mpi_test *test)
{
    double timeout = 0;

    if (test->timeout > 0)
        return test->timeout;
    if (criterion_current_test != NULL)
        timeout = heddle_criterion_timeout_of_(criterion_current_test->data);
    if (timeout <= 0 && criterion_current_suite != NULL)
        timeout = heddle_criterion_timeout_of_(criterion_current_suite->data);
    return timeout > 0 ? timeout : criterion_options.timeout;
}

/* Returns the job's part of the timeout. The report gets the rest: a fifth or two seconds, but at
 * most half. */
static inline double heddle_criterion_share_(double timeout)
{
    double rest = timeout / 5 > 2 ? timeout / 5 : 2;

    return timeout - (rest < timeout / 2 ? rest : timeout / 2);
}

/* Returns all there is to say of a job that failed. */
static inline char *heddle_criterion_describe_(const struct heddle_result *result, int ranks)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    int i;

    if (out == NULL)
        abort();
    fprintf(out, "the job of %d rank%s: %s%s", ranks, ranks == 1 ? "" : "s",
            result->report != NULL ? result->report : "",
            result->leaks != NULL ? result->leaks : "");
    fputs(result->findings != NULL ? result->findings : "", out);
    if (result->text != NULL)
        fputs(result->text, out);
    for (i = 0; i < result->ranks && result->text == NULL; i++)
        if (result->rank[i].status != 0) {
            fprintf(out, "rank %d ended with status %d", i, result->rank[i].status);
            break;
        }
    fclose(out);
    return text;
}

/* A job that an assertion, or a test that is to be skipped, has ended needs no other words. */
static inline int heddle_criterion_is_told_(const struct heddle_result *result, int failures)
{
    return failures > 0 && result->is_aborted &&
           (strstr(result->text, "an assertion failed") != NULL ||
            strstr(result->text, "the test is to be skipped") != NULL);
}

/* Is printed with --verbose. A warning of Criterion's would end the program with status 1. */
static inline void heddle_criterion_remark_(const char *text)
{
    if (text != NULL)
        cr_log_info("%s", text);
}

/* Each rank runs this function with its fixtures. */
struct heddle_criterion_call_ {
    const struct heddle_mpi_test *test;
    heddle_function *function;
    void *argument;
};

static inline int heddle_criterion_enter_(void *given)
{
    const struct heddle_criterion_call_ *call = (const struct heddle_criterion_call_ *)given;
    void (*fini)(void) = call->test->rank_fini; /* a rank that is left behind outlives the call */
    char *argument = (char *)call->argument;
    int status;

    if (argument != NULL)
        argument += call->test->argument_stride * (size_t)heddle_rank();
    if (call->test->rank_init != NULL)
        call->test->rank_init();
    status = call->function(argument);
    if (fini != NULL)
        fini();
    return status;
}

/* Runs a job as a test or as part of one. A job that ends early fails the test. */
static inline void heddle_criterion_run_(const char *file, int line, const char *name, int ranks,
                                         const struct heddle_mpi_test *test,
                                         heddle_function *function, void *argument)
{
    struct heddle_criterion_call_ call = {test, function, argument};
    struct heddle_options options;
    struct heddle_result result;
    struct criterion_assert_stats stats;
    int failures, is_skipped, status;
    char *text;

    memset(&options, 0, sizeof options);
    options.name = name;
    options.timeout = heddle_criterion_share_(heddle_criterion_timeout_(test));
    options.thread_level = test->thread_level;
    options.forbids_leaks = test->forbids_leaks;
    options.forbids_findings = !test->tolerates_findings;
    options.buffers = test->buffers;
    options.faults.rank = HEDDLE_EVERY_RANK;
    options.faults.memory = test->fails_memory;
    options.faults.order = test->order;
    options.explore = test->explore;
    options.explore_begins = heddle_criterion_forget_;
    options.explore_fails = heddle_criterion_has_failed_;
    heddle_run(&options, ranks, heddle_criterion_enter_, &call, &result);
    /* The test expects this signal or status. */
    if (test->signal != 0 && test->signal == result.signal)
        raise(result.signal);
    if (test->exit_code != 0 && test->exit_code == result.status)
        exit(result.status);
    failures = heddle_criterion_tell_all_(ranks, result.faults);
#ifdef HEDDLE_ELSEWHERE
    if (heddle_elsewhere_.left_out[0] != '\0')
        strcpy(heddle_criterion_skipped_, heddle_elsewhere_.left_out);
#endif
    is_skipped = heddle_criterion_skipped_[0] != '\0' && failures == 0;
    if (result.status != 0 && !is_skipped && !heddle_criterion_is_told_(&result, failures)) {
        text = heddle_criterion_describe_(&result, ranks);
        memset(&stats, 0, sizeof stats);
        stats.message = text;
        stats.file = file;
        stats.line = (unsigned)line;
        heddle_criterion_tell_(&stats, NULL, ranks, NULL);
        free(text);
    } else {
        heddle_criterion_remark_(result.leaks);
        heddle_criterion_remark_(result.findings);
    }
    if (result.status == 0 && result.missed_faults)
        heddle_criterion_remark_(result.faults);
    status = result.status;
    heddle_result_free(&result);
    if (is_skipped)
        criterion_skip_test("%s", heddle_criterion_skipped_);
    if (status != 0)
        criterion_abort_test();
}

/* ---- a test for each number of ranks ------------------------------------------------------- */

enum { HEDDLE_COUNTS_MAX_ = 32, HEDDLE_COUNT_BYTES_ = 24 };

/* Criterion's record of a test for one number of ranks. */
struct heddle_criterion_test_ {
    struct criterion_test test;
    struct criterion_test_extra_data data;
    char texts[];
};

/* Returns the test for that number of ranks, whose name ends with it. */
static inline struct criterion_test *heddle_criterion_make_(const struct criterion_test *test,
                                                            int ranks)
{
    size_t name_bytes = strlen(test->name) + HEDDLE_COUNT_BYTES_;
    size_t all_bytes = strlen(test->data->identifier_) + HEDDLE_COUNT_BYTES_;
    struct heddle_criterion_test_ *made = (struct heddle_criterion_test_ *)malloc(
        sizeof *made + name_bytes + all_bytes);

    if (made == NULL)
        abort();
    made->test = *test;
    made->data = *test->data;
    snprintf(made->texts, name_bytes, "%s/%d", test->name, ranks);
    snprintf(made->texts + name_bytes, all_bytes, "%s/%d", test->data->identifier_, ranks);
    made->test.name = made->texts;
    made->test.data = &made->data;
    made->data.identifier_ = made->texts + name_bytes;
    return &made->test;
}

/* Adds a test for each number of ranks to Criterion's list. A word that is no number becomes an
 * invalid one, which heddle_run rejects. */
static inline void heddle_criterion_add_(struct criterion_test *listed[],
                                         const struct criterion_test *test, const char *counts)
{
    const struct heddle_mpi_test *own = (const struct heddle_mpi_test *)test->data;
    const char *word = own->counts != NULL ? own->counts : counts;
    char *end;
    int i;

    if (heddle_rank() >= 0)
        return; /* each rank runs the program's constructors */
    if (word == NULL)
        listed[0] = heddle_criterion_make_(test, own->ranks != 0 ? own->ranks : 2);
    for (i = 0; i < HEDDLE_COUNTS_MAX_ && word != NULL; i++) {
        word += strspn(word, " ,");
        if (*word == '\0')
            return;
        listed[i] = heddle_criterion_make_(test, (int)strtol(word, &end, 10));
        if (end == word)
            return;
        word = end;
    }
}

/* The number of ranks in the name of the running test. */
static inline int heddle_criterion_count_(void)
{
    const struct criterion_test *test =
        heddle_criterion_here_ != NULL ? heddle_criterion_here_->test : criterion_current_test;

    return (int)strtol(strrchr(test->name, '/') + 1, NULL, 10);
}

#ifdef __cplusplus
}
#endif

/* Runs `int function(void *argument)` as a job of that many ranks, from a Test or a Theory.
 * Parameters of MPI_TestCase may follow. */
#define MPI_Run(ranks, function, ...) \
    CR_EXPAND(HEDDLE_RUN_(ranks, function, __VA_ARGS__, .sentinel_ = 0))
#define HEDDLE_RUN_(ranks, function, argument, ...)                                        \
    do {                                                                                   \
        const struct heddle_mpi_test heddle_test =                                         \
            CR_EXPAND(CRITERION_MAKE_STRUCT(heddle_mpi_test, __VA_ARGS__));                \
        heddle_criterion_run_(__FILE__, __LINE__, #function, ranks, &heddle_test, function, \
                              argument);                                                   \
    } while (0)

/* Before main: in C++ after the variables above it in the file have been initialised. */
#ifdef __cplusplus
#define HEDDLE_AT_START_(name, call) \
    __attribute__((unused)) static const int name = ((call), 0);
#else
#define HEDDLE_AT_START_(name, call) \
    __attribute__((constructor)) static void name(void) { call; }
#endif

#if defined __cplusplus && defined HEDDLE_ELSEWHERE
#define HEDDLE_PASS_FAILURE_ catch (const heddle_has_failed_ &) { throw; }
#else
#define HEDDLE_PASS_FAILURE_
#endif
#ifdef __cplusplus
#define HEDDLE_BODY_(body)                                                                 \
    try {                                                                                  \
        body();                                                                            \
    }                                                                                      \
    HEDDLE_PASS_FAILURE_                                                                   \
    catch (const std::exception &e) {                                                      \
        heddle_fail(NULL, 0, "caught an unexpected exception: %s", e.what());   \
    } catch (const abi::__forced_unwind &) { /* pthread_exit */                            \
        throw;                                                                             \
    } catch (...) {                                                                        \
        heddle_fail(NULL, 0, "caught an exception that is no std::exception");  \
    }
#else
#define HEDDLE_BODY_(body) body();
#endif

#define HEDDLE_TEST_(Suite, Name, Counts, ...)                                             \
    HEDDLE_BODY_OF_TEST_ static void CR_IDENTIFIER_(Suite, Name, body)(void);              \
    static int CR_IDENTIFIER_(Suite, Name, function)(void *unused)                         \
    {                                                                                      \
        (void)unused;                                                                      \
        HEDDLE_BODY_(CR_IDENTIFIER_(Suite, Name, body))                                    \
        return 0;                                                                          \
    }                                                                                      \
    CR_TEST_PROTOTYPE_(Suite, Name);                                                       \
    CR_TEST_TRAMPOLINE_(Suite, Name)                                                       \
    struct heddle_mpi_test CR_IDENTIFIER_(Suite, Name, extra) =                            \
        CR_EXPAND(CRITERION_MAKE_STRUCT(heddle_mpi_test,                                   \
                                        .compiler_ = CR_COMPILER_,                         \
                                        .lang_ = CR_LANG,                                  \
                                        .kind_ = CR_TEST_NORMAL,                           \
                                        .identifier_ = #Suite "/" #Name,                   \
                                        .file_ = __FILE__,                                 \
                                        .line_ = __LINE__,                                 \
                                        __VA_ARGS__));                                     \
    struct criterion_test CR_IDENTIFIER_(Suite, Name, meta) = {                            \
        #Name, #Suite, CR_IDENTIFIER_(Suite, Name, jmp),                                   \
        (struct criterion_test_extra_data *)&CR_IDENTIFIER_(Suite, Name, extra)};          \
    CR_ATTRIBUTE(used)                                                                     \
    CR_SECTION_("cr_tst")                                                                  \
    struct criterion_test *CR_IDENTIFIER_(Suite, Name, list)[HEDDLE_COUNTS_MAX_] = {       \
        NULL} CR_SECTION_SUFFIX_;                                                          \
    HEDDLE_AT_START_(CR_IDENTIFIER_(Suite, Name, add),                                     \
                     heddle_criterion_add_(CR_IDENTIFIER_(Suite, Name, list),              \
                                           &CR_IDENTIFIER_(Suite, Name, meta), Counts))    \
    CR_TEST_PROTOTYPE_(Suite, Name)                                                        \
    {                                                                                      \
        const struct heddle_mpi_test *test = &CR_IDENTIFIER_(Suite, Name, extra);          \
        heddle_criterion_run_(test->file_, (int)test->line_, test->identifier_,            \
                              heddle_criterion_count_(), test,                             \
                              CR_IDENTIFIER_(Suite, Name, function), NULL);                \
    }                                                                                      \
    static void CR_IDENTIFIER_(Suite, Name, body)(void)

#define MPI_TestCase(Suite, ...) \
    CR_EXPAND(HEDDLE_NAMED_(NULL, Suite, __VA_ARGS__, .sentinel_ = 0))
#define MPI_ParameterizedTestCase(Suite, ...) \
    CR_EXPAND(HEDDLE_NAMED_("1 2 3 4 7", Suite, __VA_ARGS__, .sentinel_ = 0))
#define HEDDLE_NAMED_(Counts, Suite, Name, ...) HEDDLE_TEST_(Suite, Name, Counts, __VA_ARGS__)
#ifdef HEDDLE_SHORT_NAMES
#define MPI_Test MPI_TestCase
#define MPI_ParameterizedTest MPI_ParameterizedTestCase
#endif

/* Assertions over the values of all ranks of a communicator, MPI_COMM_WORLD in the short form. Each
 * member makes them: cr_assert_all_equal(step), cr_assert_sum_eq(mine, 10),
 * cr_expect_sorted(first). */
#define HEDDLE_OVER_(assertion, kind, comm, value, expected)                               \
    do {                                                                                   \
        const struct heddle_over_ranks heddle_over =                                       \
            heddle_over_ranks(kind, comm, #value, value, expected);                        \
        assertion(heddle_over.holds, "%s", heddle_over.text);                              \
    } while (0)
#define cr_assert_all_equal(value) cr_assert_all_equal_on(MPI_COMM_WORLD, value)
#define cr_assert_all_equal_on(comm, value) \
    HEDDLE_OVER_(cr_assert, HEDDLE_ALL_EQUAL, comm, value, 0)
#define cr_assert_sum_eq(value, expected) cr_assert_sum_eq_on(MPI_COMM_WORLD, value, expected)
#define cr_assert_sum_eq_on(comm, value, expected) \
    HEDDLE_OVER_(cr_assert, HEDDLE_SUM, comm, value, expected)
#define cr_assert_sorted(value) cr_assert_sorted_on(MPI_COMM_WORLD, value)
#define cr_assert_sorted_on(comm, value) \
    HEDDLE_OVER_(cr_assert, HEDDLE_SORTED, comm, value, 0)
#define cr_expect_all_equal(value) cr_expect_all_equal_on(MPI_COMM_WORLD, value)
#define cr_expect_all_equal_on(comm, value) \
    HEDDLE_OVER_(cr_expect, HEDDLE_ALL_EQUAL, comm, value, 0)
#define cr_expect_sum_eq(value, expected) cr_expect_sum_eq_on(MPI_COMM_WORLD, value, expected)
#define cr_expect_sum_eq_on(comm, value, expected) \
    HEDDLE_OVER_(cr_expect, HEDDLE_SUM, comm, value, expected)
#define cr_expect_sorted(value) cr_expect_sorted_on(MPI_COMM_WORLD, value)
#define cr_expect_sorted_on(comm, value) \
    HEDDLE_OVER_(cr_expect, HEDDLE_SORTED, comm, value, 0)

#ifdef HEDDLE_IN_PROCESS
#include <heddle/criterion_here.h>
#endif

#endif
