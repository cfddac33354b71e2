/* SPDX-License-Identifier: MIT */
/* A rank that computes for ever is named after the job's time, with its stack, and left behind; the
 * next job runs.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile int zero;

static __attribute__((noinline)) void iterate(void)
{
    while (zero == 0)
        usleep(1000);
}

static int compute(void *argument)
{
    if (heddle_rank() == 2)
        iterate();
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

static int sum_up(void *argument)
{
    int one = 1, sum;

    (void)argument;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum == 4 ? 0 : 1;
}

int main(void)
{
    const struct heddle_options options = {.timeout = 5, .name = "endless"};
    struct heddle_result result;

    if (heddle_run(&options, 4, compute, NULL, &result) != 124)
        return 1;
    for (int i = 0; i < 4; i++)
        if (result.rank[i].end != (i == 2 ? HEDDLE_LEFT : HEDDLE_UNWOUND))
            return 2;
    fprintf(stderr, "%s\n", result.text);
    if (strstr(result.text, "has not ended within its 5 seconds") == NULL ||
        strstr(result.text, "left behind: rank 2") == NULL)
        return 3;
    fputs(result.report, stderr);
    if (strstr(result.report, "  rank 2: runs\n") == NULL ||
        strstr(result.report, "    at iterate (rank_left_behind.c:") == NULL ||
        strstr(result.report, "  ranks 0, 1 and 3: waits for rank 2 to take part, on MPI_") == NULL)
        return 4;
    heddle_result_free(&result);
    return heddle_run(NULL, 4, sum_up, NULL, NULL);
}
