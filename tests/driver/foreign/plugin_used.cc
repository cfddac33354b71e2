/* SPDX-License-Identifier: MIT */
// Each rank opens a C++ library and has its classes for itself.
#include "plugin.h"

#include <dlfcn.h>
#include <mpi.h>

#include <cstdio>
#include <stdexcept>
#include <string>

int main(int argc, char **argv)
{
    int rank;
    std::string caught;
    Dl_info info{};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    void *library = dlopen(argv[1], RTLD_LAZY);
    if (library == nullptr) {
        std::printf("%s\n", dlerror());
        return 1;
    }
    auto *make = reinterpret_cast<decltype(make_shape) *>(dlsym(library, "make_shape"));
    auto *count = reinterpret_cast<decltype(count_shapes) *>(dlsym(library, "count_shapes"));
    for (int i = 0; i < rank; i++)
        delete make(10 + i);
    shape *square = make(rank), *wrong = make(-1 - rank);
    MPI_Barrier(MPI_COMM_WORLD);
    try {
        wrong->area();
    } catch (const std::runtime_error &error) {
        caught = error.what();
    }
    dladdr(reinterpret_cast<void *>(make), &info);
    std::printf("rank %d: area %d, %d shapes, %s, %s\n", rank, square->area(), count(),
                caught.c_str(), info.dli_sname);
    delete square;
    delete wrong;
    MPI_Finalize();
    dlclose(library);
}
