/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Finalize, seventh program: at least rank 0 returns, goes on
 * without MPI, and writes the results. What may be asked at any time may be asked then. */
/* ranks: 2 5 */
/* expect-stdout: results: 3\.1, initialized 1, finalized 1 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, initialized = 0, finalized = 0, version = 0, subversion = -1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalize();
    if (rank == 0) {
        FILE *results = fopen("outfile", "w+");
        float value = 0;

        if (results == NULL)
            return 1;
        fprintf(results, "%.1f\n", 3.1);
        rewind(results);
        if (fscanf(results, "%f", &value) != 1)
            return 2;
        fclose(results);
        remove("outfile");
        MPI_Initialized(&initialized);
        MPI_Finalized(&finalized);
        if (MPI_Get_version(&version, &subversion) != MPI_SUCCESS || version < 1)
            return 3;
        printf("results: %.1f, initialized %d, finalized %d\n", value, initialized, finalized);
    }
    exit(0);
}
