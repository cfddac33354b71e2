/* SPDX-License-Identifier: MIT */
/* A program of the wrapper that makes, derives from and throws what the library of shapes.h has. */
#include <mpi.h>

#include <cstdio>
#include <memory>

#include <shapes.h>

struct own : square {
    own() : square(3) {}
    int area() const override { return square::area() + 1000; }
};

static std::string caught(void (*thrower)(int), int number)
{
    try {
        thrower(number);
    } catch (const trouble &error) {
        return error.what();
    }
    return "nothing";
}

static void fail_here(int number)
{
    throw trouble(number);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    shape inherits(rank + 1);
    square plain(rank + 1);
    own derived;
    std::unique_ptr<base> made(make_square(rank + 1));
    std::string areas;
    for (base *each : {static_cast<base *>(&inherits), static_cast<base *>(&plain),
                       static_cast<base *>(&derived), made.get()})
        areas += std::to_string(each->area()) + " ";
    inherits.grow();
    counter<int>::count += 10;
    const char *kind = dynamic_cast<square *>(made.get()) != nullptr ? "square" : "none";
    std::string there = caught(fail, rank), here = caught(fail_here, 7);
    int counted = count_in_library();
    MPI_Barrier(MPI_COMM_WORLD);
    std::printf("rank %d: %s%s, %s, %s, %d %d, %d, %s\n", rank, areas.c_str(), kind, there.c_str(),
                here.c_str(), counted, counter<int>::count, calls_so_far(),
                remember("of " + std::to_string(rank)).c_str());
    MPI_Finalize();
}
