/* SPDX-License-Identifier: MIT */
/* A job without a name that ends in a deadlock is reported with the library's name once.
 *
 * launch: alone
 * ranks: 1
 * options: -O0
 * expect-status: 65
 * expect-stderr: ^heddle: deadlock: the job is ended with status 65$ */
#include <heddle.h>
#include <mpi.h>
#include <stddef.h>

static int receive(void *argument)
{
    int got;

    (void)argument;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

int main(void)
{
    return heddle_run(NULL, 2, receive, NULL, NULL);
}
