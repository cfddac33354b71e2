/* SPDX-License-Identifier: MIT */
/* A call of a null function is reported where it was made. A job without a timeout of its own has
 * that of HEDDLE_TIMEOUT.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -O2
 * environment: HEDDLE_TIMEOUT=10
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "../must.h"

static int (*volatile none)(int);

static __attribute__((noinline)) int call_none(int number)
{
    return none(number) + 1;
}

static int call(void *argument)
{
    int number = heddle_rank() == 1 ? call_none(1) : 0;

    MPI_Barrier(MPI_COMM_WORLD);
    return number + (argument != NULL);
}

static void a_null_function_is_reported_where_it_was_called(void)
{
    const struct heddle_options options = {.survives_faults = 1};
    struct heddle_result result;

    must(heddle_run(&options, 2, call, NULL, &result) == 139);
    fprintf(stderr, "%s\n%s\n", result.text, result.report);
    must(strstr(result.text, "rank 1: a call of address ") == result.text);
    must(strstr(result.text, "where no function is (signal 11), in call_none (null_function.c:"));
    must(strstr(result.report, "\n    at call_none (null_function.c:") != NULL);
    must(strstr(result.report, "\n    at call (null_function.c:") != NULL);
    heddle_result_free(&result);
}

static int compute_on(void *argument)
{
    MPI_Barrier(MPI_COMM_WORLD);
    for (;;)
        MPI_Comm_rank(MPI_COMM_WORLD, (int *)argument);
    return 0;
}

static void the_environments_timeout_is_that_of_jobs(void)
{
    static int rank; /* the rank that is left behind still writes here */
    struct heddle_result result;

    must(heddle_run(NULL, 1, compute_on, &rank, &result) == 124);
    must(strstr(result.text, "has not ended within its 10 seconds") != NULL);
    heddle_result_free(&result);
}

int main(void)
{
    a_null_function_is_reported_where_it_was_called();
    the_environments_timeout_is_that_of_jobs();
    return 0;
}
