/* SPDX-License-Identifier: MIT */
/* Instances of templates of which only one is known to allocate, or to be given, elements of one
 * kind: nothing is to be told of the others by it. Each program once. */
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "case.h"

struct place {
    double at[3];
};

template <typename T> static void exchange(int rank, T *buffer, int count, MPI_Datatype type)
{
    if (rank == 0)
        MPI_Send(buffer, count, type, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(buffer, count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* All containers allocate at one place, and only this one has elements of one kind. */
static void a_vector_of_numbers(int rank, int size)
{
    std::vector<int> numbers(10 * static_cast<size_t>(size));
    void *first = numbers.data();

    exchange(rank, first, 10 * size, MPI_INT);
}

static void a_vector_of_structures(int rank, int size)
{
    std::vector<place> places(10 * static_cast<size_t>(size));
    void *first = places.data();

    exchange(rank, first, 30 * size, MPI_DOUBLE);
}

static void a_vector_of_bytes(int rank, int size)
{
    std::vector<char> bytes(80 * static_cast<size_t>(size));
    void *first = bytes.data();

    exchange(rank, first, 10 * size, MPI_DOUBLE);
}

static void elements_of_a_map(int rank, int size)
{
    std::map<int, double> values;
    void *first = &(values[size] = 1);

    exchange(rank, first, 1, MPI_DOUBLE);
}

static void elements_of_a_list(int rank, int size)
{
    std::list<double> values(static_cast<size_t>(size), 1.0);
    void *first = &values.front();

    exchange(rank, first, 1, MPI_DOUBLE);
}

static void pointers_that_own(int rank, int size)
{
    auto numbers = std::make_unique<int[]>(10 * static_cast<size_t>(size));
    auto bytes = std::make_unique<unsigned char[]>(80 * static_cast<size_t>(size));
    void *first = bytes.get();

    exchange(rank, first, 10, MPI_DOUBLE);
    first = numbers.get();
    exchange(rank, first, 10, MPI_INT);
}

/* Only this instance of the function says what its buffer has. */
static void an_argument_of_a_template(int rank, int)
{
    double values[4] = {1, 2, 3, 4};
    int numbers[4] = {1, 2, 3, 4};
    void *first = numbers;

    exchange(rank, values, 4, MPI_DOUBLE);
    exchange(rank, first, 4, MPI_INT);
}

static void a_structure_in_front(int rank, int size)
{
    struct header {
        int count, kind;
    };
    auto *first = static_cast<header *>(operator new(sizeof(header) +
                                                     10 * sizeof(double) *
                                                     static_cast<size_t>(size)));
    void *data = first + 1;

    exchange(rank, data, 10 * size, MPI_DOUBLE);
    operator delete(first);
}

PROGRAMS(PROGRAM(a_vector_of_numbers), PROGRAM(a_vector_of_structures), PROGRAM(a_vector_of_bytes),
         PROGRAM(elements_of_a_map), PROGRAM(elements_of_a_list), PROGRAM(pointers_that_own),
         PROGRAM(an_argument_of_a_template), PROGRAM(a_structure_in_front))
