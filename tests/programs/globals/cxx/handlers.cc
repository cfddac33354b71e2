/* SPDX-License-Identifier: MIT */
/* The default memory resource and the handlers of std::terminate and of a failed new are each
 * rank's own, and the C++ library uses them.
 * options: -O0 -O2
 * flags: -std=c++17
 * ranks: 1 2 5
 * sanitizer: no
 * expect-status: 3
 * expect-stderr: ^rank 0 terminates$ */
#include "../globals.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory_resource>
#include <new>
#include <vector>

struct counting : std::pmr::memory_resource {
    int taken = 0;

private:
    void *do_allocate(std::size_t bytes, std::size_t alignment) override
    {
        taken++;
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void *memory, std::size_t bytes, std::size_t alignment) override
    {
        std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

static counting resource;
static int rank, calls;

static void check_resource()
{
    expect(std::pmr::get_default_resource() == std::pmr::new_delete_resource());
    expect(std::pmr::set_default_resource(&resource) == std::pmr::new_delete_resource());
    meet();
    for (int i = 0; i <= rank; i++)
        std::pmr::vector<int>(10);
    std::pmr::monotonic_buffer_resource pool;
    expect(pool.upstream_resource() == &resource);
    meet();
    expect(resource.taken == rank + 1);
    expect(std::pmr::set_default_resource(nullptr) == &resource);
}

static void give_up()
{
    calls++;
    std::set_new_handler(nullptr);
}

static void check_new()
{
    expect(std::get_new_handler() == nullptr);
    meet();
    if (rank % 2 == 0)
        expect(std::set_new_handler(give_up) == nullptr);
    meet();
    expect((std::get_new_handler() == give_up) == (rank % 2 == 0));
    try {
        volatile std::size_t bytes = SIZE_MAX / 4;

        operator delete(operator new(bytes));
    } catch (const std::bad_alloc &) {
        expect(calls == (rank % 2 == 0));
    }
    expect(std::get_new_handler() == nullptr);
}

static void terminate_0()
{
    std::fprintf(stderr, "rank 0 terminates\n");
    MPI_Abort(MPI_COMM_WORLD, 3);
    std::abort();
}

static void terminate_others()
{
    MPI_Abort(MPI_COMM_WORLD, 4);
    std::abort();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rank = my_rank();
    check_resource();
    check_new();
    std::terminate_handler before = std::get_terminate();
    meet();
    expect(std::set_terminate(rank == 0 ? terminate_0 : terminate_others) == before);
    meet();
    if (rank == 0)
        throw rank;
    meet();
    MPI_Finalize();
    return 0;
}
