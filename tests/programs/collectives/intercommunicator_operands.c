/* SPDX-License-Identifier: MIT */
/* A reduce between two groups whose members disagree about type, length or operation tells how. */
/* ranks: 2 5 */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, wrong;

/* Rank 0 is the root of the other group's operands. */
static void reduce(int count, MPI_Datatype type, MPI_Op op, const char *expected)
{
    double sent[2] = {0};
    int received[2];
    char text[MPI_MAX_ERROR_STRING] = "no error";
    int code, length;
    MPI_Comm half, between;

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 0, &between);
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    if (rank == 0)
        code = MPI_Reduce(NULL, received, 1, MPI_INT, MPI_SUM, MPI_ROOT, between);
    else
        code = MPI_Reduce(sent, NULL, count, type, op, 0, between);
    if (code != MPI_SUCCESS)
        MPI_Error_string(code, text, &length);
    if (strstr(text, expected) == NULL) {
        fprintf(stderr, "rank %d: %s\n", rank, text);
        wrong = 1;
    }
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    reduce(1, MPI_FLOAT, MPI_SUM, "with another datatype: MPI_");
    reduce(1, MPI_DOUBLE, MPI_SUM, "with another datatype: MPI_");
    reduce(2, MPI_INT, MPI_SUM, "with data of another length: ");
    reduce(1, MPI_INT, MPI_MAX, "with another operation");
    MPI_Finalize();
    return wrong;
}
