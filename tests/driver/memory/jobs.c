/* SPDX-License-Identifier: MIT */
/* Jobs inside a program, one after another. In each the n-th request fails: the job runs well, or
 * its result says that there was no memory. */
#include "memory.h"

#include <heddle.h>

enum { JOBS = 4, RANKS = 3 };

static int add_up(void *argument)
{
    int one = 1, sum = 0, mine;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    if (MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return sum == RANKS ? 0 : 99;
}

/* Whether it ended well; if not, its text must tell that there was no memory. */
static int run_job(void)
{
    struct heddle_result result;
    int status = heddle_run(NULL, RANKS, add_up, NULL, &result);

    if (status != 0) {
        fprintf(stderr, "job ends with %d: %s\n", status,
                result.text != NULL ? result.text : "no memory for a sentence");
        if (status == 99)
            exit(99);
    }
    heddle_result_free(&result);
    return status == 0;
}

int main(void)
{
    int failed = 0;

    for (int i = 0; i < JOBS; i++)
        failed += !run_job();
    return failed > 0 ? 3 : 0;
}
