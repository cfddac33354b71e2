/* SPDX-License-Identifier: MIT */
/* Reports of a job that waits for ranks whose function has returned: these are said to have
 * returned, and a rank that polls for their message learns that no rank can send it.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "../must.h"

enum { RANKS = 3, TURNS_MAX = 20 };

static int await_message(void *argument)
{
    int got = 0;

    (void)argument;
    if (heddle_rank() == 0)
        MPI_Recv(&got, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got;
}

static void those_that_have_returned_are_said_to(void)
{
    struct heddle_result result;

    must(heddle_run(NULL, RANKS, await_message, NULL, &result) == 65);
    fputs(result.report, stderr);
    must(strstr(result.report, "  rank 0: MPI_Recv, called in await_message") != NULL);
    must(strstr(result.report, "  ranks 1 and 2: its function has returned, and it ends") != NULL);
    heddle_result_free(&result);
}

static int poll_for_message(void *argument)
{
    int has_come = 0;

    (void)argument;
    while (heddle_rank() == 0 && !has_come)
        MPI_Iprobe(1, 3, MPI_COMM_WORLD, &has_come, MPI_STATUS_IGNORE);
    return 0;
}

/* The others have returned when the time is over, if the machine has let them run. */
static void a_poll_that_is_in_vain_is_told(void)
{
    const struct heddle_options options = {.timeout = 0.5};
    int i, is_told = 0;

    for (i = 0; i < TURNS_MAX && !is_told; i++) {
        struct heddle_result result;

        must(heddle_run(&options, RANKS, poll_for_message, NULL, &result) == 124);
        fputs(result.report, stderr);
        is_told = strstr(result.report, "if rank 0 polls for a message, no rank can send it") !=
                  NULL;
        heddle_result_free(&result);
    }
    must(is_told);
}

int main(void)
{
    those_that_have_returned_are_said_to();
    a_poll_that_is_in_vain_is_told();
    return 0;
}
