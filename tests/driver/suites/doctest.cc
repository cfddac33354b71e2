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

MPI_TEST_CASE("bad: tells its messages", 2)
{
    INFO("this is rank ", rank());
    CHECK_EQ(rank(), 7);
}
