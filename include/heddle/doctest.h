/* SPDX-License-Identifier: MIT */
/* MPI jobs as doctest test cases.
 *
 *     #include <heddle/doctest.h>
 *
 *     MPI_TEST_CASE("the halo reaches both neighbours", 1, 2, 4)
 *     {
 *         ...                                 each rank runs this
 *         REQUIRE(left == rank - 1);          a failure names its ranks; a fatal one ends the job
 *     }
 *
 *     MPI_TEST_CASE("the halo ends soon", 4, heddle::timeout(5))
 *     {
 *         ...
 *     }
 *
 * These are the cases "the halo reaches both neighbours/1", "/2", "/4" and "the halo ends soon/4".
 * The options are those of heddle/job.hpp; without a number of ranks there are two. In
 * MPI_TEST_CASE_FIXTURE(Fixture, "name", ...) each rank makes a Fixture. A body has test_rank,
 * test_nb_procs and test_comm, and may say MPI_CHECK(2, ...) of rank 2 alone, as with doctest's own
 * header for MPI. A SUBCASE belongs into the
 * test's own thread, around MPI_Run.
 *
 * Put doctest's main into a file of its own, and compile that with the plain compiler:
 *
 *     g++ -c main.cc                          #define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
 *     mpicxx test.cc main.o                   #include <doctest/doctest.h>
 *
 * MPI is initialized before the body and finalized after it. A case ends after a minute, or
 * HEDDLE_TIMEOUT seconds, unless it has a timeout of its own. Handles that are not freed, warnings
 * of the library and reports of ThreadSanitizer fail it, unless it has the option
 * heddle::tolerates_findings(). After a rank's segmentation fault no further case runs, unless it
 * has the option heddle::survives_faults(). Use MPI_Run to run a function as a job inside a
 * TEST_CASE, or with arguments. */
#ifndef HEDDLE_DOCTEST_H
#define HEDDLE_DOCTEST_H

#if defined DOCTEST_CONFIG_IMPLEMENT || defined DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#error "put doctest's implementation into a file without this header, and compile that with g++"
#endif

#include <doctest/doctest.h>

#include <heddle/gather.hpp>
#include <cstdio>
#include <sstream>

namespace heddle {

/* The options of the process while it runs a job. */
extern const doctest::ContextOptions *doctest_options;
HEDDLE_SHARED_ const doctest::ContextOptions *doctest_options = nullptr;

/* Whether the rank has a state of doctest's for itself, because doctest's main has been compiled by
 * the wrapper. Then neither reporters nor counters hear of what the rank asserts. */
inline bool doctest_is_own()
{
    return heddle_rank() >= 0 && doctest::getContextOptions() != doctest_options;
}

/* Makes assertions in the rank work also with a state for itself, in which no test runs. */
inline std::unique_ptr<doctest::Context> doctest_enter_rank()
{
    std::unique_ptr<doctest::Context> own;

    if (!doctest_is_own())
        return own;
    own.reset(new doctest::Context);
    own->setAsDefaultForAssertsOutOfTestCases();
    *const_cast<doctest::ContextOptions *>(doctest::getContextOptions()) = *doctest_options;
    return own;
}

/* The contexts of INFO and CAPTURE in the rank's thread, but for the one that names the rank. */
inline std::string doctest_contexts()
{
    const doctest::IContextScope *const *contexts = doctest::IReporter::get_active_contexts();
    std::ostringstream text;

    for (int i = 1; i < doctest::IReporter::get_num_active_contexts(); i++) {
        text << "\n  logged: ";
        contexts[i]->stringify(&text);
    }
    return text.str();
}

} // namespace heddle

namespace doctest {
namespace detail {

/* Each rank runs the program's static constructors; only the process's own run registers. */
inline int heddle_register(const TestCase &test)
{
    return heddle_rank() < 0 ? regTest(test) : 0;
}

/* Gathers the failures of ranks. The macros of assertions call these functions. */
struct HeddleResultBuilder : ResultBuilder {
    using ResultBuilder::ResultBuilder;

    bool log()
    {
        if (heddle_rank() < 0 || (m_at & assertType::is_warn) || !fails()) {
            if (heddle::doctest_is_own())
                heddle::add_passed();
            return ResultBuilder::log();
        }
        m_failed = true;
        heddle::add_failure(m_file, m_line, describe() + heddle::doctest_contexts());
        return false;
    }

private:
    bool fails()
    {
        bool is_as = (m_at & assertType::is_throws_as) != 0;
        bool is_with = (m_at & assertType::is_throws_with) != 0;

        if (is_as || is_with)
            return (is_as && !m_threw_as) || (is_with && !m_exception_string.check(m_exception));
        if (m_at & assertType::is_throws)
            return !m_threw;
        return (m_at & assertType::is_nothrow) ? m_threw : m_failed;
    }

    std::string describe() const
    {
        std::string name = assertString(m_at), text = name + "( " + m_expr + " )";

        if (m_threw)
            return text + " threw " + m_exception.c_str();
        if (m_at & (assertType::is_throws | assertType::is_throws_as | assertType::is_throws_with))
            return text + " did not throw";
        return text + " is not correct\n  values: " + name + "( " + m_decomp.c_str() + " )";
    }
};

/* Gathers what FAIL and FAIL_CHECK say in ranks. INFO and MESSAGE are warnings. */
struct HeddleMessageBuilder : MessageBuilder {
    HeddleMessageBuilder(const char *file, int line, assertType::Enum severity)
        : MessageBuilder(file, line, severity)
    {
        if (is_failure())
            m_stream = &text;
    }

    bool log()
    {
        bool stops;

        if (is_failure()) {
            heddle::add_failure(m_file, m_line,
                                (m_severity & assertType::is_require ? "FAIL: " : "FAIL_CHECK: ") +
                                    text.str() + heddle::doctest_contexts());
            return false;
        }
        stops = MessageBuilder::log();
        if (heddle::doctest_is_own())
            std::fprintf(stderr, "%s:%d: rank %d: %s\n", m_file, m_line, heddle_rank(),
                         m_string.c_str());
        return stops;
    }

private:
    std::ostringstream text;

    bool is_failure() const
    {
        return heddle_rank() >= 0 && (m_severity & assertType::is_warn) == 0;
    }
};

} // namespace detail

template <typename Type> int heddle_register_translator(String (*translate)(Type))
{
    return heddle_rank() < 0 ? registerExceptionTranslator(translate) : 0;
}

template <typename Reporter>
int heddle_register_reporter(const char *name, int priority, bool is_reporter)
{
    return heddle_rank() < 0 ? registerReporter<Reporter>(name, priority, is_reporter) : 0;
}

} // namespace doctest
#define regTest heddle_register
#define ResultBuilder HeddleResultBuilder
#define MessageBuilder HeddleMessageBuilder
#define registerExceptionTranslator heddle_register_translator
#define registerReporter heddle_register_reporter

/* doctest keeps one state of subcases: ranks would take different branches. */
#undef SUBCASE
#define SUBCASE(name)                                                                         \
    DOCTEST_SUBCASE((::heddle::refuse_in_rank("SUBCASE", __FILE__, __LINE__), name))

namespace heddle {

/* The exception by which an assertion ends a body. */
typedef doctest::detail::TestFailureException test_failure;

struct doctest_framework {
    template <typename Function> static int run_rank(const Function &function)
    {
        int rank = heddle_rank();
        std::unique_ptr<doctest::Context> own = doctest_enter_rank();
        INFO("in rank ", rank);

        return run_until_failure<test_failure>(function);
    }

    static void run(const char *file, int line, const char *name, int ranks, const plan &plan,
                    heddle_function *function, void *argument);
};

/* Call the body with its rank, their number and their communicator. */
template <void (*Body)(int, int, MPI_Comm)> void doctest_run_body()
{
    int rank, size;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    Body(rank, size, MPI_COMM_WORLD);
}

template <typename Body> void doctest_run_fixture()
{
    Body body;
    int rank, size;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    body.Body(rank, size, MPI_COMM_WORLD);
}

/* ---- in the test's thread ------------------------------------------------------------------- */

/* doctest makes one of these when it makes its reporter of that name, which ignores messages. */
struct doctest_junit : doctest::IReporter {
    explicit doctest_junit(const doctest::ContextOptions &) { is_used() = true; }

    static bool &is_used()
    {
        static bool used;

        return used;
    }

    void report_query(const doctest::QueryData &) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats &) override {}
    void test_case_start(const doctest::TestCaseData &) override {}
    void test_case_reenter(const doctest::TestCaseData &) override {}
    void test_case_end(const doctest::CurrentTestCaseStats &) override {}
    void test_case_exception(const doctest::TestCaseException &) override {}
    void subcase_start(const doctest::SubcaseSignature &) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData &) override {}
    void log_message(const doctest::MessageData &) override {}
    void test_case_skipped(const doctest::TestCaseData &) override {}
};
static const int doctest_junit_registered __attribute__((unused)) =
    doctest::registerReporter<doctest_junit>("junit", 1, true);

inline void doctest_pass(const char *file, int line)
{
    doctest::detail::ResultBuilder assertion(doctest::assertType::DT_CHECK, file, line,
                                             "every rank");

    assertion.m_failed = false;
    assertion.log();
}

inline void doctest_fail(const char *file, int line, const std::string &text)
{
    doctest::detail::ResultBuilder assertion(doctest::assertType::DT_CHECK, file, line,
                                             "every rank");

    if (!doctest_junit::is_used()) {
        ADD_FAIL_CHECK_AT(file, line, text);
        return;
    }
    assertion.m_failed = true;
    assertion.m_decomp = text.c_str();
    assertion.log();
    assertion.react();
}

inline void doctest_framework::run(const char *file, int line, const char *name, int ranks,
                                   const heddle::plan &plan, heddle_function *function,
                                   void *argument)
{
    verdict verdict;

    doctest_options = doctest::getContextOptions();
    verdict = run_test(name, ranks, plan, function, argument);
    for (unsigned long i = 0; i < verdict.passed; i++)
        doctest_pass(file, line);
    for (const failure &one : verdict.failures)
        doctest_fail(one.file.c_str(), one.line, one.text);
    if (!verdict.job.empty())
        doctest_fail(file, line, verdict.job);
    else if (!verdict.remarks.empty())
        ADD_MESSAGE_AT(file, line, verdict.remarks);
    end_after_fault(verdict);
}

/* A test case for one number of ranks. doctest's functions take no argument: a case is found by the
 * address of its name. */
struct doctest_case {
    const char *file;
    int line;
    test_body *body;
    int ranks;
    heddle::plan plan;
};

inline std::map<const char *, doctest_case> &doctest_cases()
{
    static std::map<const char *, doctest_case> *cases = new std::map<const char *, doctest_case>;

    return *cases; /* kept: its names are used until the process ends */
}

inline void doctest_run_case()
{
    const char *name = doctest::getContextOptions()->currentTest->m_name;
    const doctest_case &test = doctest_cases().at(name);
    test_body *body = test.body;

    doctest_framework::run(test.file, test.line, name, test.ranks, test.plan,
                           run_body<doctest_framework>, &body);
}

template <typename Decorate>
int doctest_register(const char *file, int line, test_body *body,
                     const doctest::detail::TestSuite &suite, const Decorate &decorate, plan plan)
{
    if (heddle_rank() >= 0)
        return 0;
    if (plan.counts.empty())
        plan.counts.push_back(2);
    for (int ranks : plan.counts) {
        doctest::detail::TestCase test(doctest_run_case, file, static_cast<unsigned>(line), suite);

        decorate(test);
        test.m_name = strdup((std::string(test.m_name) + "/" + std::to_string(ranks)).c_str());
        doctest_cases()[test.m_name] = {file, line, body, ranks, plan};
        doctest::detail::regTest(test);
    }
    return 0;
}

} // namespace heddle

/* Runs `int function(void *argument)` as a job of that many ranks; options may follow. */
#define MPI_Run(ranks, function, ...)                                                         \
    ::heddle::run_call<::heddle::doctest_framework>(__FILE__, __LINE__, #function, ranks,     \
                                                    function, __VA_ARGS__)

#define HEDDLE_REGISTER_(variable, body, decorators, ...)                                     \
    static int variable __attribute__((unused)) = ::heddle::doctest_register(                 \
        __FILE__, __LINE__, body, doctest_detail_test_suite_ns::getCurrentTestSuite(),        \
        [](doctest::detail::TestCase &test) { test *decorators; },                            \
        ::heddle::make_plan(__VA_ARGS__));

/* A body has what doctest's own header for MPI, doctest/extensions/doctest_mpi.h, gives it. */
#define HEDDLE_BODY_(body)                                                                    \
    body(int test_rank __attribute__((unused)), int test_nb_procs __attribute__((unused)),    \
         MPI_Comm test_comm __attribute__((unused)))

#define HEDDLE_TEST_CASE_(body, decorators, ...)                                              \
    HEDDLE_BODY_OF_TEST_ static void HEDDLE_BODY_(body);                                      \
    HEDDLE_REGISTER_(DOCTEST_ANONYMOUS(HEDDLE_CASE_), ::heddle::doctest_run_body<body>,       \
                     decorators, __VA_ARGS__)                                                 \
    static void HEDDLE_BODY_(body)
#define MPI_TEST_CASE(decorators, ...)                                                        \
    HEDDLE_TEST_CASE_(DOCTEST_ANONYMOUS(HEDDLE_BODY_), decorators, __VA_ARGS__)
#define MPI_TEST_CASE_EACH MPI_TEST_CASE

#define HEDDLE_TEST_CASE_FIXTURE_(name, fixture, decorators, ...)                             \
    namespace {                                                                               \
    struct name : fixture {                                                                   \
        HEDDLE_BODY_OF_TEST_ void HEDDLE_BODY_(Body);                                         \
    };                                                                                        \
    }                                                                                         \
    HEDDLE_REGISTER_(DOCTEST_ANONYMOUS(HEDDLE_CASE_), ::heddle::doctest_run_fixture<name>,    \
                     decorators, __VA_ARGS__)                                                 \
    void name::HEDDLE_BODY_(Body)
#define MPI_TEST_CASE_FIXTURE(fixture, decorators, ...)                                       \
    HEDDLE_TEST_CASE_FIXTURE_(DOCTEST_ANONYMOUS(HEDDLE_RANKS_), fixture, decorators, __VA_ARGS__)

/* An assertion in one rank. A test of too few ranks fails: the assertion would never be made. */
#define HEDDLE_IN_RANK_(rank, assertion, ...)                                                 \
    do {                                                                                      \
        if ((rank) >= test_nb_procs)                                                          \
            ::heddle::add_failure(__FILE__, __LINE__, "there is no rank " #rank);             \
        else if ((rank) == test_rank)                                                         \
            assertion(__VA_ARGS__);                                                           \
    } while (0)
#define MPI_WARN(rank, ...) HEDDLE_IN_RANK_(rank, DOCTEST_WARN, __VA_ARGS__)
#define MPI_CHECK(rank, ...) HEDDLE_IN_RANK_(rank, DOCTEST_CHECK, __VA_ARGS__)
#define MPI_REQUIRE(rank, ...) HEDDLE_IN_RANK_(rank, DOCTEST_REQUIRE, __VA_ARGS__)
#define MPI_WARN_FALSE(rank, ...) HEDDLE_IN_RANK_(rank, DOCTEST_WARN_FALSE, __VA_ARGS__)
#define MPI_CHECK_FALSE(rank, ...) HEDDLE_IN_RANK_(rank, DOCTEST_CHECK_FALSE, __VA_ARGS__)
#define MPI_REQUIRE_FALSE(rank, ...) HEDDLE_IN_RANK_(rank, DOCTEST_REQUIRE_FALSE, __VA_ARGS__)

#include <heddle/check_over.hpp>

#endif
