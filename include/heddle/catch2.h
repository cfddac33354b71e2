/* SPDX-License-Identifier: MIT */
/* MPI jobs as Catch2 test cases (Catch2 2.13, one header, and 3.4 or later).
 *
 *     #include <heddle/catch2.h>
 *
 *     MPI_TEST_CASE("the halo reaches both neighbours", 1, 2, 4)
 *     {
 *         ...                                 each rank runs this
 *         REQUIRE(left == rank - 1);          a failure names its ranks; a fatal one ends the job
 *     }
 *
 *     MPI_TEST_CASE("the halo ends soon", "[halo]", 4, heddle::timeout(5))
 *     {
 *         ...
 *     }
 *
 * These are the cases "the halo reaches both neighbours/1", "/2", "/4" and "the halo ends soon/4".
 * Tags and the options of heddle/job.hpp may follow the name; without a number of ranks there are
 * two. In MPI_TEST_CASE_METHOD(Fixture, "name", ...) each rank makes a Fixture.
 *
 * Catch2 3 has its main in a library: mpicxx test.cc -lCatch2Main -lCatch2. Put that of Catch2 2
 * into a file of its own, and compile that with the plain compiler:
 *
 *     g++ -c main.cc                          #define CATCH_CONFIG_MAIN
 *     mpicxx test.cc main.o                   #include <catch2/catch.hpp>
 *
 * Catch2's assertions, INFO, WARN, FAIL and SUCCEED may be used in ranks: they are gathered, and
 * the test's own thread reports them when the job has ended. SECTION, GENERATE, CAPTURE and
 * UNSCOPED_INFO may not, and end the job with a sentence. MPI is initialized before the body and
 * finalized after it. A case ends after a minute, or HEDDLE_TIMEOUT seconds, unless it has a
 * timeout of its own. Handles that are not freed, warnings of the library and reports of
 * ThreadSanitizer fail it, unless it has the option heddle::tolerates_findings(). After a rank's
 * segmentation fault no further case runs, unless it has the option heddle::survives_faults(). Use
 * MPI_Run to run a function as a job inside a TEST_CASE, or with arguments. */
#ifndef HEDDLE_CATCH2_H
#define HEDDLE_CATCH2_H

#if defined CATCH_CONFIG_MAIN || defined CATCH_CONFIG_RUNNER
#error "put Catch2's main into a file without this header, and compile that with g++"
#endif

#include <heddle/catch2_ranks.h>

namespace Catch {

#if HEDDLE_CATCH_3_
typedef Detail::unique_ptr<ITestInvoker> HeddleInvoker;
#else
typedef ITestInvoker *HeddleInvoker;
#endif

/* Each rank runs the program's static constructors; only the process's own run registers tests. */
struct HeddleAutoReg {
    HeddleAutoReg(HeddleInvoker invoker, SourceLineInfo const &line, StringRef const &fixture,
                  NameAndTags const &name) noexcept
    {
        if (heddle_rank() < 0)
            AutoReg(std::move(invoker), line, fixture, name);
#if !HEDDLE_CATCH_3_
        else
            delete invoker;
#endif
    }
    HeddleAutoReg(const HeddleAutoReg &) = delete;
};

} // namespace Catch
#define AutoReg HeddleAutoReg

namespace heddle {

/* The exception by which an assertion ends a body. */
typedef Catch::TestFailureException test_failure;

/* ---- in the test's thread ------------------------------------------------------------------- */

inline void catch_report(const Catch::SourceLineInfo &place, const std::string &text,
                         Catch::ResultWas::OfType type = Catch::ResultWas::ExplicitFailure)
{
    Catch::AssertionHandler handler(Catch::StringRef(), place, Catch::StringRef(),
                                    Catch::ResultDisposition::ContinueOnFailure);

    handler.handleMessage(type, std::string(text));
    handler.complete();
}

struct catch_framework {
    template <typename Function> static int run_rank(const Function &function)
    {
        catch_current->enter_rank();
        return run_until_failure<test_failure>(function);
    }

    static void run(const char *file, int line, const char *name, int ranks, const plan &plan,
                    heddle_function *function, void *argument);
};

inline void catch_framework::run(const char *file, int line, const char *name, int ranks,
                                 const heddle::plan &plan, heddle_function *function,
                                 void *argument)
{
    Catch::IResultCapture *own = &Catch::getResultCapture();
    catch_recorder recorder(own);
    verdict verdict;

    catch_current = &recorder;
    catch_context_at(0)->setResultCapture(&recorder);
    verdict = run_test(name, ranks, plan, function, argument);
    catch_context_at(0)->setResultCapture(own);
    for (unsigned long i = 0; i < verdict.passed; i++)
        own->assertionPassed();
    for (const failure &one : verdict.failures)
        catch_report({one.file.c_str(), static_cast<std::size_t>(one.line)}, one.text);
    if (!verdict.job.empty())
        catch_report({file, static_cast<std::size_t>(line)}, verdict.job);
    else if (!verdict.remarks.empty())
        catch_report({file, static_cast<std::size_t>(line)}, verdict.remarks,
                     Catch::ResultWas::Warning);
#if HEDDLE_CATCH_3_
    if (verdict.is_skipped)
        catch_report({file, static_cast<std::size_t>(line)}, verdict.why_skipped,
                     Catch::ResultWas::ExplicitSkip);
#endif
    end_after_fault(verdict);
}

/* A test case for one number of ranks. */
struct catch_case : Catch::ITestInvoker {
    Catch::SourceLineInfo place;
    std::string name;
    test_body *body;
    int ranks;
    heddle::plan plan;

    catch_case(const Catch::SourceLineInfo &where, const std::string &called, test_body *given,
               int count, const heddle::plan &how)
        : place(where), name(called), body(given), ranks(count), plan(how)
    {
    }

    void invoke() const override
    {
        test_body *own = body;

        catch_framework::run(place.file, static_cast<int>(place.line), name.c_str(), ranks, plan,
                             run_body<catch_framework>, &own);
    }
};

inline int catch_register(const Catch::SourceLineInfo &place, test_body *body, const char *name,
                          plan plan)
{
    if (heddle_rank() >= 0)
        return 0;
    if (plan.counts.empty())
        plan.counts.push_back(2);
    for (int ranks : plan.counts) {
        std::string numbered = std::string(name) + "/" + std::to_string(ranks);

        Catch::AutoReg(Catch::HeddleInvoker(new catch_case(place, numbered, body, ranks, plan)),
                       place, Catch::StringRef(), Catch::NameAndTags{numbered, plan.tags});
    }
    return 0;
}

} // namespace heddle

/* Runs `int function(void *argument)` as a job of that many ranks; options may follow. */
#define MPI_Run(ranks, function, ...)                                                         \
    ::heddle::run_call<::heddle::catch_framework>(__FILE__, __LINE__, #function, ranks,       \
                                                  function, __VA_ARGS__)

#define HEDDLE_REGISTER_(variable, body, name, ...)                                           \
    static int variable __attribute__((unused)) = ::heddle::catch_register(                   \
        CATCH_INTERNAL_LINEINFO, body, name, ::heddle::make_plan(__VA_ARGS__));

#define HEDDLE_TEST_CASE_(body, name, ...)                                                    \
    HEDDLE_BODY_OF_TEST_ static void body();                                                  \
    HEDDLE_REGISTER_(INTERNAL_CATCH_UNIQUE_NAME(heddle_case_), body, name, __VA_ARGS__)       \
    static void body()
#define MPI_TEST_CASE(name, ...)                                                              \
    HEDDLE_TEST_CASE_(INTERNAL_CATCH_UNIQUE_NAME(ranks_), name, __VA_ARGS__)
#define MPI_TEST_CASE_EACH MPI_TEST_CASE

#define HEDDLE_TEST_CASE_METHOD_(type, fixture, name, ...)                                    \
    namespace {                                                                               \
    struct type : fixture {                                                                   \
        HEDDLE_BODY_OF_TEST_ void Body();                                                     \
    };                                                                                        \
    }                                                                                         \
    HEDDLE_REGISTER_(INTERNAL_CATCH_UNIQUE_NAME(heddle_case_),                                \
                     ::heddle::run_fixture<type>, name, __VA_ARGS__)                    \
    void type::Body()
#define MPI_TEST_CASE_METHOD(fixture, name, ...)                                              \
    HEDDLE_TEST_CASE_METHOD_(INTERNAL_CATCH_UNIQUE_NAME(Ranks_), fixture, name, __VA_ARGS__)

/* Catch2's own in the test's thread, this header's in ranks. */
#define HEDDLE_CATCH_(word, type, is_fatal, ...)                                              \
    do {                                                                                      \
        if (heddle_rank() < 0)                                                                \
            INTERNAL_CATCH_MSG(word, type,                                                    \
                               (is_fatal) ? Catch::ResultDisposition::Normal                  \
                                          : Catch::ResultDisposition::ContinueOnFailure,      \
                               __VA_ARGS__);                                                  \
        else                                                                                  \
            ::heddle::catch_message(__FILE__, __LINE__, word, type, is_fatal,                 \
                                    [&](std::ostream &heddle_out) {                           \
                                        heddle_out << __VA_ARGS__;                            \
                                    });                                                       \
    } while (0)

#if HEDDLE_CATCH_3_
#undef SKIP
#define SKIP(...)                                                                             \
    do {                                                                                      \
        if (heddle_rank() < 0)                                                                \
            INTERNAL_CATCH_MSG("SKIP", Catch::ResultWas::ExplicitSkip,                        \
                               Catch::ResultDisposition::Normal, __VA_ARGS__);                \
        else                                                                                  \
            ::heddle::catch_skip([&](std::ostream &heddle_out) {                              \
                heddle_out << __VA_ARGS__ + Catch::StreamEndStop();                           \
            });                                                                               \
    } while (0)
#endif
#undef FAIL
#undef FAIL_CHECK
#undef WARN
#undef SUCCEED
#undef INFO
#undef CAPTURE
#undef UNSCOPED_INFO
#define FAIL(...) HEDDLE_CATCH_("FAIL", Catch::ResultWas::ExplicitFailure, true, __VA_ARGS__)
#define FAIL_CHECK(...) \
    HEDDLE_CATCH_("FAIL_CHECK", Catch::ResultWas::ExplicitFailure, false, __VA_ARGS__)
#define WARN(message) HEDDLE_CATCH_("WARN", Catch::ResultWas::Warning, false, message)
#define SUCCEED(...) HEDDLE_CATCH_("SUCCEED", Catch::ResultWas::Ok, false, __VA_ARGS__)
#define INFO(message)                                                                         \
    ::heddle::catch_info INTERNAL_CATCH_UNIQUE_NAME(heddle_info)(                             \
        CATCH_INTERNAL_LINEINFO, [&](std::ostream &heddle_out) { heddle_out << message; })
#define CAPTURE(...)                                                                          \
    ::heddle::refuse_in_rank("CAPTURE", __FILE__, __LINE__);                                  \
    INTERNAL_CATCH_CAPTURE(INTERNAL_CATCH_UNIQUE_NAME(capturer), "CAPTURE", __VA_ARGS__)
#define UNSCOPED_INFO(message)                                                                \
    ::heddle::refuse_in_rank("UNSCOPED_INFO", __FILE__, __LINE__);                            \
    INTERNAL_CATCH_UNSCOPED_INFO("UNSCOPED_INFO", message)

#include <heddle/check_over.hpp>

#endif
