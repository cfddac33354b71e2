/* SPDX-License-Identifier: MIT */
/* Buffers in local variables that look longer than these, and are not. */
#include <alloca.h>
#include <stddef.h>

#include "case.h"

struct sample {
    int number;
    double values[4];
};

static void to_the_last_element(int rank, int size)
{
    double values[10] = {0};

    MPI_Bcast(values, 5 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&values[9], size / 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(values + rank, 8 + size - rank, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Bcast(&values[10], size - 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* Neighbouring members are sent at once. */
static void members_of_a_structure(int rank, int size)
{
    struct {
        double first[2], second[2];
    } both = {{rank}, {0}};
    struct sample samples[2] = {{0, {0}}};

    MPI_Bcast(both.first, 2 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&both.first[1], size + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&samples[0].number, size * (int)sizeof samples[0], MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* The datatype names both variables, from the first one's address on. */
static void two_variables(int rank, int size)
{
    double one = rank;
    int other[2] = {rank, size};
    int lengths[2] = {1, size};
    MPI_Aint places[2], start;
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, both;

    MPI_Get_address(&one, &start);
    MPI_Get_address(other, &places[1]);
    places[0] = 0;
    places[1] = MPI_Aint_diff(places[1], start);
    MPI_Type_create_struct(2, lengths, places, types, &both);
    MPI_Type_commit(&both);
    MPI_Bcast(&one, 1, both, 0, MPI_COMM_WORLD);
    MPI_Type_free(&both);
}

/* The datatype has a gap behind its last element that the array does not have. */
static void a_column(int rank, int size)
{
    double matrix[3][4] = {{rank}};
    MPI_Datatype column;

    MPI_Type_vector(3, 1, 2 * size, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Bcast(&matrix[0][3], 1, column, 0, MPI_COMM_WORLD);
    MPI_Type_free(&column);
}

/* A parameter is a pointer, even if its declaration looks like an array. */
static void send_row(double row[4], int count)
{
    MPI_Bcast(row, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&row[1], count - 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void a_parameter(int rank, int size)
{
    double values[8] = {rank};

    send_row(values, 4 * size);
}

static void rows_of_a_matrix(int rank, int size)
{
    double matrix[3][4] = {{rank}};
    double (*row)[4] = &matrix[1];

    MPI_Bcast(matrix[0], 6 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(row[0], 4 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(*row, 4 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void of_a_length_that_is_known_late(int rank, int size)
{
    int numbers[3 * size], *others = alloca(5 * (size_t)size * sizeof *others);

    numbers[0] = others[0] = rank;
    MPI_Bcast(numbers, 3 * size, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&numbers[size], 2 * size, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(others, 5 * size, MPI_INT, 0, MPI_COMM_WORLD);
}

static void one_of_two_arrays(int rank, int size)
{
    int few[2] = {rank}, many[20] = {0}, *which = size == 2 ? many : few;

    MPI_Bcast(size == 2 ? many : few, 10 * size, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(which, 10 * size, MPI_INT, 0, MPI_COMM_WORLD);
}

/* Several variables have one name, and several calls stand in one line. */
#define BCAST_BOTH(one, other, size)                                 \
    do {                                                             \
        MPI_Bcast(one, (size), MPI_INT, 0, MPI_COMM_WORLD);          \
        MPI_Bcast(other, 10 * (size), MPI_INT, 0, MPI_COMM_WORLD);   \
    } while (0)

static void of_one_name(int rank, int size)
{
    int numbers[2] = {rank}, others[20] = {0}, third[2] = {0};

    BCAST_BOTH(numbers, others, size); BCAST_BOTH(third, others, size);
    {
        int numbers[20] = {0};

        MPI_Bcast(numbers, 10 * size, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < 2; i++) {
        int third[20] = {i};

        MPI_Bcast(third, 10 * size, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

/* Compound literals are objects of their own, with ends of their own. */
static void literals(int rank, int size)
{
    MPI_Bcast((int[20]){rank}, 10 * size, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&(struct sample){0}.values[0], 2 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

union either {
    int few[2];
    double many[10];
};

static void a_union(int rank, int size)
{
    union either either = {{rank}};

    MPI_Bcast(either.few, 10 * size, MPI_INT, 0, MPI_COMM_WORLD);
}

/* The blocks at their displacements lie in the array. */
static void gathered_at_displacements(int rank, int size)
{
    int all[8] = {0}, counts[2] = {size, size}, places[2] = {6, 0}, mine[2] = {rank};

    MPI_Gatherv(mine, size, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, &all[4], size, MPI_INT, MPI_COMM_WORLD);
}

/* recvbuf counts at the root alone, so that other members may give any. */
static void at_the_root_only(int rank, int size)
{
    int number = rank, all[2] = {0};

    MPI_Gather(&number, 1, MPI_INT, rank == 0 ? all : &number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Gather(&number, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gather(&number, 1, MPI_INT, &number, size, MPI_INT, 0, MPI_COMM_WORLD);
}

static int last_call(const int *from, int count)
{
    return MPI_Send(from, count, MPI_INT, 1, 0, MPI_COMM_WORLD);
}

static void by_a_last_call(int rank, int size)
{
    int few[2] = {0}, many[20] = {0};

    if (rank == 0) {
        last_call(few, size);
        last_call(many, 10 * size);
    } else {
        MPI_Recv(few, size, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(many, 10 * size, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* The elements of other types fill the array to its end. */
static void as_other_elements(int rank, int size)
{
    double values[4] = {rank};

    MPI_Bcast((char *)values + 8, 12 * size, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast((float *)values, 4 * size, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast((void *)&values[2], 8 * size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

PROGRAMS(PROGRAM(to_the_last_element), PROGRAM(members_of_a_structure), PROGRAM(two_variables),
         PROGRAM(a_column), PROGRAM(a_parameter), PROGRAM(rows_of_a_matrix),
         PROGRAM(of_a_length_that_is_known_late), PROGRAM(one_of_two_arrays),
         PROGRAM(of_one_name), PROGRAM(literals), PROGRAM(a_union),
         PROGRAM(gathered_at_displacements), PROGRAM(at_the_root_only), PROGRAM(by_a_last_call),
         PROGRAM(as_other_elements))
