/* SPDX-License-Identifier: MIT */
/* Buffers that are longer than the local variable in which they lie, where only a run knows the
 * count, and local variables of another type than a datatype that only a run knows. */
#include "case.h"

struct sample {
    int number;
    double values[4];
};

static void more_than_the_array(int rank, int size)
{
    double values[10] = {0};

    if (rank == 0)
        MPI_Send(values, 5 * size + 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&(double[20]){0}, 20, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void more_than_the_rest(int rank, int size)
{
    int numbers[8] = {0};

    if (rank == 0)
        MPI_Send(numbers, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&numbers[4], 2 * size + 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void more_than_the_rest_of_a_sum(int rank, int size)
{
    float numbers[8] = {0};

    if (rank == 0)
        MPI_Send(numbers, 2, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(numbers + 6, size + 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Where the buffer begins is not known, but it is longer than the array. */
static void more_than_all(int rank, int size)
{
    long numbers[8] = {0};

    if (rank == 0)
        MPI_Send(numbers, 4, MPI_LONG, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&numbers[rank], 4 * size + 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void more_than_the_structure(int rank, int size)
{
    struct sample sample = {rank, {0}};

    if (rank == 0)
        MPI_Send(sample.values, size, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(sample.values, size * 2 + 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void more_than_a_number(int rank, int size)
{
    int number = 0;

    if (rank == 0)
        MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&number, size, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void more_than_two_rows(int rank, int size)
{
    double matrix[3][4] = {{0}};

    if (rank == 0)
        MPI_Send(matrix[1], 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(matrix[1], 4 * size + 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void more_than_the_text(int rank, int size)
{
    char text[12] = "";

    if (rank == 0)
        MPI_Send((void *)text, 5, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv((void *)text, 10 * size, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void more_members_than_elements(int rank, int size)
{
    int all[2] = {0}, count = 1;

    MPI_Gather(&rank, count, MPI_INT, all, size / 2, MPI_INT, 0, MPI_COMM_WORLD);
}

static MPI_Datatype either(int size, MPI_Datatype one, MPI_Datatype other)
{
    return size == 2 ? one : other;
}

static void floats_as_integers(int rank, int size)
{
    float values[4] = {0};
    MPI_Datatype type = either(size, MPI_INT, MPI_FLOAT);

    if (rank == 0)
        MPI_Send(&values[2], 2, type, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&values[2], 2, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Nothing is left to be done behind the call, which an optimised function could leave by a jump. */
static __attribute__((noinline, optimize("O2"))) int send_last(const float *from, int count,
                                                               MPI_Datatype type)
{
    return MPI_Send(from, count, type, 1, 0, MPI_COMM_WORLD);
}

static void by_the_last_call(int rank, int size)
{
    float values[4] = {0};
    int numbers[2];

    if (rank == 0)
        send_last(values, 2, either(size, MPI_INT, MPI_FLOAT));
    else
        MPI_Recv(numbers, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void changed_before_it_is_sent(int rank, int size)
{
    int numbers[4] = {1, 2, 3, 4};
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Isend(&numbers[1], 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        numbers[2] = 7;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(numbers, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void both_sides_overlap(int rank, int size)
{
    double values[8] = {0};

    if (rank == 0)
        MPI_Sendrecv(&values[2], 2 + size, MPI_DOUBLE, 0, 0, &values[4], 4, MPI_DOUBLE, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

PROGRAMS(PROGRAM(more_than_the_array), PROGRAM(more_than_the_rest),
         PROGRAM(more_than_the_rest_of_a_sum), PROGRAM(more_than_all),
         PROGRAM(more_than_the_structure), PROGRAM(more_than_a_number),
         PROGRAM(more_than_two_rows), PROGRAM(more_than_the_text),
         PROGRAM(more_members_than_elements), PROGRAM(floats_as_integers),
         PROGRAM(by_the_last_call),
         PROGRAM(changed_before_it_is_sent), PROGRAM(both_sides_overlap))
