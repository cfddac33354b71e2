/* SPDX-License-Identifier: MIT */
/* As buffer_types.c, in C++: vectors, and what `new` allocates. */
#include <array>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "case.h"
#include "exchange.h"

struct point {
    double x = 0, y = 0;
};

struct named {
    std::string name;
    double value = 0;
};

static void vectors_that_grow(int rank, int size)
{
    std::vector<int> numbers;
    std::vector<double> values;

    for (int i = 0; i < 100 * size; i++) {
        numbers.push_back(i);
        values.push_back(i);
        if (i % 50 == 0) {
            exchange(rank, numbers.data(), i + 1, MPI_INT);
            exchange(rank, values.data(), i + 1, MPI_DOUBLE);
        }
    }
}

static void vectors_of_structures(int rank, int size)
{
    std::vector<point> points(static_cast<size_t>(size));
    std::vector<std::array<float, 3>> colors(static_cast<size_t>(size));

    exchange(rank, points.data(), 2 * size, MPI_DOUBLE);
    exchange(rank, colors.data(), 3 * size, MPI_FLOAT);
}

static void complex_numbers(int rank, int size)
{
    std::vector<std::complex<double>> numbers(static_cast<size_t>(size));

    exchange(rank, numbers.data(), size, MPI_CXX_DOUBLE_COMPLEX);
    exchange(rank, numbers.data(), 2 * size, MPI_DOUBLE);
}

static void new_arrays(int rank, int size)
{
    auto *numbers = new int[static_cast<size_t>(size)]();
    auto values = std::make_unique<double[]>(static_cast<size_t>(size));
    auto *points = new point[static_cast<size_t>(size)];
    auto *one = new double(1);

    exchange(rank, numbers, size, MPI_INT);
    exchange(rank, values.get(), size, MPI_DOUBLE);
    exchange(rank, points, 2 * size, MPI_DOUBLE);
    exchange(rank, one, 1, MPI_DOUBLE);
    delete[] numbers;
    delete[] points;
    delete one;
}

/* The compiler puts their number in front of objects that have a destructor. */
static void new_objects_with_destructors(int rank, int size)
{
    auto *objects = new named[static_cast<size_t>(size)];

    exchange(rank, &objects[1].value, 1, MPI_DOUBLE);
    delete[] objects;
}

static void characters_of_a_vector(int rank, int size)
{
    std::vector<char> bytes(static_cast<size_t>(size) * 100);
    std::vector<unsigned char> others(static_cast<size_t>(size) * 100);

    exchange(rank, bytes.data(), 10, MPI_DOUBLE);
    exchange(rank, others.data(), 10, MPI_INT);
}

static void text(int rank, int size)
{
    std::string words(static_cast<size_t>(size) * 100, 'x');

    exchange(rank, &words[0], 100 * size, MPI_CHAR);
}

template <typename number> static void bcast_all(int count, MPI_Datatype type)
{
    number numbers[4] = {};
    std::array<number, 4> others{};

    MPI_Bcast(numbers, count, type, 0, MPI_COMM_WORLD);
    MPI_Bcast(others.data(), count, type, 0, MPI_COMM_WORLD);
    MPI_Bcast(&others[1], count - static_cast<int>(1), type, 0, MPI_COMM_WORLD);
    MPI_Bcast(others.data() + 2, count / 2, type, 0, MPI_COMM_WORLD);
}

struct halo {
    double left[2]{}, right[2]{};
    double *begin()
    {
        return left;
    }
};

static void local_arrays(int, int size)
{
    double many[8] = {};
    double(&reference)[8] = many;
    double *pointer = many;
    halo both;
    std::vector<double> vector(static_cast<size_t>(8 * size));
    std::array<std::vector<double>, 2> vectors{vector, vector};

    bcast_all<double>(2 * size, MPI_DOUBLE);
    bcast_all<float>(2 * size, MPI_FLOAT);
    MPI_Bcast(reference, 4 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(pointer + size, 8 - size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(both.begin(), 2 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&both.left[1], size + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(vectors[1].data(), 8 * size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    auto bcast = [&](int count) {
        MPI_Bcast(many, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Bcast(vector.data(), 2 * count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    };
    bcast(4 * size);
}

PROGRAMS(PROGRAM(vectors_that_grow), PROGRAM(vectors_of_structures), PROGRAM(complex_numbers),
         PROGRAM(new_arrays), PROGRAM(new_objects_with_destructors),
         PROGRAM(characters_of_a_vector), PROGRAM(text), PROGRAM(local_arrays))
