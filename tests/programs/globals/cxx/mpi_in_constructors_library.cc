/* SPDX-License-Identifier: MIT */
/* A library whose constructor initialises MPI and waits for the other ranks. */
#include <mpi.h>

#include <cstdio>

struct begun {
    begun()
    {
        int one = 1, level;

        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    }
    ~begun() { std::printf("library of rank %d ends\n", rank); }

    int sum = 0, rank = -1;
};

static begun library;

int sum_of_library();

int sum_of_library()
{
    return library.sum;
}
