/* SPDX-License-Identifier: MIT */
/* Examples of chapters 7 and 8: groups, communicators and topologies. */
#include "example.h"

enum { TAG = 5 };

static void free_comm(MPI_Comm *one)
{
    if (*one != MPI_COMM_NULL)
        MPI_Comm_free(one);
}

/* ---- communicators between groups ------------------------------------------------------------ */

/* The left side has rank 0 and, of four, rank 1. */
static MPI_Comm make_intercomm(bool *is_left)
{
    MPI_Comm own, made;

    *is_left = rank < size / 2;
    MPI_Comm_split(comm, *is_left ? 0 : 1, rank, &own);
    MPI_Intercomm_create(own, 0, comm, *is_left ? size / 2 : 0, TAG, &made);
    MPI_Comm_free(&own);
    return made;
}

static void example_7_1(void)
{
    const int first = 0;
    bool is_left;
    MPI_Comm all = make_intercomm(&is_left), made;
    MPI_Group own, group;

    MPI_Comm_group(all, &own);
    if (is_left)
        MPI_Group_incl(own, 1, &first, &group);
    else
        MPI_Comm_group(all, &group);
    MPI_Comm_create(all, group, &made);
    must((made == MPI_COMM_NULL) == (is_left && rank != 0));
    MPI_Group_free(&group);
    MPI_Group_free(&own);
    free_comm(&made);
    MPI_Comm_free(&all);
}

static void example_7_2(void)
{
    bool is_client;
    MPI_Comm all = make_intercomm(&is_client), single;
    int number, servers;

    MPI_Comm_rank(all, &number);
    MPI_Comm_remote_size(all, &servers);
    if (is_client)
        MPI_Comm_split(all, number % servers, number, &single);
    else
        MPI_Comm_split(all, number, 0, &single);
    free_comm(&single);
    MPI_Comm_free(&all);
}

static void split_by_resource(int kind)
{
    MPI_Info info;
    MPI_Comm part;

    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "hwloc://NUMANode");
    MPI_Comm_split_type(comm, kind, rank, info, &part);
    MPI_Info_free(&info);
    free_comm(&part);
}

static void example_7_3(void)
{
    split_by_resource(MPI_COMM_TYPE_HW_GUIDED);
}

static void example_7_4(void)
{
    split_by_resource(MPI_COMM_TYPE_RESOURCE_GUIDED);
}

static void example_7_5(void)
{
    enum { LEVELS = 32 };
    MPI_Comm levels[LEVELS];
    int level = 0, number;

    levels[0] = comm;
    while (levels[level] != MPI_COMM_NULL && level < LEVELS - 1) {
        MPI_Comm_rank(levels[level], &number);
        MPI_Comm_split_type(levels[level], MPI_COMM_TYPE_HW_UNGUIDED, number, MPI_INFO_NULL,
                            &levels[level + 1]);
        level++;
    }
    for (; level > 0; level--)
        free_comm(&levels[level]);
}

/* 7.6 is the same without the message. */
static void example_7_7(void)
{
    int word = 3;

    if (rank % 2 != 0)
        MPI_Recv(&word, 1, MPI_INT, rank - 1, TAG, comm, IGNORE);
    else if (rank + 1 < size)
        MPI_Send(&word, 1, MPI_INT, rank + 1, TAG, comm);
}

static void example_7_8(void)
{
    char data[20] = "";

    if (rank == 0)
        strcpy(data, "input");
    MPI_Bcast(data, sizeof data, MPI_BYTE, 0, comm);
    must(strcmp(data, "input") == 0);
}

static void example_7_9(void)
{
    static const int first[] = {0};
    int one = 1, sum;
    MPI_Group world, rest;
    MPI_Comm workers;

    MPI_Comm_group(comm, &world);
    MPI_Group_excl(world, 1, first, &rest);
    MPI_Comm_create(comm, rest, &workers);
    if (rank != 0) {
        MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, workers);
        must(rank != 1 || sum == size - 1);
        MPI_Comm_free(&workers);
    }
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
    must(rank != 0 || sum == size);
    MPI_Group_free(&world);
    MPI_Group_free(&rest);
}

static void example_7_10(void)
{
    enum { ROUNDS = 5 };
    const int ranks[] = {1, 2};
    double in, out = rank;
    int me, one = 1, sum, i;
    MPI_Request requests[2];
    MPI_Group world, some;
    MPI_Comm of_some;

    MPI_Comm_group(comm, &world);
    MPI_Group_incl(world, 2, ranks, &some);
    MPI_Group_rank(some, &me);
    MPI_Comm_create(comm, some, &of_some);
    if (me != MPI_UNDEFINED) {
        MPI_Irecv(&in, 1, MPI_DOUBLE, MPI_ANY_SOURCE, TAG, of_some, &requests[0]);
        MPI_Isend(&out, 1, MPI_DOUBLE, (me + 1) % 2, TAG, of_some, &requests[1]);
        for (i = 0; i < ROUNDS; i++)
            MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, of_some);
        MPI_Waitall(2, requests, IGNORE_ALL);
        must(in == 3 - rank);
        MPI_Comm_free(&of_some);
    }
    MPI_Group_free(&world);
    MPI_Group_free(&some);
}

struct library {
    MPI_Comm comm;
    MPI_Request requests[2];
    int in, out;
};

static void begin_library(struct library *library)
{
    MPI_Comm_dup(comm, &library->comm);
}

static void start_operation(struct library *library, int value)
{
    library->out = value;
    MPI_Irecv(&library->in, 1, MPI_INT, (rank + size - 1) % size, 0, library->comm,
              &library->requests[0]);
    MPI_Isend(&library->out, 1, MPI_INT, (rank + 1) % size, 0, library->comm,
              &library->requests[1]);
}

static void end_operation(struct library *library, int value)
{
    MPI_Wait(&library->requests[1], IGNORE);
    MPI_Wait(&library->requests[0], IGNORE);
    must(library->in == value);
    MPI_Comm_free(&library->comm);
}

static void example_7_11(void)
{
    struct library a, b;
    int one = 1, sum, i;

    begin_library(&a);
    begin_library(&b);
    start_operation(&a, 1);
    start_operation(&b, 2);
    for (i = 0; i < 3; i++)
        MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
    end_operation(&a, 1);
    end_operation(&b, 2);
}

static void call_library(MPI_Comm of, int call, bool has_barrier)
{
    int me, members, word = call, i;

    MPI_Comm_rank(of, &me);
    MPI_Comm_size(of, &members);
    if (me != 0)
        MPI_Send(&word, 1, MPI_INT, 0, 0, of);
    for (i = 1; me == 0 && i < members; i++) {
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, of, IGNORE);
        must(word == call);
    }
    if (has_barrier)
        MPI_Barrier(of);
}

static MPI_Comm comm_of(const int members[], int count)
{
    MPI_Group world, group;
    MPI_Comm made;

    MPI_Comm_group(comm, &world);
    MPI_Group_incl(world, count, members, &group);
    MPI_Comm_create(comm, group, &made);
    MPI_Group_free(&world);
    MPI_Group_free(&group);
    return made;
}

/* The variants A, of three ranks, and C, of four. */
static void example_7_12(void)
{
    const int list_a[] = {0, 1}, list_b[] = {0, 2, 3}, count = size > 3 ? 3 : 2;
    MPI_Comm a = comm_of(list_a, 2), b = comm_of(list_b, count);

    if (a != MPI_COMM_NULL)
        call_library(a, 1, count == 3);
    if (b != MPI_COMM_NULL) {
        call_library(b, 2, count == 3);
        call_library(b, 3, count == 3);
    }
    free_comm(&a);
    free_comm(&b);
}

/* Three groups in a line; 7.14 has them in a ring. */
static void connect_groups(bool is_ring)
{
    const int key = rank % 3;
    MPI_Comm own, first = MPI_COMM_NULL, second = MPI_COMM_NULL;

    MPI_Comm_split(comm, key, rank, &own);
    if (key == 0) {
        MPI_Intercomm_create(own, 0, comm, 1, 1, &first);
        if (is_ring)
            MPI_Intercomm_create(own, 0, comm, 2, 2, &second);
    } else if (key == 1) {
        MPI_Intercomm_create(own, 0, comm, 0, 1, &first);
        MPI_Intercomm_create(own, 0, comm, 2, 12, &second);
    } else {
        if (is_ring)
            MPI_Intercomm_create(own, 0, comm, 0, 2, &first);
        MPI_Intercomm_create(own, 0, comm, 1, 12, &second);
    }
    free_comm(&first);
    free_comm(&second);
    MPI_Comm_free(&own);
}

static void example_7_13(void)
{
    connect_groups(false);
}

static void example_7_14(void)
{
    connect_groups(true);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"7.1", example_7_1, 2},   {"7.2", example_7_2, 2},   {"7.3", example_7_3, 1},
        {"7.4", example_7_4, 1},   {"7.5", example_7_5, 1},   {"7.7", example_7_7, 1},
        {"7.8", example_7_8, 1},   {"7.9", example_7_9, 2},   {"7.10", example_7_10, 3},
        {"7.11", example_7_11, 1}, {"7.12", example_7_12, 3}, {"7.13", example_7_13, 3},
        {"7.14", example_7_14, 3},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
