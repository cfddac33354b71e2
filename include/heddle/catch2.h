/* SPDX-License-Identifier: MIT */
/* MPI jobs as Catch2 test cases (Catch2 2, one header).
 *
 *     #include <heddle/catch2.h>
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
 * Put Catch2's main into a file of its own, and compile that with the plain compiler:
 *
 *     g++ -c main.cc                          #define CATCH_CONFIG_MAIN
 *     mpicxx test.cc main.o                   #include <catch2/catch.hpp>
 *
 * Catch2's assertions are not thread-safe. In ranks, this header records failures of REQUIRE,
 * REQUIRE_FALSE, CHECK, CHECK_FALSE and FAIL, and the test's own thread reports them when the job
 * has ended. Ranks must not use other assertions, SECTION or INFO. MPI is initialized before the
 * body and finalized after it. Use MPI_Run to run a function as a job inside a TEST_CASE, or with
 * arguments. */
#ifndef HEDDLE_CATCH2_H
#define HEDDLE_CATCH2_H

#if defined CATCH_CONFIG_MAIN || defined CATCH_CONFIG_RUNNER
#error "put Catch2's main into a file without this header, and compile that with g++"
#endif

#include <cxxabi.h>
#include <exception>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <heddle.h>
#include <mpi.h>

namespace Catch {

/* Each rank runs the program's static constructors; only the process's own run registers tests. */
struct HeddleAutoReg : NonCopyable {
    HeddleAutoReg(ITestInvoker *invoker, SourceLineInfo const &line, StringRef const &fixture,
                  NameAndTags const &name) noexcept
    {
        if (heddle_rank() < 0)
            AutoReg(invoker, line, fixture, name);
        else
            delete invoker;
    }
};

} // namespace Catch
#define AutoReg HeddleAutoReg

namespace heddle {

typedef void test_body();

struct catch_failure {
    const char *file;
    int line;
    std::string text;
};

struct catch_job {
    test_body *body;
    std::mutex lock;
    std::vector<catch_failure> failures;
};

#if defined __has_attribute && __has_attribute(heddle_shared)
__attribute__((weak, heddle_shared)) catch_job *current_catch_job;
#else
__attribute__((weak)) catch_job *current_catch_job;
#endif

inline void catch_fail(const char *file, int line, bool is_fatal, const std::string &text)
{
    if (is_fatal)
        heddle_fail(file, line, "%s", text.c_str());
    std::lock_guard<std::mutex> guard(current_catch_job->lock);
    current_catch_job->failures.push_back(
        {file, line, "rank " + std::to_string(heddle_rank()) + ": " + text});
}

inline std::string catch_expansion(const Catch::ITransientExpression &expression)
{
    std::ostringstream out;

    expression.streamReconstructedExpression(out);
    return out.str();
}

inline void catch_check(const char *file, int line, bool is_fatal, bool expected, const char *text,
                        const Catch::ITransientExpression &expression)
{
    if (expression.getResult() != expected)
        catch_fail(file, line, is_fatal,
                   std::string(text) + ", with " + catch_expansion(expression));
}

template <typename T>
void catch_check(const char *file, int line, bool is_fatal, bool expected, const char *text,
                 const Catch::ExprLhs<T> &side)
{
    catch_check(file, line, is_fatal, expected, text,
                static_cast<const Catch::ITransientExpression &>(side.makeUnaryExpr()));
}

inline int run_catch_body(void *given)
{
    try {
        static_cast<catch_job *>(given)->body();
    } catch (const std::exception &e) {
        heddle_fail(__FILE__, __LINE__, "caught an unexpected exception: %s", e.what());
    } catch (const abi::__forced_unwind &) { // pthread_exit
        throw;
    } catch (...) {
        heddle_fail(__FILE__, __LINE__, "caught an exception that is no std::exception");
    }
    return 0;
}

inline void catch_run(const char *file, int line, const char *name, int ranks,
                      heddle_function *function, void *argument, catch_job *job)
{
    struct heddle_options options = {};
    struct heddle_result result;
    std::string text;

    options.name = name;
    current_catch_job = job;
    heddle_run(&options, ranks, function, argument, &result);
    current_catch_job = nullptr;
    if (result.report != nullptr)
        WARN(result.report);
    if (result.leaks != nullptr)
        WARN(result.leaks);
    if (result.text != nullptr)
        text = result.text;
    else if (result.status != 0)
        text = "a rank ended with status " + std::to_string(result.status);
    heddle_result_free(&result);
    for (const catch_failure &failure : job->failures)
        FAIL_CHECK(failure.file << ':' << failure.line << ": " << failure.text);
    if (!text.empty())
        FAIL_CHECK(file << ':' << line << ": the job of " << ranks << " ranks: " << text);
}

} // namespace heddle

#define MPI_Run(ranks, function, argument)                                              \
    do {                                                                                \
        ::heddle::catch_job heddle_job;                                                 \
        ::heddle::catch_run(__FILE__, __LINE__, #function, ranks, function, argument,   \
                            &heddle_job);                                               \
    } while (0)

#define HEDDLE_TEST_CASE_(function, name, ...)                                            \
    static void function();                                                                 \
    TEST_CASE(name)                                                                       \
    {                                                                                     \
        for (int ranks : {__VA_ARGS__}) {                                                 \
            ::heddle::catch_job heddle_job;                                               \
            heddle_job.body = function;                                                   \
            ::heddle::catch_run(__FILE__, __LINE__, name, ranks,                          \
                                ::heddle::run_catch_body, &heddle_job, &heddle_job);      \
        }                                                                                 \
    }                                                                                     \
    static void function()
#define MPI_TEST_CASE_EACH(name, ...) \
    HEDDLE_TEST_CASE_(INTERNAL_CATCH_UNIQUE_NAME(heddle_body_), name, __VA_ARGS__)
#define MPI_TEST_CASE(name, ranks) MPI_TEST_CASE_EACH(name, ranks)

/* Catch2's own macro in the test's thread, this header's check in ranks. */
#define HEDDLE_CATCH_(word, disposition, is_fatal, expected, ...)                           \
    do {                                                                                    \
        if (heddle_rank() < 0)                                                              \
            INTERNAL_CATCH_TEST(word, disposition, __VA_ARGS__);                            \
        else                                                                                \
            ::heddle::catch_check(__FILE__, __LINE__, is_fatal, expected,                   \
                                  word "( " #__VA_ARGS__ " )",                              \
                                  Catch::Decomposer() <= __VA_ARGS__);                      \
    } while (0)

#undef REQUIRE
#undef REQUIRE_FALSE
#undef CHECK
#undef CHECK_FALSE
#undef FAIL
#define REQUIRE(...) \
    HEDDLE_CATCH_("REQUIRE", Catch::ResultDisposition::Normal, true, true, __VA_ARGS__)
#define REQUIRE_FALSE(...)                                                                  \
    HEDDLE_CATCH_("REQUIRE_FALSE",                                                          \
                  Catch::ResultDisposition::Normal | Catch::ResultDisposition::FalseTest, true, \
                  false, __VA_ARGS__)
#define CHECK(...)                                                                          \
    HEDDLE_CATCH_("CHECK", Catch::ResultDisposition::ContinueOnFailure, false, true, __VA_ARGS__)
#define CHECK_FALSE(...)                                                                    \
    HEDDLE_CATCH_("CHECK_FALSE",                                                            \
                  Catch::ResultDisposition::ContinueOnFailure |                             \
                      Catch::ResultDisposition::FalseTest,                                  \
                  false, false, __VA_ARGS__)
#define FAIL(...)                                                                           \
    do {                                                                                    \
        if (heddle_rank() < 0)                                                              \
            INTERNAL_CATCH_MSG("FAIL", Catch::ResultWas::ExplicitFailure,                   \
                               Catch::ResultDisposition::Normal, __VA_ARGS__);              \
        else                                                                                \
            heddle_fail(__FILE__, __LINE__, "%s",                                           \
                        (Catch::ReusableStringStream() << __VA_ARGS__).str().c_str());      \
    } while (0)

#endif
