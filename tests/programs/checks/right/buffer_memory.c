/* SPDX-License-Identifier: MIT */
/* Memory that a program uses for something else than the type of its pointer or variable says: a
 * header in front of data, and pools. Each program once. */
#include "case.h"
#include "exchange.h"

#include <emmintrin.h>
#include <stddef.h>

struct header {
    int count, kind;
};

struct list {
    long count;
    double values[];
};

typedef int any_int __attribute__((may_alias));

static struct list four = {4, {1, 2, 3, 4}};
static long longs[100], *next_long = longs;
static int words[100];
static char *next_word = (char *)words;

static void a_variable_with_an_open_end(int rank, int size)
{
    exchange(rank, four.values, 2 * size, MPI_DOUBLE);
}

/* The program says in the call what it has there. */
static void a_cast_in_the_call(int rank, int size)
{
    double *work = calloc(10 * (size_t)size, sizeof *work);

    if (rank == 0)
        MPI_Send((int *)work, 10, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv((int *)work, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(work);
}

static void a_cast_in_a_choice(int rank, int size)
{
    double *work = calloc(10 * (size_t)size, sizeof *work);
    void *other = work + 1;

    if (rank == 0)
        MPI_Send(size > 1 ? (int *)work : other, 10, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(size > 1 ? (int *)work : other, 10, MPI_INT, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    free(work);
}

/* The rows of a matrix lie behind the pointers to them. */
static void pointers_in_front(int rank, int size)
{
    int rows = 3 * size, columns = 4;
    double **matrix = malloc((size_t)rows * sizeof *matrix +
                             (size_t)rows * (size_t)columns * sizeof **matrix);
    double *values = (double *)(matrix + rows);

    exchange(rank, values, rows * columns, MPI_DOUBLE);
    free(matrix);
}

static void a_structure_in_front(int rank, int size)
{
    struct header *header = malloc((1 + 5 * (size_t)size) * sizeof(double));

    exchange(rank, header + 1, 5 * size, MPI_DOUBLE);
    free(header);
}

static void a_number_in_front(int rank, int size)
{
    size_t *number = malloc((1 + 5 * (size_t)size) * sizeof *number);
    int *count = malloc((1 + 5 * (size_t)size) * sizeof(double));
    int *length = calloc(1 + 5 * (size_t)size, sizeof(double));
    int *few = malloc(sizeof(double) + 10 * sizeof(double));

    exchange(rank, number + 1, 5 * size, MPI_DOUBLE);
    exchange(rank, count + 2, 5 * size, MPI_DOUBLE);
    exchange(rank, length + 2, 5 * size, MPI_DOUBLE);
    exchange(rank, few + 2, 10, MPI_DOUBLE);
    free(number);
    free(count);
    free(length);
    free(few);
}

static void a_pool_of_structures(int rank, int size)
{
    struct header *pool = malloc(2 * (size_t)size * 64);

    exchange(rank, pool + 8, 4, MPI_DOUBLE);
    free(pool);
}

static void pools_of_the_largest_alignment(int rank, int size)
{
    static max_align_t fixed[64];
    max_align_t *pool = malloc(4 * (size_t)size * sizeof *pool);

    exchange(rank, pool, 4, MPI_DOUBLE);
    exchange(rank, fixed, 4, MPI_DOUBLE);
    free(pool);
}

/* The program keeps the address as that of something else. */
static void variables_as_pools(int rank, int size)
{
    static unsigned long numbers[100];
    void *part = numbers + 4;
    double *values = (double *)(void *)next_long;

    (void)size;
    next_long = (long *)(void *)(values + 4);
    exchange(rank, part, 4, MPI_DOUBLE);
    exchange(rank, next_word, 4, MPI_DOUBLE);
    exchange(rank, words + 20, 4, MPI_FLOAT);
}

static void types_for_anything(int rank, int size)
{
    __m128i *bits = malloc(2 * (size_t)size * sizeof *bits);
    any_int *any = malloc(10 * (size_t)size * sizeof *any);

    exchange(rank, bits, 4, MPI_INT);
    exchange(rank, bits, 4, MPI_DOUBLE);
    exchange(rank, any, 10, MPI_FLOAT);
    free(bits);
    free(any);
}

PROGRAMS(PROGRAM(a_variable_with_an_open_end), PROGRAM(a_cast_in_the_call),
         PROGRAM(a_cast_in_a_choice), PROGRAM(pointers_in_front), PROGRAM(a_structure_in_front),
         PROGRAM(a_number_in_front), PROGRAM(a_pool_of_structures),
         PROGRAM(pools_of_the_largest_alignment), PROGRAM(variables_as_pools),
         PROGRAM(types_for_anything))
