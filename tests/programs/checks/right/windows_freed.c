/* SPDX-License-Identifier: MIT */
/* Memory of windows that is freed when the windows do not have it any more, and other memory that
 * is freed before (MPI 5.0, 12.2.4, 12.2.5). */
#include "case.h"

static MPI_Win window_over(void *memory, MPI_Aint bytes)
{
    MPI_Win win;

    MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

static void freed_last(int rank, int size)
{
    char *memory = malloc(100);
    MPI_Win win = window_over(memory, 100);

    (void)rank, (void)size;
    MPI_Win_free(&win);
    free(memory);
}

/* The memory comes again, for another purpose, and to another window. */
static void used_again(int rank, int size)
{
    (void)rank, (void)size;
    for (int i = 0; i < 100; i++) {
        char *memory = malloc(4000);
        MPI_Win win = window_over(memory, 4000);

        MPI_Win_free(&win);
        free(memory);
        free(malloc(4000));
    }
}

static void neighbours(int rank, int size)
{
    char *before = malloc(64), *memory = malloc(64), *behind = malloc(64);
    MPI_Win win = window_over(memory, 64);

    (void)rank, (void)size;
    free(before);
    free(behind);
    MPI_Win_free(&win);
    free(memory);
}

static void stays_in_place(int rank, int size)
{
    char *memory = malloc(5000);
    MPI_Win win = window_over(memory, 100);

    (void)rank, (void)size;
    memory = realloc(memory, 4990);
    MPI_Win_free(&win);
    free(memory);
}

static void empty(int rank, int size)
{
    char *memory = malloc(10);
    MPI_Win win = window_over(memory, 0);

    (void)rank, (void)size;
    free(memory);
    MPI_Win_free(&win);
}

static void detached(int rank, int size)
{
    char *memory = malloc(300), *other = malloc(300);
    MPI_Win win;

    (void)rank, (void)size;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, 300);
    MPI_Win_attach(win, other, 300);
    MPI_Win_detach(win, memory);
    free(memory);
    MPI_Win_free(&win);
    free(other);
}

static void of_the_window(int rank, int size)
{
    char *memory, *block;
    MPI_Win win;

    (void)rank, (void)size;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &block);
    MPI_Free_mem(block);
    MPI_Win_free(&win);
}

/* Memory of a variable, which is never freed. */
static void variable(int rank, int size)
{
    static char memory[1000];
    MPI_Win win = window_over(memory, sizeof memory);

    (void)rank, (void)size;
    free(malloc(1000));
    free(NULL);
    MPI_Win_free(&win);
}

/* The window has ended with MPI. */
static void session_over(int rank, int size)
{
    char *memory = malloc(100);

    (void)rank, (void)size;
    MPI_Init(NULL, NULL);
    (void)window_over(memory, 100);
    MPI_Finalize();
    free(memory);
}

PROGRAMS(PROGRAM(freed_last), PROGRAM(used_again), PROGRAM(neighbours), PROGRAM(stays_in_place),
         PROGRAM(empty), PROGRAM(detached), PROGRAM(of_the_window), PROGRAM(variable),
         PROGRAM(session_over))
