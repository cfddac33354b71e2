/* SPDX-License-Identifier: MIT */
/* With HEDDLE_CHECK the result of a job has its findings, each in a line of its own, and the error
 * that has ended it is one of them.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * environment: HEDDLE_CHECK=1
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <string.h>

#include "../must.h"

static int sends_to_nobody(void *argument)
{
    MPI_Send(NULL, 0, MPI_INT, 9, 0, MPI_COMM_WORLD);
    return argument != NULL;
}

int main(void)
{
    const struct heddle_options options = {.name = "checked"};
    struct heddle_result result;

    must(heddle_run(&options, 1, sends_to_nobody, NULL, &result) != 0);
    must(result.findings != NULL && strstr(result.findings, "MPI_Send: dest 9") != NULL);
    must(strchr(result.findings, '\n') == result.findings + strlen(result.findings) - 1);
    heddle_result_free(&result);
    return 0;
}
