/* SPDX-License-Identifier: MIT */
/* MPI jobs as GoogleTest tests.
 *
 *     #include <heddle/gtest.h>
 *
 *     MPI_TEST(Halo, ReachesBothNeighbours, 4)
 *     {
 *         ...                                 each of the four ranks runs this
 *         ASSERT_EQ(left, rank - 1);          a failure names its rank; a fatal one ends the job
 *     }
 *
 *     MPI_TEST_EACH(Halo, WorksForAnyNumberOfRanks, 1, 2, 3, 4, 7)
 *     {
 *         ...
 *     }
 *
 * Build with `mpicxx test.cc -lgtest -lgtest_main`. MPI is initialized before the body and
 * finalized after it. Use MPI_Run to run a function as a job inside a TEST or TEST_F, or with
 * arguments. */
#ifndef HEDDLE_GTEST_H
#define HEDDLE_GTEST_H

#include <cxxabi.h>
#include <exception>

#include <gtest/gtest.h>
#include <heddle.h>
#include <mpi.h>

namespace testing {
namespace internal {

/* Each rank runs the program's static constructors; only the process's own run registers tests. */
inline TestInfo *heddle_register(const char *suite, const char *name, const char *type,
                                 const char *value, CodeLocation place, TypeId fixture,
                                 SetUpTestSuiteFunc set_up, TearDownTestSuiteFunc tear_down,
                                 TestFactoryBase *factory)
{
    if (heddle_rank() < 0)
        return MakeAndRegisterTestInfo(suite, name, type, value, place, fixture, set_up, tear_down,
                                       factory);
    delete factory;
    return nullptr;
}

} // namespace internal
} // namespace testing
#define MakeAndRegisterTestInfo heddle_register

namespace heddle {

typedef void test_body();

inline int run_gtest_body(void *given)
{
    ::testing::ScopedTrace trace(__FILE__, __LINE__,
                                 "in rank " + std::to_string(heddle_rank()));

    try {
        reinterpret_cast<test_body *>(given)();
    } catch (const std::exception &e) {
        heddle_fail(__FILE__, __LINE__, "caught an unexpected exception: %s", e.what());
    } catch (const abi::__forced_unwind &) { // pthread_exit
        throw;
    } catch (...) {
        heddle_fail(__FILE__, __LINE__, "caught an exception that is no std::exception");
    }
    /* End the job, because the other ranks would wait for what this rank has left out. */
    if (::testing::Test::HasFatalFailure())
        heddle_fail(__FILE__, __LINE__, "an assertion failed");
    return 0;
}

inline void gtest_run(const char *file, int line, const char *name, int ranks,
                      heddle_function *function, void *argument)
{
    struct heddle_options options = {};
    struct heddle_result result;
    bool had_failure = ::testing::Test::HasFailure();

    options.name = name;
    heddle_run(&options, ranks, function, argument, &result);
    if (result.report != nullptr)
        std::cerr << result.report;
    if (result.leaks != nullptr)
        std::cerr << result.leaks;
    if (result.status != 0 && (had_failure || !::testing::Test::HasFailure())) {
        std::string text = result.text != nullptr
                               ? result.text
                               : "a rank ended with status " + std::to_string(result.status);

        ADD_FAILURE_AT(file, line) << "the job of " << ranks << " ranks: " << text;
    }
    heddle_result_free(&result);
}

} // namespace heddle

/* Runs `int function(void *argument)` as a job of that many ranks. */
#define MPI_Run(ranks, function, argument) \
    ::heddle::gtest_run(__FILE__, __LINE__, #function, ranks, function, argument)

#define MPI_TEST_EACH(suite, name, ...)                                                       \
    static void suite##_##name##_body();                                                      \
    TEST(suite, name)                                                                         \
    {                                                                                         \
        for (int ranks : {__VA_ARGS__})                                                       \
            ::heddle::gtest_run(__FILE__, __LINE__, #suite "." #name, ranks,                  \
                                ::heddle::run_gtest_body,                                     \
                                reinterpret_cast<void *>(suite##_##name##_body));             \
    }                                                                                         \
    static void suite##_##name##_body()
#define MPI_TEST(suite, name, ranks) MPI_TEST_EACH(suite, name, ranks)

#endif
