/* SPDX-License-Identifier: MIT */
/* Memory of windows is freed while the windows have it (MPI 5.0, 12.2.4, 12.2.5): each program
 * once, at the last rank. */
#include "case.h"

static MPI_Win window_over(void *memory, MPI_Aint bytes)
{
    MPI_Win win;

    MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

static void freed_first(int rank, int size)
{
    char *memory = malloc(100);
    MPI_Win win = window_over(memory, 100);

    if (rank == size - 1)
        free(memory);
    MPI_Win_free(&win);
    if (rank != size - 1)
        free(memory);
}

/* Blocks of this size are given back to the system at once. */
static void mapped(int rank, int size)
{
    char *memory = malloc(1 << 24);
    MPI_Win win = window_over(memory, 1 << 24);

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1)
        free(memory);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    if (rank != size - 1)
        free(memory);
}

/* The window has the middle of it. */
static void middle(int rank, int size)
{
    double *memory = calloc(64, sizeof *memory);
    MPI_Win win = window_over(&memory[20], 8 * sizeof *memory);

    if (rank == size - 1)
        free(memory);
    MPI_Win_free(&win);
    if (rank != size - 1)
        free(memory);
}

static void grown(int rank, int size)
{
    char *memory = malloc(1000);
    MPI_Win win = window_over(memory, 1000);

    if (rank == size - 1)
        memory = realloc(memory, 1 << 22);
    MPI_Win_free(&win);
    free(memory);
}

static void release(char **memory)
{
    free(*memory);
    *memory = NULL;
}

static void in_a_function(int rank, int size)
{
    char *memory = malloc(5000);
    MPI_Win win = window_over(memory, 5000);

    if (rank == size - 1)
        release(&memory);
    MPI_Win_free(&win);
    free(memory);
}

static void attached(int rank, int size)
{
    char *memory = malloc(300);
    MPI_Win win;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, 300);
    if (rank == size - 1)
        free(memory);
    MPI_Win_free(&win);
    if (rank != size - 1)
        free(memory);
}

static void of_mpi(int rank, int size)
{
    char *memory;
    MPI_Win win;

    MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
    win = window_over(memory, 64);
    if (rank == size - 1)
        MPI_Free_mem(memory);
    MPI_Win_free(&win);
    if (rank != size - 1)
        MPI_Free_mem(memory);
}

/* The second of two windows still has it. */
static void two_windows(int rank, int size)
{
    char *memory = malloc(256);
    MPI_Win first = window_over(memory, 128), second = window_over(memory + 128, 128);

    MPI_Win_free(&first);
    if (rank == size - 1)
        free(memory);
    MPI_Win_free(&second);
    if (rank != size - 1)
        free(memory);
}

PROGRAMS(PROGRAM(freed_first), PROGRAM(mapped), PROGRAM(middle), PROGRAM(grown),
         PROGRAM(in_a_function), PROGRAM(attached), PROGRAM(of_mpi), PROGRAM(two_windows))
