/* SPDX-License-Identifier: MIT */
/* Buffers of another type than their datatype describes, in memory from functions of the program:
 * each program once. */
#include "case.h"

#include <stdio.h>

struct point {
    double at[2];
    int number;
};

static char room[400];

static void send_any(int rank, const void *from, int count, MPI_Datatype type)
{
    if (rank == 0)
        MPI_Send(from, count, type, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(room, count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- allocators ------------------------------------------------------------------------------ */

static void *must_have(void *memory, const char *what)
{
    if (memory == NULL) {
        fprintf(stderr, "no memory for %s\n", what);
        abort();
    }
    return memory;
}

static void *xmalloc(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);

    if (memory == NULL)
        must_have(memory, "xmalloc");
    return memory;
}

static void *xcalloc(size_t count, size_t bytes)
{
    return calloc(count, bytes);
}

static void *xrealloc(void *before, size_t bytes)
{
    char note[40];

    snprintf(note, sizeof note, "%zu bytes", bytes);
    before = realloc(before, bytes);
    if (before == NULL)
        must_have(before, note);
    return before;
}

/* An allocator that stands on another one, and has a place. */
static void *allocate_at(size_t bytes, const char *file, int line)
{
    void *memory;

    if ((memory = xmalloc(bytes)) == NULL)
        fprintf(stderr, "%s:%d\n", file, line);
    return memory;
}

#define NEW(count, type) ((type *)allocate_at((size_t)(count) * sizeof(type), __FILE__, __LINE__))

static void *allocate_large(long count, long bytes)
{
    void *memory = NULL;

    if (count > 0)
        memory = xcalloc((size_t)count, (size_t)bytes);
    return memory;
}

/* ---- programs -------------------------------------------------------------------------------- */

static void doubles_of_xmalloc(int rank, int size)
{
    double *values = xmalloc(4 * (size_t)size * sizeof *values);

    send_any(rank, memset(values, 0, 64), 4, MPI_INT);
    free(values);
}

static void doubles_of_xcalloc(int rank, int size)
{
    double *values = xcalloc(4 * (size_t)size, sizeof *values);

    send_any(rank, values, 4, MPI_INT);
    free(values);
}

static void floats_of_xrealloc(int rank, int size)
{
    float *values = NULL;

    values = xrealloc(values, (size_t)size * sizeof *values);
    values = xrealloc(values, 8 * (size_t)size * sizeof *values);
    send_any(rank, memset(values, 0, 64), 2, MPI_DOUBLE);
    free(values);
}

static void shorts_of_a_macro(int rank, int size)
{
    short *values = NEW(8 * size, short);

    send_any(rank, memset(values, 0, 32), 4, MPI_INT);
    free(values);
}

static void structures_of_a_macro(int rank, int size)
{
    struct point *points = NEW(size, struct point);

    send_any(rank, memset(points, 0, 48), 6, MPI_DOUBLE);
    free(points);
}

static void longs_by_a_count(int rank, int size)
{
    long *values = allocate_large(4 * (long)size, sizeof *values);

    send_any(rank, values, 4, MPI_FLOAT);
    free(values);
}

static void aligned_doubles(int rank, int size)
{
    double *values;

    if (posix_memalign((void **)&values, 64, 4 * (size_t)size * sizeof *values) == 0)
        send_any(rank, memset(values, 0, 64), 4, MPI_INT);
    free(values);
}

/* The newest of two types counts. */
static void memory_that_is_used_again(int rank, int size)
{
    int *before = xmalloc(8 * (size_t)size * sizeof *before);
    double *values;

    memset(before, 0, 64);
    send_any(rank, before, 8, MPI_INT);
    free(before);
    values = xmalloc(4 * (size_t)size * sizeof *values);
    send_any(rank, memset(values, 0, 64), 8, MPI_INT);
    free(values);
}

PROGRAMS(PROGRAM(doubles_of_xmalloc), PROGRAM(doubles_of_xcalloc), PROGRAM(floats_of_xrealloc),
         PROGRAM(shorts_of_a_macro), PROGRAM(structures_of_a_macro), PROGRAM(longs_by_a_count),
         PROGRAM(aligned_doubles), PROGRAM(memory_that_is_used_again))
