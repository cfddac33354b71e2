/* SPDX-License-Identifier: MIT */
/* Each rank looks at memory that it has not set, in a function of its copy. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int is_large(const int *value)
{
    if (*value > 3)
        return 1;
    return 0;
}

int main(void)
{
    int *memory = malloc(sizeof *memory), rank, one = 1, sum;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "%s", is_large(memory) ? "" : " ");
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks have looked\n", sum);
    free(memory);
    MPI_Finalize();
    return 0;
}
