/* SPDX-License-Identifier: MIT */
/* As buffer_types.c, in C++: vectors, and what `new` allocates. */
#include <array>
#include <complex>
#include <memory>
#include <vector>

#include "case.h"

struct sample {
    double value = 0;
    int number = 0;
};

static double field[16];

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

static void a_vector_of_another_type(int rank, int size)
{
    std::vector<int> numbers(static_cast<size_t>(size) * 10);

    send_any(rank, numbers.data(), 4, MPI_DOUBLE);
    receive_any(rank, field, 4, MPI_DOUBLE);
}

static void more_than_the_vector(int rank, int size)
{
    std::vector<double> numbers(static_cast<size_t>(size) * 5);

    send_any(rank, numbers.data(), 11, MPI_DOUBLE);
    receive_any(rank, field, 11, MPI_DOUBLE);
}

static void a_new_array_of_another_type(int rank, int size)
{
    auto *numbers = new float[static_cast<size_t>(size) * 10];

    receive_any(rank, numbers, 4, MPI_INT);
    send_any(rank, std::vector<int>(4).data(), 4, MPI_INT);
    delete[] numbers;
}

static void a_pointer_of_another_type(int rank, int size)
{
    auto numbers = std::make_unique<long[]>(static_cast<size_t>(size));

    receive_any(rank, numbers.get(), 2, MPI_DOUBLE);
    send_any(rank, field, 2, MPI_DOUBLE);
}

static void new_structures_of_another_type(int rank, int size)
{
    auto *samples = new sample[static_cast<size_t>(size)];

    send_any(rank, samples, 4, MPI_DOUBLE);
    receive_any(rank, field, 4, MPI_DOUBLE);
    delete[] samples;
}

static void complex_numbers_as_floats(int rank, int size)
{
    std::vector<std::complex<double>> numbers(static_cast<size_t>(size));

    send_any(rank, numbers.data(), 4, MPI_FLOAT);
    receive_any(rank, field, 4, MPI_FLOAT);
}

static void more_than_the_local_array(int rank, int size)
{
    std::array<double, 10> numbers{};

    if (rank == 0)
        MPI_Send(numbers.data(), 5 * size + 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    receive_any(rank, std::vector<double>(20).data(), 20, MPI_DOUBLE);
}

template <typename number> static void send_few(int rank, int count, MPI_Datatype type)
{
    number numbers[4] = {};

    if (rank == 0)
        MPI_Send(&numbers[1], count, type, 1, 0, MPI_COMM_WORLD);
    receive_any(rank, std::vector<number>(10).data(), 10, type);
}

/* Only one instance of the template is too short. */
static void more_than_an_instance_has(int rank, int size)
{
    send_few<double>(rank, size + 1, MPI_DOUBLE);
    send_few<float>(rank, size + 2, MPI_FLOAT);
}

PROGRAMS(PROGRAM(a_vector_of_another_type), PROGRAM(more_than_the_vector),
         PROGRAM(a_new_array_of_another_type), PROGRAM(a_pointer_of_another_type),
         PROGRAM(new_structures_of_another_type), PROGRAM(complex_numbers_as_floats),
         PROGRAM(more_than_the_local_array), PROGRAM(more_than_an_instance_has))
