/* SPDX-License-Identifier: MIT */
/* With HEDDLE_CHECK the result of a job has its findings, each in a line of its own, and the error
 * that has ended it is one of them. They are counted by kind.
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

static int leaves_things(void *argument)
{
    MPI_Datatype types[2];
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &types[0]);
    MPI_Type_contiguous(3, MPI_INT, &types[1]);
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return argument != NULL;
}

static void findings_are_counted_by_kind(void)
{
    struct heddle_result result;

    must(heddle_run(NULL, 2, leaves_things, NULL, &result) == 0);
    must(heddle_result_found(&result, "mpi-leak") == 2);
    must(heddle_result_found(&result, "mpi-unreceived") == 1);
    must(heddle_result_found(&result, "mpi-race-window") == 0);
    must(heddle_result_found(&result, "mpi-race-thread") == 0);
    must(heddle_result_found(&result, "mpi-race") == -1);
    heddle_result_free(&result);
}

int main(void)
{
    const struct heddle_options options = {.name = "checked"};
    struct heddle_result result;

    findings_are_counted_by_kind();

    must(heddle_run(&options, 1, sends_to_nobody, NULL, &result) != 0);
    must(result.findings != NULL && strstr(result.findings, "MPI_Send: dest 9") != NULL);
    must(heddle_result_found(&result, "mpi-error") == 1);
    must(strchr(result.findings, '\n') == result.findings + strlen(result.findings) - 1);
    heddle_result_free(&result);
    return 0;
}
