/* SPDX-License-Identifier: MIT */
/* Between two groups one member is the root of an operation. When there is one in each group, both
 * are told so, and neither waits for ever. */
/* ranks: 2 4 */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static int ints[10000];
    char text[MPI_MAX_ERROR_STRING];
    int rank, size, code, length, wrong = 0, count, all, is_told;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (count = 1; count <= 10000; count *= 100) {
        MPI_Comm half, between;

        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &between);
        MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
        code = MPI_Bcast(ints, count, MPI_INT, rank < 2 ? MPI_ROOT : MPI_PROC_NULL, between);
        if (code == MPI_SUCCESS)
            code = MPI_Barrier(between);
        strcpy(text, "no error");
        if (code != MPI_SUCCESS)
            MPI_Error_string(code, text, &length);
        /* The sentence may be about two members other than these, also members whose groups have
         * the roots, and that name none. */
        is_told = strstr(text, ", and there is only one root") != NULL;
        if (strstr(text, "MPI_Bcast, root MPI_") == NULL ||
            (!is_told && (size == 2 || strstr(text, "root MPI_ROOT") == NULL))) {
            fprintf(stderr, "rank %d, %d ints: %s\n", rank, count, text);
            wrong = 1;
        }
        MPI_Comm_free(&half);
        MPI_Comm_free(&between);
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return all;
}
