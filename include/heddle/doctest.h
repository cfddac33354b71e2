/* SPDX-License-Identifier: MIT */
/* MPI jobs as doctest test cases.
 *
 *     #include <heddle/doctest.h>
 *
 *     MPI_TEST_CASE("the halo reaches both neighbours", 4)
 *     {
 *         ...                                 each of the four ranks runs this
 *         REQUIRE(left == rank - 1);          a failure names its rank; a fatal one ends the job
 *     }
 *
 *     MPI_TEST_CASE_EACH("the halo works for any number of ranks", 1, 2, 3, 4, 7)
 *     {
 *         ...
 *     }
 *
 * Put doctest's main into a file of its own, and compile that with the plain compiler:
 *
 *     g++ -c main.cc                          #define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
 *     mpicxx test.cc main.o                   #include <doctest/doctest.h>
 *
 * MPI is initialized before the body and finalized after it. Use MPI_Run to run a function as a job
 * inside a TEST_CASE, or with arguments. */
#ifndef HEDDLE_DOCTEST_H
#define HEDDLE_DOCTEST_H

#if defined DOCTEST_CONFIG_IMPLEMENT || defined DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#error "put doctest's implementation into a file without this header, and compile that with g++"
#endif

#include <cxxabi.h>
#include <exception>
#include <string>

#include <doctest/doctest.h>
#include <heddle.h>
#include <mpi.h>

namespace doctest {
namespace detail {

/* Each rank runs the program's static constructors; only the process's own run registers tests. */
inline int heddle_register(const TestCase &test)
{
    return heddle_rank() < 0 ? regTest(test) : 0;
}

} // namespace detail
} // namespace doctest
#define regTest heddle_register

namespace heddle {

typedef void test_body();

inline int run_doctest_body(void *given)
{
    int rank = heddle_rank();
    INFO("in rank ", rank);

    try {
        reinterpret_cast<test_body *>(given)();
    } catch (const doctest::detail::TestFailureException &) {
        heddle_fail(__FILE__, __LINE__, "an assertion failed");
    } catch (const std::exception &e) {
        heddle_fail(__FILE__, __LINE__, "caught an unexpected exception: %s", e.what());
    } catch (const abi::__forced_unwind &) { // pthread_exit
        throw;
    } catch (...) {
        heddle_fail(__FILE__, __LINE__, "caught an exception that is no std::exception");
    }
    return 0;
}

inline void doctest_run(const char *file, int line, const char *name, int ranks,
                        heddle_function *function, void *argument)
{
    struct heddle_options options = {};
    struct heddle_result result;
    std::string text;
    int status;

    options.name = name;
    status = heddle_run(&options, ranks, function, argument, &result);
    if (result.report != nullptr)
        text += std::string(result.report) + '\n';
    if (result.leaks != nullptr)
        text += std::string(result.leaks) + '\n';
    if (result.text != nullptr)
        text += result.text;
    else if (status != 0)
        text += "a rank ended with status " + std::to_string(status);
    heddle_result_free(&result);
    if (status != 0)
        ADD_FAIL_CHECK_AT(file, line, "the job of " << ranks << " ranks: " << text);
    else if (!text.empty())
        ADD_MESSAGE_AT(file, line, text);
}

} // namespace heddle

/* Runs `int function(void *argument)` as a job of that many ranks. */
#define MPI_Run(ranks, function, argument) \
    ::heddle::doctest_run(__FILE__, __LINE__, #function, ranks, function, argument)

#define HEDDLE_TEST_CASE_(body, name, ...)                                                    \
    static void body();                                                                       \
    TEST_CASE(name)                                                                           \
    {                                                                                         \
        for (int ranks : {__VA_ARGS__})                                                       \
            ::heddle::doctest_run(__FILE__, __LINE__, name, ranks, ::heddle::run_doctest_body, \
                                  reinterpret_cast<void *>(body));                            \
    }                                                                                         \
    static void body()
#define MPI_TEST_CASE_EACH(name, ...) \
    HEDDLE_TEST_CASE_(DOCTEST_ANONYMOUS(HEDDLE_BODY_), name, __VA_ARGS__)
#define MPI_TEST_CASE(name, ranks) MPI_TEST_CASE_EACH(name, ranks)

#endif
