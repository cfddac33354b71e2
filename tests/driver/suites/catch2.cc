/* SPDX-License-Identifier: MIT */
#include <heddle/catch2.h>

#define BRANCH SECTION
#define MPI_TEST_CASE_WITH_FIXTURE MPI_TEST_CASE_METHOD

#include "cases.h"

MPI_TEST_CASE("good: matchers, messages and tags", "[tagged]", 3)
{
    INFO("not shown " << rank());
    CHECK_THAT(std::string("abc"), Catch::Matchers::StartsWith("ab"));
    SUCCEED("so far");
}

MPI_TEST_CASE("bad: tells its messages", 2)
{
    INFO("this is rank " << rank());
    CHECK_THAT(std::string("abc"), Catch::Matchers::Equals("abd"));
}
