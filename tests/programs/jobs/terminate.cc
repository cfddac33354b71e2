/* SPDX-License-Identifier: MIT */
/* An exception that is not caught, or that must not leave a function, ends its job and not the
 * process: what std::terminate calls is the rank's abort, or its own handler. (The exceptions that
 * are not caught are the program's loss.)
 *
 * launch: alone
 * ranks: 1
 * environment: ASAN_OPTIONS=detect_leaks=0
 * sanitizer: yes */
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <heddle.h>
#include <mpi.h>
#include <stdexcept>
#include <thread>

enum { RANKS = 3 };

static int throw_from_a_rank(void *)
{
    if (heddle_rank() == 1)
        throw std::runtime_error("this is not caught");
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static void throw_number(int number)
{
    throw number;
}

static void throw_in_vain() noexcept
{
    throw_number(5);
}

static int throw_where_nothing_may_leave(void *)
{
    if (heddle_rank() == 2)
        throw_in_vain();
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

struct throws_when_destroyed {
    ~throws_when_destroyed() { throw_number(6); }
};

static int throw_from_a_destructor(void *)
{
    if (heddle_rank() == 0) {
        throws_when_destroyed object;

        throw 7;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static void terminate_in_good_order()
{
    heddle_fail("handler.cc", 8, "terminated");
}

static int terminate_by_a_handler(void *)
{
    std::set_terminate(terminate_in_good_order);
    if (heddle_rank() == 1)
        throw 9;
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static void abort_in_vain() noexcept
{
    std::abort();
}

static int throw_in_a_thread(void *)
{
    if (heddle_rank() == 1) {
        std::thread thread([] { throw 10; });

        thread.join();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static int abort_in_a_thread_that_lets_nothing_pass(void *)
{
    if (heddle_rank() == 1) {
        std::thread thread(abort_in_vain);

        thread.join();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static int sum_up(void *)
{
    int one = 1, sum = 0;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum == RANKS ? 0 : 1;
}

static void expect(heddle_function *function, const char *what)
{
    struct heddle_options options = {};
    struct heddle_result result;

    options.thread_level = MPI_THREAD_MULTIPLE;
    if (heddle_run(&options, RANKS, function, nullptr, &result) == 0 || !result.is_aborted ||
        strstr(result.text, what) == nullptr) {
        fprintf(stderr, "%s: %s\n", what, result.text != nullptr ? result.text : "no text");
        exit(EXIT_FAILURE);
    }
    heddle_result_free(&result);
}

int main()
{
    const std::terminate_handler before = std::get_terminate();

    for (int i = 0; i < 20; i++) {
        expect(throw_from_a_rank, "rank 1: abort was called");
        expect(throw_where_nothing_may_leave, "rank 2: abort was called, in throw_");
        expect(throw_from_a_destructor, "rank 0: abort was called");
        expect(throw_in_a_thread, "rank 1: abort was called");
        expect(abort_in_a_thread_that_lets_nothing_pass,
               "rank 1: abort was called, in abort_in_vain");
        expect(terminate_by_a_handler, "rank 1: handler.cc:8: terminated");
        std::set_terminate(before);
        if (heddle_run(nullptr, RANKS, sum_up, nullptr, nullptr) != 0)
            return 1;
    }
    return 0;
}
