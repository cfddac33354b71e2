/* SPDX-License-Identifier: MIT */
/* Calls that fail, end their rank, sleep or send late on purpose, so that a library's own error
 * paths can be tested.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -O2
 * sanitizer: no */
#include <heddle/faults.h>

#include "../must.h"

enum { RANKS = 3, TAG = 5, STATUS = 7 };

/* Returns the class of the first error. */
static int exchange(void)
{
    int rank = heddle_rank(), in = -1, err_class = MPI_SUCCESS;
    int err = MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % RANKS, TAG, &in, 1, MPI_INT,
                           (rank + RANKS - 1) % RANKS, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Error_class(err, &err_class);
    must(err_class == MPI_SUCCESS ? in == (rank + RANKS - 1) % RANKS : in == -1);
    return err_class;
}

static int fail_third_exchange(void *argument)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, err;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    heddle_fail_call("MPI_Sendrecv", 3, MPI_ERR_NO_MEM);
    must(exchange() == MPI_SUCCESS);
    must(exchange() == MPI_SUCCESS);
    must(exchange() == MPI_ERR_NO_MEM);
    must(exchange() == MPI_SUCCESS);
    heddle_no_faults();
    heddle_fail_call(NULL, 2, MPI_ERR_INTERN);
    must(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS);
    err = MPI_Barrier(MPI_COMM_WORLD);
    must(err != MPI_SUCCESS && MPI_Error_string(err, text, &length) == MPI_SUCCESS);
    must(strstr(text, "call 2 of MPI, in fail_third_exchange (call_faults.c:") != NULL);
    must(strstr(text, "fails on purpose") != NULL);
    return argument != NULL;
}

static int fail_fatally(void *argument)
{
    if (heddle_rank() == 2)
        heddle_fail_call("MPI_Barrier", 1, MPI_ERR_OTHER);
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

static int end_at_send(void *argument)
{
    if (heddle_rank() == 1)
        heddle_end_at_call("MPI_Sendrecv", 2, STATUS);
    for (int i = 0; i < 3; i++)
        exchange();
    return argument != NULL;
}

/* Rank 0 is late by its sleep in the second barrier, and its messages to rank 1 are. */
static int be_late(void *argument)
{
    double start;
    int in, out = 1;

    if (heddle_rank() == 0) {
        heddle_sleep_at_call("MPI_Barrier", 2, 0.2);
        heddle_delay_messages(1, 0.2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    must(MPI_Wtime() - start > 0.15);
    start = MPI_Wtime();
    if (heddle_rank() == 0)
        for (int dest = 2; dest > 0; dest--)
            MPI_Send(&out, 1, MPI_INT, dest, TAG, MPI_COMM_WORLD);
    else
        MPI_Recv(&in, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    must(heddle_rank() != 1 || MPI_Wtime() - start > 0.15);
    return argument != NULL;
}

static int fail_what_is_none(void *argument)
{
    heddle_fail_call("MPI_Sendrcv", 1, MPI_ERR_OTHER);
    return argument != NULL;
}

static int fail_before_the_first(void *argument)
{
    heddle_fail_call("MPI_Barrier", 0, MPI_ERR_OTHER);
    return argument != NULL;
}

/* ---- calls that never come ------------------------------------------------------------------- */

static int fail_what_never_comes(void *argument)
{
    if (heddle_rank() == 1)
        heddle_fail_call("MPI_Barrier", 100, MPI_ERR_OTHER);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

static int end_where_nothing_comes(void *argument)
{
    heddle_end_at_call(NULL, 1, 0);
    return argument != NULL;
}

/* Each of the two calls fails once. */
static int try_one_after_the_other(void *argument)
{
    int tries = 0, missed = 0;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int n = 1; missed == 0; n++) {
        int err;

        heddle_fail_call(NULL, n, MPI_ERR_OTHER);
        err = MPI_Barrier(MPI_COMM_SELF);
        if (err == MPI_SUCCESS)
            err = MPI_Barrier(MPI_COMM_SELF);
        missed = heddle_no_faults();
        must((err != MPI_SUCCESS) == (missed == 0));
        tries++;
    }
    must(tries == 3);
    return argument != NULL;
}

static void expect(heddle_function *function, int status, const char *text)
{
    struct heddle_result result;

    heddle_run(NULL, RANKS, function, NULL, &result);
    fprintf(stderr, "%d: %s\n", result.status, result.text);
    must(result.status == status);
    must(strstr(result.text, text) != NULL);
    must(strstr(result.text, "called.h") == NULL);
    heddle_result_free(&result);
}

/* A job that succeeds reports what happened on purpose, too, and leaves nothing unfreed. */
static void expect_told(heddle_function *function, const char *text)
{
    const struct heddle_options options = {.forbids_leaks = 1};
    struct heddle_result result;

    must(heddle_run(&options, RANKS, function, NULL, &result) == 0);
    fprintf(stderr, "%s\n", result.faults);
    must(strstr(result.faults, text) != NULL);
    must(!result.missed_faults);
    heddle_result_free(&result);
}

int main(void)
{
    must(heddle_run(NULL, RANKS, fail_third_exchange, NULL, NULL) == 0);
    expect(fail_fatally, MPI_ERR_OTHER,
           "rank 2: MPI_Barrier: call 1 of MPI_Barrier, in fail_fatally (call_faults.c:");
    expect(fail_before_the_first, 1, "call_faults.c:");
    expect(fail_what_never_comes, 1, "call 100 of MPI_Barrier was to fail on purpose, and only 2 "
                                     "came");
    expect(end_where_nothing_comes, 1, "call 1 of MPI was to end the rank on purpose");
    expect_told(try_one_after_the_other, "call 1 of MPI, in try_one_after_the_other");
    expect(fail_what_is_none, 1, "a call of MPI_Sendrcv is to do something on purpose, and it is "
                                 "no function of MPI");
    expect(end_at_send, STATUS, "rank 1 ended with exit status 7, without MPI_Finalize");
    expect(end_at_send, STATUS, "(on purpose, in rank 1: it ends at call 2 of MPI_Sendrecv, in "
                                "exchange (call_faults.c:");
    expect_told(be_late, "(on purpose, in rank 0: it sleeps 0.2 s at call 2 of MPI_Barrier, in "
                         "be_late (call_faults.c:");
    expect_told(be_late, "; in rank 0: its messages to rank 1 are 0.2 s late)");
    return 0;
}
