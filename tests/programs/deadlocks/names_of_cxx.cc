/* SPDX-License-Identifier: MIT */
/* A report names functions of C++ as the program does.
 *
 * ranks: 2
 * options: -O0
 * flags: -g
 * mpich: no
 * expect-status: 65
 * expect-stderr: ^  rank 0: MPI_Recv, called in halo::Edge<int>::take \(names_of_cxx.cc:26\): waits
 * expect-stderr: ^  rank 1: MPI_Waitall, called in main::\{lambda\(int\)#1\}::operator\(\) \(name
 * expect-stderr: started in halo::\(anonymous namespace\)::ask \(names_of_cxx.cc:18\)$ */
#include <mpi.h>

namespace halo {
namespace {
void ask(int from, int *got, MPI_Request *request)
{
    MPI_Irecv(got, 1, MPI_INT, from, 2, MPI_COMM_WORLD, request);
}
} // namespace

template <class Number> struct Edge {
    Number value;
    void take(int from) const
    {
        MPI_Recv(const_cast<Number *>(&value), 1, MPI_INT, from, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
};
} // namespace halo

int main(int argc, char **argv)
{
    MPI_Request request;
    int rank, got;
    auto wait = [&](int count) { MPI_Waitall(count, &request, MPI_STATUSES_IGNORE); };

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        const halo::Edge<int> edge = {0};

        edge.take(1);
    } else {
        halo::ask(0, &got, &request);
        wait(1);
    }
    MPI_Finalize();
    return 0;
}
