/* SPDX-License-Identifier: MIT */
/* A coupled model of two programs: an ocean and an atmosphere that exchange the temperature of the
 * surface at every step. They talk over an intercommunicator, although each has cut the surface
 * differently. At the end the heat that the one has lost the other has gained.
 *
 *     mpiexec -n 2 ./ocean : -n 3 ./atmosphere      both are started as one world
 *     mpiexec -n 2 ./ocean 3                        the ocean spawns the atmosphere */
#ifndef COUPLED_H
#define COUPLED_H

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { CELLS = 240, STEPS = 400, TOLD_EVERY = 80 };

static const double flow = 0.02, spread = 0.2; /* of heat between the two, and along each */

/* The part of a model's surface that is this rank's; there are two models. */
static int first, count;
static double cells[CELLS];
static MPI_Comm model;
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
                 model, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&cells[0], 1, MPI_DOUBLE, before, 2, &right, 1, MPI_DOUBLE, after, 2,
                 model, MPI_STATUS_IGNORE);
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
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, model);
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

/* The communicator with the other model: that of the processes that have spawned us, or, if mpiexec
 * has started both, one made of the world. MPI_COMM_NULL: we are alone. */
static MPI_Comm meet(int is_ocean)
{
    MPI_Comm other;
    int rank_of_world, size_of_world, first_of[2] = {0, 0}, own[2] = {0, 0};

    MPI_Comm_get_parent(&other);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_world);
    MPI_Comm_size(MPI_COMM_WORLD, &size_of_world);
    MPI_Comm_split(MPI_COMM_WORLD, is_ocean, rank_of_world, &model);
    MPI_Comm_rank(model, &rank);
    MPI_Comm_size(model, &size);
    if (other != MPI_COMM_NULL || size == size_of_world)
        return other;
    if (rank == 0)
        own[is_ocean] = rank_of_world;
    MPI_Allreduce(own, first_of, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Intercomm_create(model, 0, MPI_COMM_WORLD, first_of[!is_ocean], 4, &other);
    return other;
}

#endif
