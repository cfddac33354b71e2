/* SPDX-License-Identifier: MIT */
/* The words of a conformance test. A test file is a list of functions named as sentences and one
 * CASES(...) line; every rank runs every case, and rank 0 reports in TAP what all ranks found.
 * Nothing here needs more than mpi.h, so the tests compile with any MPI. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct check_case {
    const char *name;
    void (*run)(void);
};

/* Mutable globals: the ranks' privacy is what the program relies on. */
static int check_rank, check_size, check_failures;

static inline void check_failed(const char *file, int line, const char *what)
{
    const char *slash = strrchr(file, '/');

    check_failures++;
    fprintf(stderr, "# rank %d of %d: %s:%d: %s\n", check_rank, check_size,
            slash != NULL ? slash + 1 : file, line, what);
}

static inline void check_numbers(const char *file, int line, const char *text, long long got,
                                 long long expected)
{
    char what[512];

    if (got == expected)
        return;
    snprintf(what, sizeof what, "%s: %lld, expected %lld", text, got, expected);
    check_failed(file, line, what);
}

static inline void check_texts(const char *file, int line, const char *text, const char *got,
                               const char *expected)
{
    char what[1024];

    if (strcmp(got, expected) == 0)
        return;
    snprintf(what, sizeof what, "%s: \"%s\", expected \"%s\"", text, got, expected);
    check_failed(file, line, what);
}

static inline void check_classes(const char *file, int line, const char *text, int code,
                                 int expected)
{
    int class = code;

    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    check_numbers(file, line, text, class, expected);
}

/* Each goes on after a failure, so that all ranks meet again at the end of the case. */
#define check(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
#define check_equal(got, expected) check_numbers(__FILE__, __LINE__, #got, (got), (expected))
#define check_text(got, expected) check_texts(__FILE__, __LINE__, #got, (got), (expected))
/* The call's error class: check_class(MPI_Send(...), MPI_ERR_RANK). Errors must be returned. */
#define check_class(call, expected) check_classes(__FILE__, __LINE__, #call, (call), (expected))
#define check_ok(call) check_class(call, MPI_SUCCESS)

/* A rank's neighbours in the ring of all. */
static inline int right(void)
{
    return (check_rank + 1) % check_size;
}

static inline int left(void)
{
    return (check_rank + check_size - 1) % check_size;
}

/* What the errors of the world, and those of no object, do from here on. */
static inline void errors_return(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

static inline void errors_are_fatal(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static inline int check_run(const struct check_case cases[], int count, int argc, char **argv)
{
    int failed_cases = 0, is_initialized, i;

    MPI_Initialized(&is_initialized);
    if (!is_initialized)
        MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    if (check_rank == 0)
        printf("1..%d\n", count);
    for (i = 0; i < count; i++) {
        int all = 0;

        check_failures = 0;
        cases[i].run();
        MPI_Allreduce(&check_failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        failed_cases += all != 0;
        if (check_rank == 0) {
            printf("%s %d - %s\n", all == 0 ? "ok" : "not ok", i + 1, cases[i].name);
            fflush(stdout);
        }
    }
    MPI_Finalize();
    return failed_cases != 0;
}

/* CASES(first, second, ...): the functions to run, and the program's main. */
#define CASES(...)                                                                          \
    int main(int argc, char **argv)                                                         \
    {                                                                                       \
        static void (*const functions[])(void) = {__VA_ARGS__};                             \
        enum { count = sizeof functions / sizeof functions[0] };                            \
        static const char names[] = #__VA_ARGS__;                                           \
        char text[sizeof names], *name = text, *rest;                                       \
        struct check_case cases[count];                                                     \
        int i;                                                                              \
                                                                                            \
        memcpy(text, names, sizeof names);                                                  \
        for (i = 0; i < count; i++) {                                                       \
            name += strspn(name, ", \n");                                                   \
            rest = name + strcspn(name, ", \n");                                            \
            cases[i].name = name;                                                           \
            cases[i].run = functions[i];                                                    \
            name = *rest != '\0' ? rest + 1 : rest;                                         \
            *rest = '\0';                                                                   \
        }                                                                                   \
        return check_run(cases, count, argc, argv);                                         \
    }

#endif
