/* SPDX-License-Identifier: MIT */
/* As much of Criterion as our tests use, for machines without it, and for builds where it cannot
 * be: with the thread sanitizer, which keeps addresses for itself at which Criterion shares memory
 * between its processes, and under an emulator. Each test runs in a forked process. Included once,
 * by the test's only file: it also defines main. */
#ifndef PLAIN_CRITERION_H
#define PLAIN_CRITERION_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct plain_options {
    int none;
    void (*init)(void);
    void (*fini)(void);
    double timeout;
    int signal;
    int exit_code;
    int ranks; /* these are the words of heddle/criterion.h */
    const char *counts;
    int thread_level;
    int forbids_leaks;
    int tolerates_findings;
};

/* A test, or a suite when it has no body. */
struct plain_entry {
    const char *suite;
    const char *name;
    void (*body)(void);
    struct plain_options options;
    struct plain_entry *next;
};

static struct plain_entry *plain_entries, **plain_end = &plain_entries;

static inline void plain_add(struct plain_entry *entry)
{
    *plain_end = entry;
    plain_end = &entry->next;
}

#define PLAIN_ADD(of_suite, of_name, function, of_body, ...)                             \
    __attribute__((constructor)) static void function(void)                              \
    {                                                                                    \
        static struct plain_entry entry = {                                              \
            .suite = #of_suite, .name = #of_name, .body = (of_body),                     \
            .options = {.none = 0, __VA_ARGS__}};                                        \
                                                                                         \
        plain_add(&entry);                                                               \
    }

#define TestSuite(suite, ...) PLAIN_ADD(suite, , suite##_plain_suite, NULL, __VA_ARGS__)
#define Test(suite, name, ...)                                                           \
    static void suite##_##name##_body(void);                                             \
    PLAIN_ADD(suite, name, suite##_##name##_plain, suite##_##name##_body, __VA_ARGS__)   \
    static void suite##_##name##_body(void)

/* ---- assertions: the first that fails ends the test, in whichever thread --------------------- */

#ifndef PLAIN_LEAVE
#define PLAIN_LEAVE(file, line) _exit(1)
#endif

static inline _Noreturn void plain_fail(const char *file, int line, const char *what,
                                        const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s:%d: this must hold: %s: ", file, line, what);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    PLAIN_LEAVE(file, line);
    abort();
}

#define cr_assert(condition, ...) \
    ((condition) ? (void)0 : plain_fail(__FILE__, __LINE__, #condition, "" __VA_ARGS__))
#define cr_assert_fail(...) plain_fail(__FILE__, __LINE__, "not to come here", "" __VA_ARGS__)
#define cr_assert_not(condition, ...) cr_assert(!(condition), __VA_ARGS__)
#define cr_assert_eq(one, other, ...) cr_assert((one) == (other), __VA_ARGS__)
#define cr_assert_neq(one, other, ...) cr_assert((one) != (other), __VA_ARGS__)
#define cr_assert_lt(one, other, ...) cr_assert((one) < (other), __VA_ARGS__)
#define cr_assert_leq(one, other, ...) cr_assert((one) <= (other), __VA_ARGS__)
#define cr_assert_gt(one, other, ...) cr_assert((one) > (other), __VA_ARGS__)
#define cr_assert_geq(one, other, ...) cr_assert((one) >= (other), __VA_ARGS__)
#define cr_assert_null(pointer, ...) cr_assert((pointer) == NULL, __VA_ARGS__)
#define cr_assert_not_null(pointer, ...) cr_assert((pointer) != NULL, __VA_ARGS__)
#define cr_assert_str_eq(one, other, ...) cr_assert(strcmp(one, other) == 0, __VA_ARGS__)
#define cr_assert_arr_eq(one, other, bytes, ...) \
    cr_assert(memcmp(one, other, bytes) == 0, __VA_ARGS__)

/* Here, an expectation that fails ends the test, too. */
#define cr_expect cr_assert
#define cr_expect_eq cr_assert_eq
#define cr_expect_str_eq cr_assert_str_eq

#define cr_log_info(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr))

enum { PLAIN_SKIPPED = 77 }; /* a test's exit status */

static inline _Noreturn void plain_skip(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    _exit(PLAIN_SKIPPED);
}

#define cr_skip_test(...) plain_skip("" __VA_ARGS__)

/* ---- running -------------------------------------------------------------------------- */

static inline struct plain_options plain_suite_of(const struct plain_entry *test)
{
    for (const struct plain_entry *entry = plain_entries; entry != NULL; entry = entry->next)
        if (entry->body == NULL && strcmp(entry->suite, test->suite) == 0)
            return entry->options;
    return (struct plain_options){.none = 0};
}

static inline void plain_run_here(const struct plain_entry *test, double timeout)
{
    const struct plain_options suite = plain_suite_of(test), *own = &test->options;

    if (own->timeout > 0 || suite.timeout > 0)
        timeout = own->timeout > 0 ? own->timeout : suite.timeout;
    alarm((unsigned)(4 * timeout)); /* the sanitizer takes its time */
    if (own->init != NULL || suite.init != NULL)
        (own->init != NULL ? own->init : suite.init)();
    test->body();
    if (own->fini != NULL || suite.fini != NULL)
        (own->fini != NULL ? own->fini : suite.fini)();
    exit(0);
}

enum plain_outcome { PLAIN_FAILS, PLAIN_PASSES, PLAIN_IS_SKIPPED };

static inline enum plain_outcome plain_run(const struct plain_entry *test, double timeout)
{
    pid_t child = fork();
    int status;

    if (child == 0)
        plain_run_here(test, timeout);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return PLAIN_FAILS;
    if (WIFEXITED(status) && WEXITSTATUS(status) == PLAIN_SKIPPED)
        return PLAIN_IS_SKIPPED;
    if (test->options.signal != 0)
        return WIFSIGNALED(status) && WTERMSIG(status) == test->options.signal;
    return WIFEXITED(status) && WEXITSTATUS(status) == test->options.exit_code;
}

int main(int argc, char **argv)
{
    FILE *report = stdout;
    double timeout = 0;
    int count = 0, failed = 0;

    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--tap=", strlen("--tap=")) == 0)
            report = fopen(argv[i] + strlen("--tap="), "w");
        else if (strcmp(argv[i], "--timeout") == 0 && i + 1 < argc)
            timeout = strtod(argv[++i], NULL);
    }
    if (report == NULL)
        return 1;
    setvbuf(report, NULL, _IONBF, 0); /* nothing that a child could write again */
    for (const struct plain_entry *entry = plain_entries; entry != NULL; entry = entry->next) {
        if (entry->body == NULL)
            continue;
        enum plain_outcome outcome = plain_run(entry, timeout);

        failed += outcome == PLAIN_FAILS;
        fprintf(report, "%sok %d - %s::%s%s\n", outcome == PLAIN_FAILS ? "not " : "", ++count,
                entry->suite, entry->name, outcome == PLAIN_IS_SKIPPED ? " # SKIP" : "");
    }
    fprintf(report, "1..%d\n", count);
    return failed != 0;
}

#endif
