/* SPDX-License-Identifier: MIT */
/* Buffers of which the argument names only a part, and blocks of the heap that end unseen (as
 * buffer_types.c): each program once. */
#include "case.h"
#include "exchange.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct pair {
    int number;
    float value;
};

struct list {
    long count;
    double values[];
};

struct halo {
    int numbers[2];
    double low[2], high[2];
};

static float first, second;
static int third;

static struct {
    void *(*grow)(void *block, size_t bytes);
    void (*end)(void *block);
} hooks = {realloc, free};

static MPI_Datatype make_type(int count, const int lengths[], const MPI_Aint places[],
                              const MPI_Datatype types[])
{
    MPI_Datatype type;

    MPI_Type_create_struct(count, lengths, places, types, &type);
    MPI_Type_commit(&type);
    return type;
}

/* ---- variables by their addresses ------------------------------------------------------------ */

static MPI_Datatype type_of_three(const float *one, const float *other, const int *number,
                                  bool is_absolute)
{
    const MPI_Datatype types[3] = {MPI_FLOAT, MPI_FLOAT, MPI_INT};
    const int lengths[3] = {1, 1, 1};
    MPI_Aint places[3], base;
    int i;

    MPI_Get_address(one, &places[0]);
    MPI_Get_address(other, &places[1]);
    MPI_Get_address(number, &places[2]);
    base = is_absolute ? 0 : places[0];
    for (i = 0; i < 3; i++)
        places[i] -= base;
    return make_type(3, lengths, places, types);
}

static __attribute__((noinline)) void send_three(float *one, float *other, int *number)
{
    MPI_Datatype type = type_of_three(one, other, number, false);

    MPI_Bcast(one, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

static void local_variables(int rank, int size)
{
    float one = (float)rank, other = (float)size;
    int number = rank;

    send_three(&one, &other, &number);
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void variables_that_follow_each_other(int rank, int size)
{
    MPI_Datatype type = type_of_three(&first, &second, &third, true);

    (void)rank, (void)size;
    send_three(&first, &second, &third);
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

/* ---- parts of structures --------------------------------------------------------------------- */

static void the_first_member(int rank, int size)
{
    struct pair pair = {rank, 0};
    const MPI_Aint places[] = {offsetof(struct pair, number), offsetof(struct pair, value)};
    MPI_Datatype type = make_type(2, (const int[]){1, 1}, places,
                                  (const MPI_Datatype[]){MPI_INT, MPI_FLOAT});

    (void)size;
    MPI_Bcast(&pair.number, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

static void a_list_with_its_values(int rank, int size)
{
    const int count = 5 * size;
    struct list *list = calloc(1, sizeof *list + (size_t)count * sizeof(double));
    const MPI_Aint places[] = {0, offsetof(struct list, values)};
    MPI_Datatype type = make_type(2, (const int[]){1, count}, places,
                                  (const MPI_Datatype[]){MPI_LONG, MPI_DOUBLE});

    (void)rank;
    MPI_Bcast(list, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    free(list);
}

static void blocks_of_several_types(int rank, int size)
{
    struct pair sent[2] = {{1, 2}, {3, 4}}, received[2];
    const int ones[2] = {1, 1}, places[2] = {0, offsetof(struct pair, value)};
    const int mine = rank == 0 ? 0 : (int)offsetof(struct pair, value);
    const MPI_Datatype type = rank == 0 ? MPI_INT : MPI_FLOAT;

    (void)size;
    MPI_Alltoallw(sent, ones, places, (const MPI_Datatype[]){MPI_INT, MPI_FLOAT}, received, ones,
                  (const int[]){mine, mine + (int)sizeof(struct pair)},
                  (const MPI_Datatype[]){type, type}, MPI_COMM_WORLD);
}

static void parts_for_neighbors(int rank, int size)
{
    struct halo sent = {.low = {1, 2}}, received;
    const int counts[2] = {2, 2}, is_periodic = 1;
    const MPI_Aint places[2] = {offsetof(struct halo, low), offsetof(struct halo, high)};
    MPI_Datatype types[2];
    MPI_Comm ring;

    (void)rank;
    types[0] = types[1] = MPI_DOUBLE;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &is_periodic, 0, &ring);
    MPI_Neighbor_alltoallw((void *)(uintptr_t)&sent, counts, places, types, &received, counts,
                           places, types, ring);
    MPI_Comm_free(&ring);
}

/* ---- arguments that a later call does not have ----------------------------------------------- */

static void memory_prepared_otherwise(int rank, int size)
{
    double *work = calloc(10 * (size_t)size, sizeof *work);
    int *numbers = (int *)work;
    MPI_Request requests[3];

    if (rank == 0) {
        MPI_Send_init(numbers, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Psend_init(numbers + 4, 2, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &requests[1]);
    } else {
        MPI_Recv_init(numbers, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Precv_init(numbers + 4, 2, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &requests[1]);
    }
    MPI_Bcast_init(numbers + 8, 2, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    MPI_Startall(3, requests);
    if (rank == 0)
        MPI_Pready_range(0, 1, requests[1]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Request_free(&requests[2]);
    free(work);
}

static void results_beside_an_operand(int rank, int size)
{
    static struct pair pairs[4];
    static int memory[8];
    int results[4];
    MPI_Datatype apart;
    MPI_Win win;

    (void)size;
    MPI_Type_create_resized(MPI_INT, 0, sizeof(struct pair), &apart);
    MPI_Type_commit(&apart);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get_accumulate(pairs, 4, apart, results, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Type_free(&apart);
}

/* ---- ends of blocks -------------------------------------------------------------------------- */

/* The pointers of the second rank are copies of the first one's. */
static void blocks_that_end_by_pointers(int rank, int size)
{
    char *volatile block = malloc(20 * (size_t)size);
    char *grown = hooks.grow(block, 40 * (size_t)size), *line;

    memset(grown, 0, 40 * (size_t)size);
    exchange(rank, grown, 40 * size, MPI_CHAR);
    hooks.end(grown);
    block = malloc(4 * (size_t)size * sizeof(double));
    hooks.end(block);
    line = strdup("a line that takes its place, because it is as long as the block: this one");
    exchange(rank, line, 60, MPI_CHAR);
    free(line);
}

/* Without a size the C library does not look at the line. */
static void a_line_without_a_size(int rank, int size)
{
    FILE *file = tmpfile();
    char *line = (char *)(uintptr_t)(8 * size + 1);
    size_t room = 0;

    fputs("a line\n", file);
    rewind(file);
    if (getline(&line, &room, file) == 7)
        exchange(rank, line, 7, MPI_CHAR);
    free(line);
    fclose(file);
}

PROGRAMS(PROGRAM(local_variables), PROGRAM(variables_that_follow_each_other),
         PROGRAM(the_first_member), PROGRAM(a_list_with_its_values),
         PROGRAM(blocks_of_several_types), PROGRAM(parts_for_neighbors),
         PROGRAM(memory_prepared_otherwise), PROGRAM(results_beside_an_operand),
         PROGRAM(blocks_that_end_by_pointers), PROGRAM(a_line_without_a_size))
