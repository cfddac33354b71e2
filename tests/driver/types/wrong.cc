/* SPDX-License-Identifier: MIT */
/* Templates, lambdas and containers of C++ with a buffer of another type than its datatype, or
 * shorter than its count. The compiler warns as wrong.cc.txt says; right.cc has calls that
 * look alike. */
#include <array>
#include <complex>
#include <mpi.h>
#include <vector>

template <class T> struct field {
    std::vector<T> values;

    void send(MPI_Datatype datatype)
    {
        MPI_Send(values.data(), 1, datatype, 0, 0, MPI_COMM_SELF);
        for (auto &value : values)
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    }
    ~field()
    {
        T last{};

        MPI_Send(&last, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    }
};

void send_all(std::vector<std::complex<double>> &complexes, double &reference);
void send_all(std::vector<std::complex<double>> &complexes, double &reference)
{
    field<double> reals;
    field<int> ints;
    std::vector<int> list(10);
    std::array<double, 4> four{};
    constexpr int many = 5;
    bool flag = true;
    double *fresh = new double[many];
    const int lengths[2] = {1, 1};
    auto send = [&] {
        MPI_Send(reals.values.data(), 2, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    };

    send();
    reals.send(MPI_DOUBLE);
    ints.send(MPI_INT);
    try {
        MPI_Send(&list[0], 10, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    } catch (...) {
        MPI_Send(&reference, 2, MPI_LONG, 0, 0, MPI_COMM_SELF);
    }
    MPI_Send(&list, 10, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes.data(), 2, MPI_CXX_FLOAT_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(four.data(), 4, MPI_LONG, 0, 0, MPI_COMM_SELF);
    MPI_Send(&four, many, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&flag, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(fresh, many + 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(lengths, 3, MPI_INT, 0, 0, MPI_COMM_SELF);
    delete[] fresh;
}
