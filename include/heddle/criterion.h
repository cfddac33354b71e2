/* SPDX-License-Identifier: MIT */
/* MPI jobs as Criterion tests.
 *
 *     #include <heddle/criterion.h>
 *
 *     MPI_Test(halo, reaches_both_neighbours, .ranks = 4)
 *     {
 *         ...                                     each of the four ranks runs this
 *         cr_assert_eq(left, rank - 1);           in any rank; a failure names it and ends the job
 *     }
 *
 *     MPI_ParameterizedTest(halo, works_for_any_number_of_ranks, .counts = "1 2 3 4 7")
 *     {
 *         ...
 *     }
 *
 * MPI_Test is also a function of MPI. A file that calls the function must define HEDDLE_LONG_NAMES
 * before it includes this header, and use MPI_TestCase and MPI_ParameterizedTestCase instead.
 *
 * Build with `mpicc test.c -lcriterion`. MPI is initialized before the body and finalized after it.
 * The parameters of Criterion's Test (.timeout, .signal, .exit_code, .init, .fini, .disabled,
 * .description) are accepted, too; .init and .fini run in the test's process, outside of the ranks.
 * A rank's abort fails the test, unless .signal = SIGABRT; its segmentation fault ends the process.
 * .exit_code is the job's status; cr_skip_test in a rank skips the test. .thread_level is passed to
 * MPI_Init_thread. With .forbids_leaks = 1 the test fails if handles are not freed or messages not
 * received before MPI_Finalize. Shortly before the timeout of the test, or of its suite, the job is
 * ended and reported. Use MPI_Run to run a function as a job inside Theory or Test, or with
 * arguments: MPI_Run(4, function, argument, .timeout = 5). */
#ifndef HEDDLE_CRITERION_H
#define HEDDLE_CRITERION_H

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <criterion/theories.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <heddle.h>
#include <mpi.h>

#ifdef __cplusplus
#include <cxxabi.h>
#include <exception>
#endif

#if defined __has_attribute && __has_attribute(heddle_shared)
#define HEDDLE_SHARED_ __attribute__((weak, heddle_shared))
#else
#define HEDDLE_SHARED_ __attribute__((weak))
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
    const char *counts; /* numbers of ranks for MPI_ParameterizedTest; NULL: "1 2 3 4 7" */
    int thread_level;   /* MPI_THREAD_..., 0: MPI_THREAD_SINGLE */
    int forbids_leaks;  /* not 0: what is not freed before MPI_Finalize fails the test */
};

#ifdef __cplusplus
extern "C" {
#else
_Static_assert(offsetof(struct heddle_mpi_test, data) ==
                   offsetof(struct criterion_test_extra_data, data),
               "another Criterion than this header was written for");
#endif

/* One thread at a time sends messages to Criterion; each message names its rank. */
extern pthread_mutex_t heddle_criterion_lock_;
extern int heddle_criterion_failures_;
extern unsigned heddle_criterion_passed_; /* assertions in ranks that Criterion has yet to count */
extern char heddle_criterion_skipped_[256]; /* why a rank skips the test; "": it does not */
HEDDLE_SHARED_ pthread_mutex_t heddle_criterion_lock_ = PTHREAD_MUTEX_INITIALIZER;
HEDDLE_SHARED_ int heddle_criterion_failures_ = 0;
HEDDLE_SHARED_ unsigned heddle_criterion_passed_ = 0;
HEDDLE_SHARED_ char heddle_criterion_skipped_[256] = "";

static inline char *heddle_criterion_text_(const char *message)
{
    const char *said = message != NULL ? message : "";
    char *text = NULL;

    if (heddle_rank() < 0)
        return cr_asprintf(&text, "%s", said) >= 0 ? text : NULL;
    return cr_asprintf(&text, "rank %d: %s", heddle_rank(), said) >= 0 ? text : NULL;
}

static inline void heddle_criterion_send_(struct criterion_assert_stats *stats)
{
    struct criterion_assert_stats sent = *stats;
    char *text = heddle_criterion_text_(stats->message);

    sent.message = text != NULL ? text : stats->message;
    pthread_mutex_lock(&heddle_criterion_lock_);
    if (!stats->passed)
        heddle_criterion_failures_++;
    criterion_send_assert(&sent);
    pthread_mutex_unlock(&heddle_criterion_lock_);
    cr_asprintf_free(text);
}

static inline void heddle_criterion_pass_(void)
{
    if (heddle_rank() < 0)
        cri_asserts_passed_incr();
    else
        __atomic_fetch_add(&heddle_criterion_passed_, 1, __ATOMIC_RELAXED);
}

static inline void heddle_criterion_count_passed_(void)
{
    while (heddle_criterion_passed_ > 0) {
        heddle_criterion_passed_--;
        cri_asserts_passed_incr();
    }
}

__attribute__((noreturn)) static inline void heddle_criterion_abort_(const char *file, int line)
{
    if (heddle_rank() < 0)
        criterion_abort_test();
    heddle_fail(file, line, "an assertion failed");
}

/* Skips the test: the first rank that calls it gives the reason and ends the job. */
__attribute__((noreturn, format(printf, 3, 4))) static inline void
heddle_criterion_skip_(const char *file, int line, const char *format, ...)
{
    char text[sizeof heddle_criterion_skipped_];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (heddle_rank() < 0)
        criterion_skip_test("%s", text);
    pthread_mutex_lock(&heddle_criterion_lock_);
    if (heddle_criterion_skipped_[0] == '\0')
        strcpy(heddle_criterion_skipped_, text[0] != '\0' ? text : "by a rank");
    pthread_mutex_unlock(&heddle_criterion_lock_);
    heddle_fail(file, line, "the test is to be skipped");
}

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

/* Runs a job as a test or as part of one. A job that ends early fails the test. */
static inline void heddle_criterion_run_(const char *file, int line, const char *name, int ranks,
                                         const struct heddle_mpi_test *test,
                                         heddle_function *function, void *argument)
{
    struct heddle_options options;
    struct heddle_result result;
    struct criterion_assert_stats stats;
    char *text = NULL;
    int failures = heddle_criterion_failures_;

    memset(&options, 0, sizeof options);
    options.name = name;
    options.timeout = heddle_criterion_share_(heddle_criterion_timeout_(test));
    options.thread_level = test->thread_level;
    options.forbids_leaks = test->forbids_leaks;
    heddle_run(&options, ranks, function, argument, &result);
    heddle_criterion_count_passed_();
    /* The test expects this signal or status. */
    if (test->signal != 0 && test->signal == result.signal)
        raise(result.signal);
    if (test->exit_code != 0 && test->exit_code == result.status)
        exit(result.status);
    if (result.report != NULL)
        cr_log_error("%s", result.report);
    if (result.leaks != NULL)
        cr_log_warn("%s", result.leaks);
    if (failures != heddle_criterion_failures_)
        heddle_criterion_skipped_[0] = '\0'; /* a failure takes precedence */
    else if (result.status != 0 && heddle_criterion_skipped_[0] == '\0') {
        if (result.text == NULL)
            cr_asprintf(&text, "the job of %d ranks ended with status %d", ranks, result.status);
        memset(&stats, 0, sizeof stats);
        stats.message = text != NULL ? text : result.text;
        stats.file = file;
        stats.line = (unsigned)line;
        heddle_criterion_send_(&stats);
        cr_asprintf_free(text);
    }
    failures = result.status;
    heddle_result_free(&result);
    if (heddle_criterion_skipped_[0] != '\0')
        criterion_skip_test("%s", heddle_criterion_skipped_);
    if (failures != 0)
        criterion_abort_test();
}

static inline void heddle_criterion_forget_(struct criterion_test_params *given)
{
    cr_free(given->params);
}

/* Parses the numbers of ranks. A word that is no number becomes an invalid one, which heddle_run
 * rejects. */
static inline struct criterion_test_params heddle_criterion_counts_(const char *text)
{
    const char *word = text != NULL ? text : "1 2 3 4 7";
    int *counts = (int *)cr_malloc((strlen(word) / 2 + 1) * sizeof *counts);
    size_t length = 0;
    char *end;

    for (word += strspn(word, " ,"); *word != '\0'; word = end + strspn(end, " ,")) {
        counts[length++] = (int)strtol(word, &end, 10);
        if (end == word)
            break;
    }
    return cr_make_param_array(int, counts, length, heddle_criterion_forget_);
}

#ifdef __cplusplus
}
#endif

/* Runs `int function(void *argument)` as a job of that many ranks, from a Test or a Theory.
 * Parameters of MPI_Test may follow. */
#define MPI_Run(ranks, function, ...) \
    CR_EXPAND(HEDDLE_RUN_(ranks, function, __VA_ARGS__, .sentinel_ = 0))
#define HEDDLE_RUN_(ranks, function, argument, ...)                                        \
    do {                                                                                   \
        const struct heddle_mpi_test heddle_test =                                         \
            CR_EXPAND(CRITERION_MAKE_STRUCT(heddle_mpi_test, __VA_ARGS__));                \
        heddle_criterion_run_(__FILE__, __LINE__, #function, ranks, &heddle_test, function, \
                              argument);                                                   \
    } while (0)

#ifdef __cplusplus
#define HEDDLE_BODY_(body)                                                                 \
    try {                                                                                  \
        body();                                                                            \
    } catch (const std::exception &e) {                                                    \
        heddle_fail(__FILE__, __LINE__, "caught an unexpected exception: %s", e.what());   \
    } catch (const abi::__forced_unwind &) { /* pthread_exit */                            \
        throw;                                                                             \
    } catch (...) {                                                                        \
        heddle_fail(__FILE__, __LINE__, "caught an exception that is no std::exception");  \
    }
#else
#define HEDDLE_BODY_(body) body();
#endif

#define HEDDLE_TEST_BASE_(Kind, Param, Suite, Name, ...)                                    \
    static void CR_IDENTIFIER_(Suite, Name, body)(void);                                   \
    static int CR_IDENTIFIER_(Suite, Name, function)(void *unused)                         \
    {                                                                                      \
        (void)unused;                                                                      \
        HEDDLE_BODY_(CR_IDENTIFIER_(Suite, Name, body))                                    \
        return 0;                                                                          \
    }                                                                                      \
    CR_TEST_TRAMPOLINE_(Suite, Name)                                                       \
    struct heddle_mpi_test CR_IDENTIFIER_(Suite, Name, extra) =                            \
        CR_EXPAND(CRITERION_MAKE_STRUCT(heddle_mpi_test,                                   \
                                        .compiler_ = CR_COMPILER_,                         \
                                        .lang_ = CR_LANG,                                  \
                                        .kind_ = Kind,                                     \
                                        .param_ = Param,                                   \
                                        .identifier_ = #Suite "/" #Name,                   \
                                        .file_ = __FILE__,                                 \
                                        .line_ = __LINE__,                                 \
                                        __VA_ARGS__));                                     \
    struct criterion_test CR_IDENTIFIER_(Suite, Name, meta) = {                            \
        #Name, #Suite, CR_IDENTIFIER_(Suite, Name, jmp),                                   \
        (struct criterion_test_extra_data *)&CR_IDENTIFIER_(Suite, Name, extra)};          \
    CR_ATTRIBUTE(used)                                                                     \
    CR_SECTION_("cr_tst")                                                                  \
    struct criterion_test *CR_IDENTIFIER_(Suite, Name, ptr) =                              \
        &CR_IDENTIFIER_(Suite, Name, meta) CR_SECTION_SUFFIX_;

#define HEDDLE_TEST_(Suite, Name, ...)                                                      \
    CR_TEST_PROTOTYPE_(Suite, Name);                                                       \
    HEDDLE_TEST_BASE_(CR_TEST_NORMAL, (struct criterion_test_params (*)(void))NULL, Suite, \
                      Name, __VA_ARGS__)                                                   \
    CR_TEST_PROTOTYPE_(Suite, Name)                                                        \
    {                                                                                      \
        const struct heddle_mpi_test *test = &CR_IDENTIFIER_(Suite, Name, extra);          \
        heddle_criterion_run_(test->file_, (int)test->line_, test->identifier_,            \
                              test->ranks != 0 ? test->ranks : 2, test,                    \
                              CR_IDENTIFIER_(Suite, Name, function), NULL);                \
    }                                                                                      \
    static void CR_IDENTIFIER_(Suite, Name, body)(void)

#define HEDDLE_PARAMETERIZED_(Suite, Name, ...)                                             \
    CR_PARAM_TEST_PROTOTYPE_(int *, Suite, Name);                                          \
    static struct criterion_test_params CR_IDENTIFIER_(Suite, Name, param)(void);          \
    HEDDLE_TEST_BASE_(CR_TEST_PARAMETERIZED, CR_IDENTIFIER_(Suite, Name, param), Suite,    \
                      Name, __VA_ARGS__)                                                   \
    static struct criterion_test_params CR_IDENTIFIER_(Suite, Name, param)(void)           \
    {                                                                                      \
        return heddle_criterion_counts_(CR_IDENTIFIER_(Suite, Name, extra).counts);        \
    }                                                                                      \
    CR_PARAM_TEST_PROTOTYPE_(int *ranks, Suite, Name)                                      \
    {                                                                                      \
        const struct heddle_mpi_test *test = &CR_IDENTIFIER_(Suite, Name, extra);          \
        heddle_criterion_run_(test->file_, (int)test->line_, test->identifier_, *ranks,    \
                              test, CR_IDENTIFIER_(Suite, Name, function), NULL);          \
    }                                                                                      \
    static void CR_IDENTIFIER_(Suite, Name, body)(void)

#define MPI_TestCase(...) CR_EXPAND(HEDDLE_TEST_(__VA_ARGS__, .sentinel_ = 0))
#define MPI_ParameterizedTestCase(...) CR_EXPAND(HEDDLE_PARAMETERIZED_(__VA_ARGS__, .sentinel_ = 0))
#ifndef HEDDLE_LONG_NAMES
#define MPI_Test(...) MPI_TestCase(__VA_ARGS__)
#define MPI_ParameterizedTest(...) MPI_ParameterizedTestCase(__VA_ARGS__)
#endif

/* From here on Criterion's assertions use these functions. */
#undef CR_FAIL_ABORT_
#define CR_FAIL_ABORT_() heddle_criterion_abort_(__FILE__, __LINE__)
#define criterion_send_assert(stats) heddle_criterion_send_(stats)
#define cri_asserts_passed_incr() heddle_criterion_pass_()
#define criterion_skip_test(...) heddle_criterion_skip_(__FILE__, __LINE__, __VA_ARGS__)

#endif
