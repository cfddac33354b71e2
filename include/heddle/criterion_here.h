/* SPDX-License-Identifier: MIT */
/* A main that runs Criterion's tests in its own process, for debuggers and ThreadSanitizer: a part
 * of heddle/criterion.h with -DHEDDLE_IN_PROCESS, in one file of the program.
 *
 *     ./halo_test                          all tests
 *     ./halo_test 'halo/reaches*'          those whose suite/name matches the pattern
 *
 * A test that expects a signal or an exit code, a theory, or one with Criterion's parameters is
 * skipped, because it needs a process of its own. The status is 1 if a test has failed. */
#ifndef HEDDLE_CRITERION_HERE_H
#define HEDDLE_CRITERION_HERE_H

#include <criterion/logging.h>
#include <criterion/theories.h>
#include <fnmatch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The linker's names for the beginning and the end of Criterion's list of tests. */
extern struct criterion_test *__start_cr_tst[];
extern struct criterion_test *__stop_cr_tst[];

/* Criterion's, which talk to its own process. */
void criterion_internal_test_setup(void)
{
    if (heddle_criterion_here_->test->data->init != NULL)
        heddle_criterion_here_->test->data->init();
}

void criterion_internal_test_main(void (*function)(void))
{
    function();
}

void criterion_internal_test_teardown(void)
{
    if (heddle_criterion_here_->test->data->fini != NULL)
        heddle_criterion_here_->test->data->fini();
}

void cr_log(enum criterion_severity severity, const char *format, ...)
{
    va_list arguments;

    (void)severity;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void cr_theory_main(struct criterion_datapoints *lists, size_t count, void (*function)(void))
{
    (void)lists;
    (void)count;
    (void)function;
    criterion_skip_test("a theory needs a process of its own");
}

/* Returns the word for how the test went. */
static const char *heddle_criterion_run_here_(const struct criterion_test *test)
{
    struct heddle_criterion_here_ here;
    int end;

    if (test->data->disabled || test->data->kind_ != CR_TEST_NORMAL || test->data->signal != 0 ||
        test->data->exit_code != 0)
        return "SKIP";
    memset(&here, 0, sizeof here);
    here.test = test;
    heddle_criterion_here_ = &here;
    heddle_criterion_skipped_[0] = '\0';
    end = setjmp(here.end);
    if (end == 0)
        test->test();
    heddle_criterion_here_ = NULL;
    return end == 2 ? "SKIP" : end == 1 || here.failures > 0 ? "FAIL" : "PASS";
}

int main(int argc, char **argv)
{
    struct criterion_test **listed;
    int failed = 0;

    for (listed = __start_cr_tst; listed < __stop_cr_tst; listed++) {
        const char *name = *listed != NULL ? (*listed)->data->identifier_ : NULL;
        const char *word;

        if (name == NULL || (argc > 1 && fnmatch(argv[1], name, 0) != 0))
            continue;
        word = heddle_criterion_run_here_(*listed);
        failed += strcmp(word, "FAIL") == 0;
        printf("[%s] %s\n", word, name);
        fflush(stdout);
    }
    return failed > 0;
}

#ifdef __cplusplus
}
#endif
#endif
