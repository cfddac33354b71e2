/* SPDX-License-Identifier: MIT */
/* Calls in C++ that look like those of wrong.cc. The compiler is silent. */
#include <array>
#include <complex>
#include <mpi.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

template <class T> MPI_Datatype datatype_of()
{
    return std::is_same<T, int>::value ? MPI_INT : MPI_DOUBLE;
}

template <class T> struct field {
    std::vector<T> values;

    void send()
    {
        MPI_Send(values.data(), 1, datatype_of<T>(), 0, 0, MPI_COMM_SELF);
        for (auto &value : values)
            if (std::is_same<T, int>::value)
                MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
            else
                MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
        if (sizeof(T) == 4)
            MPI_Send(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    }
};

class base
{
public:
    virtual ~base() = default;
    double x = 0, y = 0;
};

enum class color : int { RED };

void send_all(std::vector<std::complex<double>> &complexes, double &reference, base *object, int n);
void send_all(std::vector<std::complex<double>> &complexes, double &reference, base *object, int n)
{
    field<double> reals;
    field<int> ints;
    std::vector<int> list(10);
    std::array<double, 4> four{};
    std::array<std::array<float, 2>, 3> nested{};
    std::pair<double, int> pair{};
    std::string text(20, ' ');
    constexpr int many = 5;
    bool flag = true;
    color paint = color::RED;
    double *fresh = new double[many], *some = new double[n];
    int number = 10, few[4] = {};
    auto change = [&] { number = 4; };

    change();
    reals.send();
    ints.send();
    MPI_Send(few, number, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&list[0], 10, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&reference, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes.data(), 2, MPI_CXX_DOUBLE_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes.data(), 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(reinterpret_cast<float *>(reals.values.data()), 2, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send((float *)reals.values.data(), 2, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reinterpret_cast<int *>(fresh), 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reinterpret_cast<int *>(&four), 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send((int *)&four, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    try {
        MPI_Send(static_cast<void *>(ints.values.data()), 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    } catch (...) {
        MPI_Send(list.data(), 10, MPI_INT, 0, 0, MPI_COMM_SELF);
    }
    MPI_Send(&four, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(nested.data(), 6, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&pair, 1, MPI_DOUBLE_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&text[0], 20, MPI_CHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(&flag, 1, MPI_CXX_BOOL, 0, 0, MPI_COMM_SELF);
    MPI_Send(&paint, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&object->x, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(fresh, many, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(some, 100, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&fresh, sizeof fresh, MPI_BYTE, 0, 0, MPI_COMM_SELF);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmpi-type"
    MPI_Send(&list[0], 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
#pragma GCC diagnostic pop
    delete[] fresh;
    delete[] some;
}
