/* SPDX-License-Identifier: MIT */
/* The benchmark spawns 1, 4 and 16 ranks of the same executable. It prints medians in microseconds,
 * from the call of MPI_Comm_spawn to its return (started), to the end of a barrier with the new
 * ranks (met), and to the end of the disconnect (gone). It also prints how long a message to a
 * spawned rank and back takes, and one within the job, in nanoseconds. Run it with one rank, or
 * with two for the messages within the job, on MPI_COMM_WORLD and on a duplicate of it: only the
 * handles of predefined communicators are found without a look-up. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../by_value.h"

enum { LOOPS = 200, POINTS = 3, MESSAGES = 100000 };

static double median(double values[LOOPS])
{
    qsort(values, LOOPS, sizeof *values, by_value);
    return values[LOOPS / 2];
}

static void spawn_once(const char *program, int ranks, double us[POINTS])
{
    double start = MPI_Wtime();
    int talks = 0;
    MPI_Comm children;

    MPI_Comm_spawn(program, MPI_ARGV_NULL, ranks, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children,
                   MPI_ERRCODES_IGNORE);
    us[0] = (MPI_Wtime() - start) * 1e6;
    MPI_Bcast(&talks, 1, MPI_INT, MPI_ROOT, children);
    MPI_Barrier(children);
    us[1] = (MPI_Wtime() - start) * 1e6;
    MPI_Comm_disconnect(&children);
    us[2] = (MPI_Wtime() - start) * 1e6;
}

static void measure(const char *program, int ranks)
{
    static double us[POINTS][LOOPS];

    for (int i = 0; i < LOOPS; i++) {
        double once[POINTS];

        spawn_once(program, ranks, once);
        for (int point = 0; point < POINTS; point++)
            us[point][i] = once[point];
    }
    printf("spawn.%d.started_us %.1f\nspawn.%d.met_us %.1f\nspawn.%d.gone_us %.1f\n", ranks,
           median(us[0]), ranks, median(us[1]), ranks, median(us[2]));
}

static double talk_ns(MPI_Comm comm, int peer, int is_first)
{
    double start = MPI_Wtime();
    char byte = 0;

    for (int i = 0; i < MESSAGES; i++) {
        if (is_first)
            MPI_Send(&byte, 1, MPI_CHAR, peer, 0, comm);
        MPI_Recv(&byte, 1, MPI_CHAR, peer, 0, comm, MPI_STATUS_IGNORE);
        if (!is_first)
            MPI_Send(&byte, 1, MPI_CHAR, peer, 0, comm);
    }
    return (MPI_Wtime() - start) / MESSAGES / 2 * 1e9;
}

static void measure_messages(const char *program)
{
    int talks = 1;
    MPI_Comm child;

    MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child,
                   MPI_ERRCODES_IGNORE);
    MPI_Bcast(&talks, 1, MPI_INT, MPI_ROOT, child);
    talk_ns(child, 0, 1);
    printf("spawn.message_ns %.1f\n", talk_ns(child, 0, 1));
    MPI_Comm_disconnect(&child);
}

static void measure_within(const char *name, MPI_Comm comm, int rank)
{
    double ns;

    talk_ns(comm, 1 - rank, rank == 0);
    ns = talk_ns(comm, 1 - rank, rank == 0);
    if (rank == 0)
        printf("%s.message_ns %.1f\n", name, ns);
}

static void serve(MPI_Comm parent)
{
    int talks;

    MPI_Bcast(&talks, 1, MPI_INT, 0, parent);
    if (talks) {
        talk_ns(parent, 0, 0);
        talk_ns(parent, 0, 0);
    } else {
        MPI_Barrier(parent);
    }
    MPI_Comm_disconnect(&parent);
}

int main(int argc, char **argv)
{
    MPI_Comm parent, dup;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (parent != MPI_COMM_NULL) {
        serve(parent);
    } else if (size == 1) {
        measure(argv[0], 1);
        measure(argv[0], 4);
        measure(argv[0], 16);
        measure_messages(argv[0]);
    } else if (size == 2) {
        measure_within("world", MPI_COMM_WORLD, rank);
        MPI_Comm_dup(MPI_COMM_WORLD, &dup);
        measure_within("dup", dup, rank);
        MPI_Comm_free(&dup);
    }
    MPI_Finalize();
    return 0;
}
