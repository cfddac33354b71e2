/* SPDX-License-Identifier: MIT */
/* An abort unwinds ranks without the destructors of what is on their stacks; in a job that ends
 * well, and in what a rank throws and catches, they run. Static objects are destroyed at the end of
 * a rank that returns.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <atomic>
#include <heddle.h>
#include <mpi.h>
#include <stdexcept>

#if defined __has_attribute && __has_attribute(heddle_shared)
#define SHARED __attribute__((heddle_shared))
#else
#define SHARED
#endif

enum { RANKS = 4 };

SHARED static std::atomic<int> made(0), destroyed(0), statics_destroyed(0);

struct local {
    local() { made++; }
    ~local() { destroyed++; }
};

static struct in_each_rank {
    ~in_each_rank()
    {
        if (heddle_rank() >= 0)
            statics_destroyed++;
    }
} in_each_rank;

static int wait_for_rank_0(void *)
{
    local object;

    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static int throw_and_catch(void *)
{
    try {
        local object;

        MPI_Barrier(MPI_COMM_WORLD);
        throw std::runtime_error("caught");
    } catch (const std::runtime_error &) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return 0;
}

int main()
{
    if (heddle_run(nullptr, RANKS, throw_and_catch, nullptr, nullptr) != 0)
        return 1;
    if (made != RANKS || destroyed != RANKS || statics_destroyed != RANKS)
        return 2;
    struct heddle_result result;
    if (heddle_run(nullptr, RANKS, wait_for_rank_0, nullptr, &result) != 3)
        return 3;
    heddle_result_free(&result);
    if (made != 2 * RANKS || destroyed != RANKS || statics_destroyed != RANKS)
        return 4;
    return heddle_run(nullptr, RANKS, throw_and_catch, nullptr, nullptr);
}
