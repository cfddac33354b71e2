/* SPDX-License-Identifier: MIT */
/* A coupled model: an ocean and an atmosphere, each a job of its own with its own number of ranks,
 * that exchange the temperature of the surface between them at every step. The ocean spawns the
 * atmosphere from the same executable; they talk over the intercommunicator, although each has cut
 * the surface differently. At the end the heat that the one has lost the other has gained.
 *
 *     mpiexec -n 2 ./coupled 3 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 240, STEPS = 400, TOLD_EVERY = 80, RANKS = 3 };

static const char usage[] =
    "usage: coupled [RANKS]\n"
    "An ocean and an atmosphere of RANKS processes (3), which it starts, exchange heat;\n"
    "for 1 to 240 processes each.\n";

static const double flow = 0.02, spread = 0.2; /* of heat between the two, and along each */

/* One of the two models: the part of the surface that is this rank's. */
static int first, count;
static double cells[CELLS];
static int rank, size;

static int begin_of(int part, int parts)
{
    return CELLS * part / parts;
}

static void cut_surface(void)
{
    first = begin_of(rank, size);
    count = begin_of(rank + 1, size) - first;
}

/* Sends our part to those of the other model that need some of it, and receives theirs. */
static void exchange(MPI_Comm other, double theirs[CELLS])
{
    MPI_Request requests[2 * CELLS];
    int others, pending = 0;

    MPI_Comm_remote_size(other, &others);
    for (int i = 0; i < others; i++) {
        int from = begin_of(i, others), to = begin_of(i + 1, others);

        from = from > first ? from : first;
        to = to < first + count ? to : first + count;
        if (from >= to)
            continue;
        MPI_Irecv(theirs + from - first, to - from, MPI_DOUBLE, i, 0, other, &requests[pending++]);
        MPI_Isend(cells + from - first, to - from, MPI_DOUBLE, i, 0, other, &requests[pending++]);
    }
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

/* Heat flows along the model, and between the two. */
static void step(MPI_Comm other)
{
    double theirs[CELLS], left, right, new[CELLS];
    int before = (rank + size - 1) % size, after = (rank + 1) % size;

    exchange(other, theirs);
    MPI_Sendrecv(&cells[count - 1], 1, MPI_DOUBLE, after, 1, &left, 1, MPI_DOUBLE, before, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&cells[0], 1, MPI_DOUBLE, before, 2, &right, 1, MPI_DOUBLE, after, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++) {
        double west = i > 0 ? cells[i - 1] : left, east = i < count - 1 ? cells[i + 1] : right;

        new[i] = cells[i] + spread * (west - 2 * cells[i] + east) + flow * (theirs[i] - cells[i]);
    }
    memcpy(cells, new, (size_t)count * sizeof *cells);
}

static double mean(void)
{
    double own = 0, sum;

    for (int i = 0; i < count; i++)
        own += cells[i];
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum / CELLS;
}

/* Both models tell the ocean's first rank their mean. */
static void tell(MPI_Comm other, int is_ocean, int steps)
{
    double own = mean(), theirs;

    if (rank > 0)
        return;
    MPI_Sendrecv(&own, 1, MPI_DOUBLE, 0, 3, &theirs, 1, MPI_DOUBLE, 0, 3, other,
                 MPI_STATUS_IGNORE);
    if (is_ocean)
        printf("%4d %10.4f %10.4f %10.4f\n", steps, own, theirs, (own + theirs) / 2);
}

static void run_model(MPI_Comm other, int is_ocean)
{
    cut_surface();
    for (int i = 0; i < count; i++)
        cells[i] = is_ocean ? 20 + 5 * sin((first + i) * 6.283185307179586 / CELLS) : 5;
    for (int steps = 0; steps <= STEPS; steps++) {
        if (steps % TOLD_EVERY == 0)
            tell(other, is_ocean, steps);
        step(other);
    }
    MPI_Comm_disconnect(&other);
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (rank == 0 && !is_help)
        fprintf(stderr, "coupled: %s is not understood\n", odd);
    if (rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_both(char *program, int ranks)
{
    MPI_Comm atmosphere;

    if (size > CELLS || ranks > CELLS) {
        if (rank == 0)
            fprintf(stderr, "coupled: the surface has %d cells, too few for so many processes\n",
                    CELLS);
        return EXIT_FAILURE;
    }
    MPI_Comm_spawn(program, MPI_ARGV_NULL, ranks, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &atmosphere,
                   MPI_ERRCODES_IGNORE);
    if (rank == 0)
        puts("step      ocean atmosphere       both");
    run_model(atmosphere, 1);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int ranks = argc > 1 ? atoi(argv[1]) : RANKS, status = EXIT_SUCCESS;
    MPI_Comm parent;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        run_model(parent, 0);
    else if (argc > 2 || ranks < 1)
        status = show_usage(argv[argc > 2 ? 2 : 1]);
    else
        status = run_both(argv[0], ranks);
    MPI_Finalize();
    return status;
}
