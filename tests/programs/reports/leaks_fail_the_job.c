/* SPDX-License-Identifier: MIT */
/* HEDDLE_LEAKS=3: a job that leaves a message, a request or an object behind fails. */
/* ranks: 2 */
/* options: -O0 */
/* mpich: no */
/* environment: HEDDLE_LEAKS=3 ASAN_OPTIONS=detect_leaks=0 */
/* arguments: nothing */
/* variant: message; arguments: message; expect-status: 1; expect-stderr: 1 unreceived message, */
/* variant: request; arguments: request; expect-status: 1; expect-stderr: 2 requests, made */
/* variant: object; arguments: object; expect-status: 1; expect-stderr: status 1 .HEDD */
/* variant: told; arguments: object; environment: HEDDLE_LEAKS=2; expect-stderr: 2 datatypes, */
/* variant: other; arguments: other; expect-status: 7; expect-stderr: 2 datatypes, made in main */
#include <mpi.h>
#include <stddef.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Request request;
    MPI_Datatype type;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "message") == 0 && rank == 0)
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (strcmp(argv[1], "request") == 0) {
        MPI_Irecv(NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
        MPI_Send(NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    }
    if (strcmp(argv[1], "object") == 0 || strcmp(argv[1], "other") == 0)
        MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Finalize();
    return strcmp(argv[1], "other") == 0 ? 7 : 0;
}
