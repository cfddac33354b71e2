/* SPDX-License-Identifier: MIT */
/* Memory from functions of the program that is used for something else than the pointer in the
 * call of such a function says, and memory that is used as it says. Each program once. */
#include "case.h"
#include "exchange.h"

#include <stdint.h>

struct header {
    size_t bytes;
    double unused;
};

struct list {
    struct list *next;
    size_t bytes;
};

static char pool[1 << 12];
static size_t pool_used;
static struct list *unused;

/* ---- allocators ------------------------------------------------------------------------------ */

static void *xmalloc(size_t bytes)
{
    void *memory = malloc(bytes);

    if (memory == NULL)
        abort();
    return memory;
}

static void *xcalloc(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);

    if (memory == NULL)
        abort();
    return memory;
}

/* The block begins in front. */
static void *with_header(size_t bytes)
{
    struct header *header = malloc(sizeof *header + bytes);

    header->bytes = bytes;
    return header + 1;
}

static void *aligned_up(size_t bytes, void **block)
{
    char *memory = malloc(bytes + 64);

    *block = memory;
    memory += 64 - (uintptr_t)memory % 64;
    return memory;
}

static void *of_pool(size_t bytes)
{
    void *memory = pool + pool_used;

    pool_used += (bytes + 15) / 16 * 16;
    return memory;
}

/* A block may have been one of another type. */
static void *of_list(size_t bytes)
{
    void *memory = unused;

    if (memory != NULL)
        unused = unused->next;
    else
        memory = malloc(bytes < sizeof *unused ? sizeof *unused : bytes);
    return memory;
}

static void to_list(void *memory)
{
    struct list *first = memory;

    first->next = unused;
    unused = first;
}

static void *by_out(size_t bytes, void **memory)
{
    *memory = malloc(bytes);
    return *memory;
}

/* ---- programs -------------------------------------------------------------------------------- */

static void as_the_pointer_says(int rank, int size)
{
    double *values = xmalloc(10 * (size_t)size * sizeof *values);
    int *numbers = xcalloc(10 * (size_t)size, sizeof *numbers);

    exchange(rank, memset(values, 0, 160), 10, MPI_DOUBLE);
    exchange(rank, numbers, 10, MPI_INT);
    free(values);
    free(numbers);
}

static void behind_a_header(int rank, int size)
{
    int *numbers = with_header(10 * (size_t)size * sizeof *numbers);

    exchange(rank, memset(numbers, 0, 80), 10, MPI_INT);
    free((struct header *)(void *)numbers - 1);
}

static void at_an_aligned_place(int rank, int size)
{
    void *block;
    double *values = aligned_up(10 * (size_t)size * sizeof *values, &block);

    exchange(rank, memset(values, 0, 160), 10, MPI_DOUBLE);
    free(block);
}

static void of_a_pool(int rank, int size)
{
    double *values = of_pool((size_t)size * sizeof *values);
    int *numbers = of_pool((size_t)size * sizeof *numbers);

    exchange(rank, values, 2, MPI_DOUBLE);
    exchange(rank, numbers, 2, MPI_INT);
}

static void of_a_list(int rank, int size)
{
    double *values = of_list(4 * (size_t)size * sizeof *values);
    int *numbers;

    exchange(rank, memset(values, 0, 64), 4, MPI_DOUBLE);
    to_list(values);
    numbers = of_list(4 * (size_t)size * sizeof *numbers);
    exchange(rank, numbers, 4, MPI_INT);
    free(numbers);
}

static void by_an_argument(int rank, int size)
{
    void *numbers;
    double *values = by_out(4 * (size_t)size * sizeof *values, &numbers);

    exchange(rank, memset(numbers, 0, 64), 4, MPI_INT);
    free(values);
}

/* The doubles may lie in front of the integers or behind them, so nothing is known of either. */
static void a_sum_of_sizes(int rank, int size)
{
    size_t ints = 8 * (size_t)size;
    double *work = xmalloc(ints * sizeof(int) + (size_t)size * sizeof *work);

    exchange(rank, memset(work, 0, 48), 8, MPI_INT);
    free(work);
}

static void bytes_of_any_number(int rank, int size)
{
    double *work = xmalloc(100 * (size_t)size);

    exchange(rank, memset(work, 0, 200), 8, MPI_INT);
    free(work);
}

static void without_a_type(int rank, int size)
{
    void *memory = xmalloc(8 * (size_t)size);
    char *bytes = xcalloc(8, (size_t)size);

    exchange(rank, memset(memory, 0, 16), 2, MPI_INT);
    exchange(rank, bytes, 2, MPI_DOUBLE);
    free(memory);
    free(bytes);
}

/* The block of the first allocation is another one's now. */
static void memory_that_is_used_again(int rank, int size)
{
    double *values = xmalloc(8 * (size_t)size * sizeof *values);
    int *numbers;

    free(values);
    numbers = xmalloc(16 * (size_t)size * sizeof *numbers);
    exchange(rank, memset(numbers, 0, 128), 16, MPI_INT);
    free(numbers);
    values = malloc(8 * (size_t)size * sizeof *values);
    exchange(rank, memset(values, 0, 128), 8, MPI_DOUBLE);
    free(values);
}

static void aligned_memory(int rank, int size)
{
    double *values;
    void *memory;

    if (posix_memalign((void **)&values, 64, 8 * (size_t)size * sizeof *values) == 0)
        exchange(rank, memset(values, 0, 128), 8, MPI_DOUBLE);
    if (posix_memalign(&memory, 64, 8 * (size_t)size) == 0)
        exchange(rank, memset(memory, 0, 16), 2, MPI_INT);
    free(values);
    free(memory);
}

PROGRAMS(PROGRAM(as_the_pointer_says), PROGRAM(behind_a_header), PROGRAM(at_an_aligned_place),
         PROGRAM(of_a_pool), PROGRAM(of_a_list), PROGRAM(by_an_argument),
         PROGRAM(a_sum_of_sizes), PROGRAM(bytes_of_any_number), PROGRAM(without_a_type),
         PROGRAM(memory_that_is_used_again), PROGRAM(aligned_memory))
