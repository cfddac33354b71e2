/* SPDX-License-Identifier: MIT */
/* Count and displacement arrays that are overwritten and freed while a nonblocking or prepared
 * operation is pending: it has copies, as it has in other libraries. */
/* ranks: 1 2 5 */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_MAX = 20000, ARRAYS = 4 };

static int rank, size, length, failed;
static int *sent, *received; /* a block for each rank */
static const char *title;

/* ---- arrays that do not last -------------------------------------------------------------- */

static void *arrays[ARRAYS];
static size_t array_bytes;
static int array_count;

/* Counts if `step` is 0, else displacements; of `width` bytes each. */
static void *take(size_t width, int first, int step)
{
    char *array;
    int i;

    array_bytes = width * (size_t)size;
    array = arrays[array_count++] = malloc(array_bytes);
    for (i = 0; i < size; i++) {
        if (width == sizeof(int))
            ((int *)(void *)array)[i] = first + i * step;
        else
            ((MPI_Count *)(void *)array)[i] = first + i * step;
    }
    return array;
}

static int *counts(void)
{
    return take(sizeof(int), length, 0);
}

static int *places(void)
{
    return take(sizeof(int), 0, BLOCK_MAX);
}

static MPI_Count *wide_counts(void)
{
    return take(sizeof(MPI_Count), length, 0);
}

static MPI_Aint *wide_places(size_t width)
{
    return take(sizeof(MPI_Aint), 0, BLOCK_MAX * (int)width);
}

static void spoil_arrays(void)
{
    while (array_count > 0) {
        memset(arrays[--array_count], 0x7f, array_bytes);
        free(arrays[array_count]);
    }
}

/* ---- operations --------------------------------------------------------------------------- */

static MPI_Request request;
static MPI_Comm circle;

static void alltoallv(void)
{
    MPI_Ialltoallv(sent, counts(), places(), MPI_INT, received, counts(), places(), MPI_INT,
                   MPI_COMM_WORLD, &request);
}

static void large_alltoallv(void)
{
    MPI_Ialltoallv_c(sent, wide_counts(), wide_places(1), MPI_INT, received, wide_counts(),
                     wide_places(1), MPI_INT, MPI_COMM_WORLD, &request);
}

static void alltoallw(void)
{
    MPI_Datatype types[64];
    int i;

    for (i = 0; i < size; i++)
        types[i] = MPI_INT;
    MPI_Ialltoallw_c(sent, wide_counts(), wide_places(sizeof(int)), types, received,
                     wide_counts(), wide_places(sizeof(int)), types, MPI_COMM_WORLD, &request);
}

static void allgatherv(void)
{
    MPI_Iallgatherv(sent + rank * BLOCK_MAX, length, MPI_INT, received, counts(), places(),
                    MPI_INT, MPI_COMM_WORLD, &request);
}

static void gatherv(void)
{
    MPI_Igatherv(sent, length, MPI_INT, received, counts(), places(), MPI_INT, 0, MPI_COMM_WORLD,
                 &request);
}

static void scatterv(void)
{
    MPI_Iscatterv(sent, counts(), places(), MPI_INT, received, length, MPI_INT, 0,
                  MPI_COMM_WORLD, &request);
}

static void reduce_scatter(void)
{
    MPI_Ireduce_scatter(sent, received, counts(), MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
}

static void neighbors(void)
{
    MPI_Ineighbor_alltoallv(sent, counts(), places(), MPI_INT, received, counts(), places(),
                            MPI_INT, circle, &request);
}

static void prepared(void)
{
    MPI_Alltoallv_init(sent, counts(), places(), MPI_INT, received, counts(), places(), MPI_INT,
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    spoil_arrays();
    MPI_Start(&request);
}

/* ---- what comes of it ----------------------------------------------------------------------- */

static void check_block(int block, int from, int to)
{
    int *start = received + block * BLOCK_MAX, i;

    for (i = 0; i < length; i++)
        if (start[i] != from * 1000 + to) {
            fprintf(stderr, "%s: rank %d, block %d has %d at %d, not %d\n", title, rank, block,
                    start[i], i, from * 1000 + to);
            failed = 1;
            return;
        }
    if (length < BLOCK_MAX && start[length] != -1) {
        fprintf(stderr, "%s: rank %d, block %d is too long\n", title, rank, block);
        failed = 1;
    }
}

static void fill(void)
{
    int i;

    for (i = 0; i < size * BLOCK_MAX; i++) {
        sent[i] = rank * 1000 + i / BLOCK_MAX;
        received[i] = -1;
    }
}

/* The rank that goes first is far ahead of the others. */
static void run(const char *name, void (*start)(void), int first)
{
    int i;

    title = name;
    fill();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != first)
        MPI_Recv(NULL, 0, MPI_INT, first, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    start();
    spoil_arrays();
    for (i = 0; rank == first && i < size; i++)
        if (i != first)
            MPI_Send(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
}

static void run_all(int first)
{
    int i;

    run("alltoallv", alltoallv, first);
    for (i = 0; i < size; i++)
        check_block(i, i, rank);
    run("alltoallv_c", large_alltoallv, first);
    for (i = 0; i < size; i++)
        check_block(i, i, rank);
    run("alltoallw_c", alltoallw, first);
    for (i = 0; i < size; i++)
        check_block(i, i, rank);
    run("alltoallv_init", prepared, first);
    for (i = 0; i < size; i++)
        check_block(i, i, rank);
    run("allgatherv", allgatherv, first);
    for (i = 0; i < size; i++)
        check_block(i, i, i);
    run("gatherv", gatherv, first);
    for (i = 0; i < size && rank == 0; i++)
        check_block(i, i, 0);
    run("scatterv", scatterv, first);
    check_block(0, 0, rank);
    run("reduce_scatter", reduce_scatter, first);
    check_block(0, size - 1, rank * length / BLOCK_MAX);
    if (size == 1) /* the arrays are too short for two neighbours */
        return;
    run("neighbor_alltoallv", neighbors, first);
    check_block(0, (rank + size - 1) % size, 1);
    check_block(1, (rank + 1) % size, 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &(int){1}, 0, &circle);
    sent = malloc((size_t)(size + 1) * BLOCK_MAX * sizeof *sent);
    received = malloc((size_t)(size + 1) * BLOCK_MAX * sizeof *received);
    for (length = 1; length <= BLOCK_MAX; length *= BLOCK_MAX) {
        run_all(0);
        run_all(size - 1);
    }
    MPI_Comm_free(&circle);
    free(sent);
    free(received);
    MPI_Finalize();
    return failed;
}
