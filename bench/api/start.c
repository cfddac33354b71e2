/* SPDX-License-Identifier: MIT */
/* Starts and ends; what that takes is measured from outside. It prints the kilobytes of memory of
 * a rank when all have met, as the kernel divides shared pages between processes (Pss).
 *
 * Plain MPI.
 *
 *   start [label]     prints: label memory ranks kilobytes */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double kilobytes_of_process(void)
{
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    double found = 0;

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "Pss:", 4) == 0)
            found = atof(line + 4);
    if (file != NULL)
        fclose(file);
    return found;
}

/* Ranks may share a process: only the first of them counts. */
int main(int argc, char **argv)
{
    double own, sum;
    int rank, size, first, process = (int)getpid();
    int *processes;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    processes = malloc((size_t)size * sizeof *processes);
    MPI_Gather(&process, 1, MPI_INT, processes, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(processes, size, MPI_INT, 0, MPI_COMM_WORLD);
    for (first = 0; processes[first] != process; first++)
        continue;
    free(processes);
    own = first == rank ? kilobytes_of_process() : 0;
    MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s memory %d %.1f\n", argc > 1 ? argv[1] : "mpi", size, sum / size);
    MPI_Finalize();
    return 0;
}
