/* SPDX-License-Identifier: MIT */
/* CHECK and REQUIRE over ranks, for heddle/catch2.h and heddle/doctest.h, which define
 * heddle::test_failure: the exception by which an assertion ends a body. */
#ifndef HEDDLE_CHECK_OVER_HPP
#define HEDDLE_CHECK_OVER_HPP

#include <heddle/gather.hpp>
#include <heddle/over_ranks.h>

/* Assertions over the values of all ranks of a communicator, MPI_COMM_WORLD in the short form. Each
 * member makes them; CHECK_ALL_EQUAL(step), CHECK_SUM_EQ(mine, 10), CHECK_SORTED(first). */
#define HEDDLE_OVER_(is_fatal, kind, comm, value, expected)                                   \
    do {                                                                                      \
        const struct heddle_over_ranks heddle_over =                                          \
            ::heddle_over_ranks(kind, comm, #value, value, expected);                         \
        if (heddle_over.holds)                                                                \
            ::heddle::add_passed();                                                           \
        else                                                                                  \
            ::heddle::add_failure(__FILE__, __LINE__, heddle_over.text);                      \
        if (!heddle_over.holds && (is_fatal))                                                 \
            throw ::heddle::test_failure();                                                   \
    } while (0)
#define CHECK_ALL_EQUAL(value) CHECK_ALL_EQUAL_ON(MPI_COMM_WORLD, value)
#define CHECK_ALL_EQUAL_ON(comm, value) \
    HEDDLE_OVER_(false, HEDDLE_ALL_EQUAL, comm, value, 0)
#define CHECK_SUM_EQ(value, expected) CHECK_SUM_EQ_ON(MPI_COMM_WORLD, value, expected)
#define CHECK_SUM_EQ_ON(comm, value, expected) \
    HEDDLE_OVER_(false, HEDDLE_SUM, comm, value, expected)
#define CHECK_SORTED(value) CHECK_SORTED_ON(MPI_COMM_WORLD, value)
#define CHECK_SORTED_ON(comm, value) \
    HEDDLE_OVER_(false, HEDDLE_SORTED, comm, value, 0)
#define REQUIRE_ALL_EQUAL(value) REQUIRE_ALL_EQUAL_ON(MPI_COMM_WORLD, value)
#define REQUIRE_ALL_EQUAL_ON(comm, value) \
    HEDDLE_OVER_(true, HEDDLE_ALL_EQUAL, comm, value, 0)
#define REQUIRE_SUM_EQ(value, expected) REQUIRE_SUM_EQ_ON(MPI_COMM_WORLD, value, expected)
#define REQUIRE_SUM_EQ_ON(comm, value, expected) \
    HEDDLE_OVER_(true, HEDDLE_SUM, comm, value, expected)
#define REQUIRE_SORTED(value) REQUIRE_SORTED_ON(MPI_COMM_WORLD, value)
#define REQUIRE_SORTED_ON(comm, value) \
    HEDDLE_OVER_(true, HEDDLE_SORTED, comm, value, 0)

#endif
