/* SPDX-License-Identifier: MIT */
/* Templates, lambdas and handlers of C++ with a buffer of another type than its datatype: the
 * compiler warns of each line that says so. */
#include <complex>
#include <mpi.h>
#include <vector>

template <class T> struct field {
    std::vector<T> values;

    void send(MPI_Datatype datatype)
    {
        MPI_Send(values.data(), 1, datatype, 0, 0, MPI_COMM_SELF);
        for (auto &value : values)
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF); /* warns */
    }
    ~field()
    {
        T last{};

        MPI_Send(&last, 1, MPI_INT, 0, 0, MPI_COMM_SELF); /* warns */
    }
};

void send_all(std::vector<std::complex<double>> &complexes);
void send_all(std::vector<std::complex<double>> &complexes)
{
    field<double> reals;
    field<int> ints;
    auto send = [&] {
        MPI_Send(reals.values.data(), 2, MPI_FLOAT, 0, 0, MPI_COMM_SELF); /* warns */
    };

    send();
    reals.send(MPI_DOUBLE);
    ints.send(MPI_INT);
    MPI_Send(complexes.data(), 2, MPI_CXX_DOUBLE_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes.data(), 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(reinterpret_cast<float *>(reals.values.data()), 2, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send((float *)reals.values.data(), 2, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    try {
        MPI_Send(static_cast<void *>(ints.values.data()), 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    } catch (...) {
        MPI_Send(reals.values.data(), 2, MPI_LONG, 0, 0, MPI_COMM_SELF); /* warns */
    }
}
