/* SPDX-License-Identifier: MIT */
/* Time to make communicators, and to look an attribute up, by operation: one line per point.
 *
 * Plain MPI. A point is what points.h says, of an operation and the free of what it made, at rank
 * 0. A lookup takes as long as the call of a function: such an operation is LOOKUPS of them in a
 * loop.
 *
 *   comm [label]     prints: label operation ranks median_us p10_us p90_us */
#include "points.h"

enum { LOOKUPS = 1000, TAG = 3 };

static int rank, size;
static MPI_Group everybody;
static MPI_Comm half, inter;
static int key;

static void duplicate(int unused)
{
    MPI_Comm made;

    (void)unused;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Comm_free(&made);
}

static void split_in_halves(int unused)
{
    MPI_Comm made;

    (void)unused;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &made);
    MPI_Comm_free(&made);
}

static void split_by_node(int unused)
{
    MPI_Comm made;

    (void)unused;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    MPI_Comm_free(&made);
}

static void create_from_group(int unused)
{
    MPI_Comm made;

    (void)unused;
    MPI_Comm_create_group(MPI_COMM_WORLD, everybody, TAG, &made);
    MPI_Comm_free(&made);
}

static void intercomm_create(int unused)
{
    MPI_Comm made;

    (void)unused;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, TAG, &made);
    MPI_Comm_free(&made);
}

static void intercomm_merge(int unused)
{
    MPI_Comm made;

    (void)unused;
    MPI_Intercomm_merge(inter, rank % 2, &made);
    MPI_Comm_free(&made);
}

static void get_attribute(int lookups)
{
    const int wanted = key;
    void *value;
    int flag;

    for (int i = 0; i < lookups; i++)
        MPI_Comm_get_attr(MPI_COMM_WORLD, wanted, &value, &flag);
}

static void measure_making(const char *label, const char *name, operation *make)
{
    measure(MPI_COMM_WORLD, label, name, size, make, 0, 1);
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
    measure_making(label, "dup", duplicate);
    measure_making(label, "split", split_in_halves);
    measure_making(label, "split_type", split_by_node);
    measure_making(label, "create_group", create_from_group);
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, TAG, &inter);
        measure_making(label, "intercomm_create", intercomm_create);
        measure_making(label, "intercomm_merge", intercomm_merge);
        MPI_Comm_free(&inter);
        MPI_Comm_free(&half);
    }
    measure(MPI_COMM_WORLD, label, "get_attr", size, get_attribute, LOOKUPS, LOOKUPS);
    MPI_Group_free(&everybody);
    MPI_Finalize();
    return 0;
}
