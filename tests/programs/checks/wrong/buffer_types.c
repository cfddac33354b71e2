/* SPDX-License-Identifier: MIT */
/* Buffers whose datatype describes something else than they hold, or more, where only a run can
 * know it: each program once. */
#include "case.h"

#include <stddef.h>

struct particle {
    int number;
    double at[3];
    float mass;
};

static int counts[20];
static double field[16];
static struct particle few[4];

/* Others know neither the type of the buffer nor the datatype when compiling. */
static void send_any(int rank, const void *from, int count, MPI_Datatype type)
{
    if (rank == 0)
        MPI_Send(from, count, type, 1, 0, MPI_COMM_WORLD);
}

static void receive_any(int rank, void *to, int count, MPI_Datatype type)
{
    if (rank == 1)
        MPI_Recv(to, count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static MPI_Datatype either(int size, MPI_Datatype one, MPI_Datatype other)
{
    return size == 2 ? one : other;
}

static void ints_as_doubles(int rank, int size)
{
    int *numbers = calloc((size_t)size * 100, sizeof *numbers);
    double *others = calloc((size_t)size * 100, sizeof *others);

    send_any(rank, numbers, 20, MPI_DOUBLE);
    receive_any(rank, others, 20, MPI_DOUBLE);
    free(numbers);
    free(others);
}

static void doubles_as_ints(int rank, int size)
{
    double *numbers = malloc((size_t)size * sizeof(double));
    int *others = malloc(4 * sizeof(int));

    send_any(rank, numbers, 2, MPI_INT);
    receive_any(rank, others, 2, MPI_INT);
    free(numbers);
    free(others);
}

static void longs_as_ints(int rank, int size)
{
    long *numbers = malloc((size_t)size * sizeof *numbers);
    int *others = malloc(4 * sizeof(int));

    receive_any(rank, numbers, 2, MPI_INT);
    send_any(rank, others, 2, MPI_INT);
    free(numbers);
    free(others);
}

static void more_than_the_block(int rank, int size)
{
    double *numbers = calloc((size_t)size * 5, sizeof *numbers);
    double *others = calloc(20, sizeof *others);

    send_any(rank, numbers, 11, MPI_DOUBLE);
    receive_any(rank, others, 11, MPI_DOUBLE);
    free(numbers);
    free(others);
}

/* The end is near, and the beginning right. */
static void more_than_the_rest(int rank, int size)
{
    int *numbers = malloc(10 * (size_t)size * sizeof *numbers);

    receive_any(rank, numbers + 15, 6, MPI_INT);
    send_any(rank, numbers, 6, MPI_INT);
    free(numbers);
}

static void a_smaller_block(int rank, int size)
{
    float *numbers = realloc(malloc(100 * sizeof(float)), (size_t)size * sizeof(float));

    receive_any(rank, numbers, 3, MPI_FLOAT);
    send_any(rank, field, 1, MPI_DOUBLE);
    free(numbers);
}

static void a_variable_as_integers(int rank, int size)
{
    send_any(rank, field, size, MPI_INT);
    receive_any(rank, counts, size, MPI_INT);
}

static void more_than_the_variable(int rank, int size)
{
    send_any(rank, counts, 10 * size, MPI_INT);
    receive_any(rank, counts + 1, 10 * size, MPI_INT);
}

/* The blocks of the vector go on where the array has ended. */
static void a_vector_too_long(int rank, int size)
{
    double *numbers = malloc(8 * (size_t)size * sizeof(double));
    MPI_Datatype column;

    MPI_Type_vector(4, 2, 5, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    send_any(rank, numbers, 1, column);
    receive_any(rank, field, 8, MPI_DOUBLE);
    MPI_Type_free(&column);
    free(numbers);
}

/* The mass is not a double. */
static MPI_Datatype wrong_particle(void)
{
    MPI_Datatype type, sized;

    MPI_Type_create_struct(3, (const int[]){1, 3, 1},
                           (const MPI_Aint[]){offsetof(struct particle, number),
                                              offsetof(struct particle, at),
                                              offsetof(struct particle, mass)},
                           (const MPI_Datatype[]){MPI_INT, MPI_DOUBLE, MPI_INT}, &type);
    MPI_Type_create_resized(type, 0, sizeof(struct particle), &sized);
    MPI_Type_commit(&sized);
    MPI_Type_free(&type);
    return sized;
}

static void a_structure_of_another_type(int rank, int size)
{
    MPI_Datatype type = wrong_particle();

    (void)size;
    send_any(rank, few, 2, type);
    receive_any(rank, malloc(sizeof few), 2, type);
    MPI_Type_free(&type);
}

static void allocated_structures_of_another_type(int rank, int size)
{
    struct particle *many = calloc((size_t)size, sizeof *many);
    MPI_Datatype type = wrong_particle();

    send_any(rank, many, 1, type);
    receive_any(rank, malloc(sizeof few), 1, type);
    MPI_Type_free(&type);
    free(many);
}

/* The call knows what it points to, and only the run the datatype. */
static void an_argument_of_another_type(int rank, int size)
{
    double local[4] = {0};
    MPI_Datatype type = either(size, MPI_INT, MPI_DOUBLE);

    if (rank == 0)
        MPI_Send(local, 4, type, 1, 0, MPI_COMM_WORLD);
    receive_any(rank, counts, 4, type);
}

static void a_result_of_another_type(int rank, int size)
{
    int *sums = calloc(4, sizeof *sums);
    void *result = sums;

    (void)rank;
    MPI_Reduce(field, result, size, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    free(sums);
}

static void an_origin_of_another_type(int rank, int size)
{
    float *values = calloc((size_t)size, sizeof *values);
    const void *origin = values;
    MPI_Win win;

    MPI_Win_create(counts, sizeof counts, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(origin, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(values);
}

/* Rows are pointers: what they point to is elsewhere. */
static void pointers_as_doubles(int rank, int size)
{
    double **rows = malloc((size_t)size * sizeof *rows);

    send_any(rank, rows, 2, MPI_DOUBLE);
    receive_any(rank, field, 2, MPI_DOUBLE);
    free(rows);
}

static void a_pending_receive(int rank, int size)
{
    short *values = calloc(8 * (size_t)size, sizeof *values);
    void *to = values;
    MPI_Request request;

    if (rank == 1) {
        MPI_Irecv(to, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    send_any(rank, counts, 4, MPI_INT);
    free(values);
}

static void a_prepared_argument_of_another_type(int rank, int size)
{
    double *values = calloc((size_t)size, sizeof *values);
    MPI_Request request;

    if (rank == 0) {
        MPI_Send_init(values, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    receive_any(rank, counts, 2, MPI_INT);
    free(values);
}

PROGRAMS(PROGRAM(ints_as_doubles), PROGRAM(doubles_as_ints), PROGRAM(longs_as_ints),
         PROGRAM(more_than_the_block), PROGRAM(more_than_the_rest), PROGRAM(a_smaller_block),
         PROGRAM(a_variable_as_integers), PROGRAM(more_than_the_variable),
         PROGRAM(a_vector_too_long), PROGRAM(a_structure_of_another_type),
         PROGRAM(allocated_structures_of_another_type), PROGRAM(an_argument_of_another_type),
         PROGRAM(a_result_of_another_type), PROGRAM(an_origin_of_another_type),
         PROGRAM(pointers_as_doubles), PROGRAM(a_pending_receive),
         PROGRAM(a_prepared_argument_of_another_type))
