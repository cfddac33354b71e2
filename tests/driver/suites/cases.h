/* SPDX-License-Identifier: MIT */
/* The test cases of Catch2 and doctest, which read alike: the good ones pass, the bad ones fail. */
#include <stdexcept>

static int global = 3;

static int rank()
{
    int mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return mine;
}

MPI_TEST_CASE("good: ranks have their own globals", 4)
{
    int sum;

    global += rank();
    MPI_Allreduce(&global, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    REQUIRE(sum == 18);
    CHECK(global == 3 + rank());
    CHECK_FALSE(global == 2);
}

MPI_TEST_CASE_EACH("good: any number of ranks", 1, 2, 3, 4, 7)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(size <= 7);
}

TEST_CASE("good: main has its own globals")
{
    REQUIRE(global == 3);
    REQUIRE(heddle_rank() == -1);
}

MPI_TEST_CASE("bad: one rank fails while others wait", 4)
{
    REQUIRE(rank() != 2);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: one rank checks something else", 4)
{
    CHECK(rank() < 3);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: aborts", 4)
{
    if (rank() == 3)
        MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: calls abort", 3)
{
    if (rank() == 2)
        abort();
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: throws a number", 2)
{
    if (rank() == 0)
        throw 5;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: throws", 2)
{
    if (rank() == 1)
        throw std::runtime_error("thrown in a rank");
    MPI_Barrier(MPI_COMM_WORLD);
}
