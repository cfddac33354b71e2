/* SPDX-License-Identifier: MIT */
#include <heddle/doctest.h>

#define BRANCH SUBCASE
#define MPI_TEST_CASE_WITH_FIXTURE MPI_TEST_CASE_FIXTURE

#include "cases.h"

TEST_SUITE("suite")
{
    MPI_TEST_CASE("good: decorators and suites" * doctest::description("described"), 3)
    {
        CHECK_EQ(doctest::getContextOptions()->currentTest->m_description,
                 doctest::String("described"));
    }
}

MPI_TEST_CASE("good: the names of doctest's own header", 2, 3)
{
    int sum;

    MPI_Allreduce(&test_rank, &sum, 1, MPI_INT, MPI_SUM, test_comm);
    CHECK(sum == test_nb_procs * (test_nb_procs - 1) / 2);
    MPI_CHECK(0, test_rank == 0);
    MPI_REQUIRE_FALSE(1, test_rank == 0);
}

MPI_TEST_CASE_FIXTURE(Fixture, "good: these names beside a fixture", 2)
{
    CHECK(size == test_nb_procs);
}

MPI_TEST_CASE("bad: in one rank", 3)
{
    MPI_CHECK(2, test_rank == 70);
}

MPI_TEST_CASE("bad: in a rank that there is not", 2)
{
    MPI_CHECK(2, test_rank == 2);
}

MPI_TEST_CASE("bad: tells its messages", 2)
{
    INFO("this is rank ", rank());
    CHECK_EQ(rank(), 7);
}
