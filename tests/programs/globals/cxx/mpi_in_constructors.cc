/* SPDX-License-Identifier: MIT */
/* Constructors and destructors of global objects run inside the rank, of all ranks, also those of
 * libraries: they may initialise MPI, wait for other ranks, free what they made, and finalise MPI.
 * What they set of the thread is still there in main; the directory and umask that main sets are
 * still those of destructors.
 * options: -O0 -O2
 * flags: -std=c++17 -pthread
 * ranks: 1 2 5
 * library: mpi_in_constructors_library.cc
 * plugin: mpi_in_constructors_opened.cc
 * expect-stdout: ^rank 0 ends in \/, umask 27$
 * expect-stdout: ^library of rank 0 ends$ */
#include "../globals.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <future>

int sum_of_library();

/* Many programs wrap MPI so. The library has initialised it. */
struct environment {
    environment() { MPI_Query_thread(&level); }
    ~environment()
    {
        int is_finalized;

        MPI_Finalized(&is_finalized);
        if (!is_finalized)
            MPI_Finalize();
    }

    int level = -1;
};

struct communicator {
    communicator() { MPI_Comm_dup(MPI_COMM_WORLD, &own); }
    ~communicator()
    {
        int is_finalized;

        MPI_Finalized(&is_finalized);
        if (!is_finalized)
            MPI_Comm_free(&own);
    }

    MPI_Comm own = MPI_COMM_NULL;
};

struct directory {
    ~directory()
    {
        char path[100];
        mode_t mask = umask(0);

        printf("rank %d ends in %s, umask %o\n", rank, getcwd(path, sizeof path), mask);
    }

    int rank = -1;
};

static MPI_Info early_info = [] {
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    return info;
}();
static directory ended;
static environment the_environment;
static communicator the_communicator;
static pthread_key_t key;
static thread_local int of_thread;
static int is_set = [] {
    pthread_key_create(&key, nullptr);
    return pthread_setspecific(key, &key);
}();
static int made_by_thread = std::async(std::launch::async, [] {
    int sum = 0, one = 1;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}).get();
static int set_of_thread = of_thread = 7;

int main()
{
    int rank = my_rank(), size, flag;
    char value[10];

    MPI_Comm_size(the_communicator.own, &size);
    expect(the_environment.level == MPI_THREAD_MULTIPLE && made_by_thread == size);
    expect(pthread_getspecific(key) == &key && of_thread == set_of_thread && is_set == 0);
    MPI_Info_get(early_info, "key", sizeof value - 1, value, &flag);
    expect(flag);
    MPI_Info_free(&early_info);
    expect(sum_of_library() == size);
    void *library = dlopen("./mpi_in_constructors_opened.so", RTLD_NOW);
    expect(library != nullptr);
    expect(*static_cast<int *>(dlsym(library, "sum_of_opened")) == size);
    ended.rank = rank;
    expect(chdir("/") == 0);
    umask(027);
    return 0;
}
