/* SPDX-License-Identifier: MIT */
/* What it takes that all ranks meet: one line per point. For many of them: HEDDLE_NP=1024.
 * bench/sync/crowd measures what as many bare threads need.
 *
 *   barrier, allreduce   of all ranks, of 8 bytes: microseconds
 *   memory               that a communicator takes that has been used for allreduces, for each of
 *                        its members: bytes of the process of rank 0, in which with Heddle all are
 *
 *   meeting [label]      prints: label pattern ranks median p10 p90 */
#include "points.h"

#include <unistd.h>

/* Meetings in a row: the first one also waits for ranks that come from somewhere else, and among
 * many of them that does not count. */
enum { MEETINGS = 20 };

enum { COMMUNICATORS = 20, USES = 64 };

static int rank, size;

static void meet(int times)
{
    int i;

    for (i = 0; i < times; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void add_on(MPI_Comm comm, int times)
{
    double own = rank, sum;
    int i;

    for (i = 0; i < times; i++)
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
}

static void add(int times)
{
    add_on(MPI_COMM_WORLD, times);
}

static double resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long all = 0, resident = 0;

    if (file == NULL || fscanf(file, "%ld %ld", &all, &resident) != 2)
        resident = 0;
    if (file != NULL)
        fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static void measure_memory(const char *label)
{
    MPI_Comm comms[COMMUNICATORS];
    double before, bytes;
    int i;

    MPI_Barrier(MPI_COMM_WORLD);
    before = resident_bytes();
    for (i = 0; i < COMMUNICATORS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        add_on(comms[i], USES);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    bytes = (resident_bytes() - before) / COMMUNICATORS / size;
    if (rank == 0)
        printf("%s memory %d %.0f %.0f %.0f\n", label, size, bytes, bytes, bytes);
    for (i = 0; i < COMMUNICATORS; i++)
        MPI_Comm_free(&comms[i]);
}

int main(int argc, char **argv)
{
    const char *label = argc > 1 ? argv[1] : "mpi";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    measure(MPI_COMM_WORLD, label, "barrier", size, meet, MEETINGS, MEETINGS);
    measure(MPI_COMM_WORLD, label, "allreduce", size, add, MEETINGS, MEETINGS);
    measure_memory(label);
    MPI_Finalize();
    return 0;
}
