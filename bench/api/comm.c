/* SPDX-License-Identifier: MIT */
/* Time to make communicators, and to look an attribute up, by operation: one line per point.
 *
 * Plain MPI. A batch is REPEATS operations with the free of what they made, or as many as fit
 * BATCH_SECONDS; a point is the median of BATCHES batches, at rank 0, per operation. A lookup takes
 * as long as the call of a function: such an operation is LOOKUPS of them in a loop.
 *
 *   comm [label]     prints: label operation ranks median_us p10_us p90_us */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 11, REPEATS = 200, LOOKUPS = 1000, TAG = 3 };
#define BATCH_SECONDS 0.02

static int rank, size;
static MPI_Group everybody;
static MPI_Comm half, inter;
static int key;

static void dup(void)
{
    MPI_Comm made;

    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Comm_free(&made);
}

static void split_in_halves(void)
{
    MPI_Comm made;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &made);
    MPI_Comm_free(&made);
}

static void split_by_node(void)
{
    MPI_Comm made;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    MPI_Comm_free(&made);
}

static void create_from_group(void)
{
    MPI_Comm made;

    MPI_Comm_create_group(MPI_COMM_WORLD, everybody, TAG, &made);
    MPI_Comm_free(&made);
}

static void intercomm_create(void)
{
    MPI_Comm made;

    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, TAG, &made);
    MPI_Comm_free(&made);
}

static void intercomm_merge(void)
{
    MPI_Comm made;

    MPI_Intercomm_merge(inter, rank % 2, &made);
    MPI_Comm_free(&made);
}

static void get_attribute(void)
{
    const int wanted = key;
    void *value;
    int flag;

    for (int i = 0; i < LOOKUPS; i++)
        MPI_Comm_get_attr(MPI_COMM_WORLD, wanted, &value, &flag);
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* How often the operation fits a batch: the same at all ranks. It is warm then. */
static int repeats_of(void (*operation)(void))
{
    double start, fitting;
    int repeats;

    operation();
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    operation();
    fitting = BATCH_SECONDS / (MPI_Wtime() - start + 1e-9);
    repeats = fitting < 1 ? 1 : fitting < REPEATS ? (int)fitting : REPEATS;
    MPI_Bcast(&repeats, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return repeats;
}

/* An operation that is `calls` calls in one. */
static void measure(const char *label, const char *name, void (*operation)(void), int calls)
{
    int times = repeats_of(operation);
    double results[BATCHES];

    for (int batch = 0; batch < BATCHES; batch++) {
        double start;

        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        for (int i = 0; i < times; i++)
            operation();
        results[batch] = (MPI_Wtime() - start) / times / calls * 1e6;
    }
    qsort(results, BATCHES, sizeof results[0], by_value);
    if (rank != 0)
        return;
    printf("%s %s %d %.4f %.4f %.4f\n", label, name, size, results[BATCHES / 2],
           results[BATCHES / 10], results[BATCHES * 9 / 10]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *label = argc > 1 ? argv[1] : "mpi";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key);
    measure(label, "dup", dup, 1);
    measure(label, "split", split_in_halves, 1);
    measure(label, "split_type", split_by_node, 1);
    measure(label, "create_group", create_from_group, 1);
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, TAG, &inter);
        measure(label, "intercomm_create", intercomm_create, 1);
        measure(label, "intercomm_merge", intercomm_merge, 1);
        MPI_Comm_free(&inter);
        MPI_Comm_free(&half);
    }
    measure(label, "get_attr", get_attribute, LOOKUPS);
    MPI_Group_free(&everybody);
    MPI_Finalize();
    return 0;
}
