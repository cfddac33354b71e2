/* SPDX-License-Identifier: MIT */
/* MPI jobs as GoogleTest tests (GoogleTest 1.10 or later).
 *
 *     #include <heddle/gtest.h>
 *
 *     MPI_TEST(Halo, ReachesBothNeighbours, 1, 2, 4)
 *     {
 *         ...                                 each rank runs this
 *         ASSERT_EQ(left, rank - 1);          a failure names its ranks; a fatal one ends the job
 *     }
 *
 *     MPI_TEST(Halo, EndsSoon, 4, heddle::timeout(5))
 *     {
 *         ...
 *     }
 *
 * These are the tests Halo.ReachesBothNeighbours/1, /2, /4 and Halo.EndsSoon/4. The options are
 * those of heddle/job.hpp; without a number of ranks there are two. In MPI_TEST_F(Fixture, Name,
 * ...) each rank makes a Fixture, calls its SetUp, the body, and its TearDown; a Fixture is any
 * class with these two functions, such as one derived from heddle::fixture.
 *
 * Build with `mpicxx test.cc -lgtest -lgtest_main`. MPI is initialized before the body and
 * finalized after it. GTEST_SKIP in a rank skips the test. A test ends after a minute, or
 * HEDDLE_TIMEOUT seconds, unless it has a timeout of its own. Handles that are not freed, warnings
 * of the library and reports of ThreadSanitizer fail the test, unless it has the option
 * heddle::tolerates_findings(). After a rank's segmentation fault all further tests are skipped,
 * unless it has the option heddle::survives_faults(). Use MPI_Run to run a function as a job inside
 * a TEST or TEST_F, or with arguments. */
#ifndef HEDDLE_GTEST_H
#define HEDDLE_GTEST_H

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <heddle/gather.hpp>
#include <heddle/over_ranks.h>

/* ---- registration --------------------------------------------------------------------------- */

/* Each rank runs the program's static constructors; only the process's own run registers tests. */
namespace heddle {


struct gtest_registered {
    operator int() const { return 0; }
};
inline int operator+(int, gtest_registered)
{
    return 0;
}

/* Takes the place of what GoogleTest returns as the holder of a suite's patterns. */
template <typename Suite> struct gtest_holder {
    ::testing::internal::ParameterizedTestSuiteInfo<Suite> *holder; /* NULL in a rank */

    gtest_holder *operator->() { return this; }

    template <typename Factory>
    gtest_registered AddTestPattern(const char *suite, const char *name, Factory *factory,
                                    ::testing::internal::CodeLocation place)
    {
        if (holder != nullptr)
            holder->AddTestPattern(suite, name, factory, place);
        else
            delete factory;
        return {};
    }

    template <typename... Arguments>
    gtest_registered AddTestSuiteInstantiation(const Arguments &...arguments)
    {
        if (holder != nullptr)
            holder->AddTestSuiteInstantiation(arguments...);
        return {};
    }
};

struct gtest_registry {
    template <typename Suite>
    gtest_holder<Suite> GetTestSuitePatternHolder(const char *name,
                                                  ::testing::internal::CodeLocation place)
    {
        if (heddle_rank() >= 0)
            return {nullptr};
        return {::testing::UnitTest::GetInstance()
                    ->parameterized_test_registry()
                    .GetTestSuitePatternHolder<Suite>(name, place)};
    }
};

/* Environments of the process. A rank's constructors make theirs again, in the same order. */
extern std::vector<::testing::Environment *> *gtest_environments;
HEDDLE_SHARED_ std::vector<::testing::Environment *> *gtest_environments = nullptr;

inline std::size_t &gtest_environments_seen()
{
    static std::size_t seen; /* each rank has its own */

    return seen;
}

inline ::testing::Environment *gtest_add_environment(::testing::Environment *environment)
{
    std::size_t seen;

    if (heddle_rank() < 0) {
        if (gtest_environments == nullptr)
            gtest_environments = new std::vector<::testing::Environment *>;
        gtest_environments->push_back(environment);
        return ::testing::AddGlobalTestEnvironment(environment);
    }
    seen = gtest_environments_seen()++;
    if (gtest_environments == nullptr || seen >= gtest_environments->size())
        return environment;
    delete environment;
    return (*gtest_environments)[seen];
}

} // namespace heddle

namespace testing {

inline Environment *heddle_add_environment(Environment *environment)
{
    return heddle::gtest_add_environment(environment);
}

namespace internal {

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

template <GTEST_TEMPLATE_ Fixture, class Selector, typename Types> struct heddle_typed_test {
    template <typename... Arguments> static bool Register(const Arguments &...arguments)
    {
        return heddle_rank() >= 0 ||
               TypeParameterizedTest<Fixture, Selector, Types>::Register(arguments...);
    }
};

template <GTEST_TEMPLATE_ Fixture, typename Tests, typename Types> struct heddle_typed_suite {
    template <typename... Arguments> static bool Register(const Arguments &...arguments)
    {
        return heddle_rank() >= 0 ||
               TypeParameterizedTestSuite<Fixture, Tests, Types>::Register(arguments...);
    }
};

struct heddle_mark {
    explicit heddle_mark(const char *suite)
    {
        if (heddle_rank() < 0)
            MarkAsIgnored{suite};
    }
};

} // namespace internal
} // namespace testing

#define MakeAndRegisterTestInfo heddle_register
#define AddGlobalTestEnvironment heddle_add_environment
#define TypeParameterizedTest heddle_typed_test
#define TypeParameterizedTestSuite heddle_typed_suite
#define MarkAsIgnored heddle_mark
/* In TEST_P and INSTANTIATE_TEST_SUITE_P this follows `UnitTest::GetInstance()->`. */
#define parameterized_test_registry() random_seed() * 0 + ::heddle::gtest_registry()

namespace heddle {

/* ---- in a rank ------------------------------------------------------------------------------ */

/* Gathers what the rank's own thread reports. Threads that it creates report directly. */
class gtest_reporter : public ::testing::ScopedFakeTestPartResultReporter {
public:
    gtest_reporter()
        : ScopedFakeTestPartResultReporter(INTERCEPT_ONLY_CURRENT_THREAD, nullptr)
    {
    }

    void ReportTestPartResult(const ::testing::TestPartResult &part) override
    {
        if (part.skipped()) {
            is_skipped = true;
            add_skip(part.message());
        } else if (part.failed()) {
            has_fatal_failure |= part.fatally_failed();
            has_failure = true;
            line = part.line_number();
            file = part.file_name() != nullptr ? part.file_name() : "";
            add_failure(file.c_str(), line, part.message());
        }
    }

    bool is_skipped = false, has_failure = false, has_fatal_failure = false;
    std::string file;
    int line = 0;
};

inline gtest_reporter *&gtest_own_reporter()
{
    static thread_local gtest_reporter *own;

    return own;
}

/* Runs the body. Ends the job if an assertion has ended the body: the other ranks would wait for
 * what this rank has left out. */
template <typename Function> int gtest_run_rank(const Function &function)
{
    std::string where;
    int where_line;
    bool is_skipped;

    {
        gtest_reporter reporter;

        gtest_own_reporter() = &reporter;
        guard_exceptions(function);
        gtest_own_reporter() = nullptr;
        if (!reporter.has_fatal_failure && !reporter.is_skipped)
            return 0;
        where = reporter.file;
        where_line = reporter.line;
        is_skipped = reporter.is_skipped && !reporter.has_failure;
    }
    if (is_skipped)
        heddle_fail(nullptr, 0, "the test is skipped");
    end_job(where.c_str(), where_line);
}

/* A fixture of ranks. It is none of testing::Test, whose constructor is not for several threads. */
struct fixture {
    virtual ~fixture() {}
    virtual void SetUp() {}
    virtual void TearDown() {}

    static bool HasFatalFailure() { return gtest_own_reporter()->has_fatal_failure; }
    static bool HasFailure() { return gtest_own_reporter()->has_failure; }
    static bool HasNonfatalFailure() { return HasFailure() && !HasFatalFailure(); }
    static bool IsSkipped() { return gtest_own_reporter()->is_skipped; }
};

template <typename Body> void gtest_run_fixture()
{
    static_assert(!std::is_base_of<::testing::Test, Body>::value,
                  "a fixture of ranks must not derive from testing::Test, which is for one thread; "
                  "derive it from heddle::fixture");
    Body body;

    body.SetUp();
    if (!gtest_own_reporter()->has_fatal_failure && !gtest_own_reporter()->is_skipped)
        body.Body();
    body.TearDown();
}

/* Says itself what does not hold, as GoogleTest lets predicates do. */
struct gtest_over_ranks {
    heddle_over_ranks_kind kind;
    MPI_Comm comm;
    long double expected;

    template <typename Value>
    ::testing::AssertionResult operator()(const char *name, const Value &value) const
    {
        const struct heddle_over_ranks over =
            ::heddle_over_ranks(kind, comm, name, static_cast<long double>(value), expected);

        return over.holds ? ::testing::AssertionSuccess()
                          : ::testing::AssertionFailure() << over.text;
    }
};

/* ---- in the test's thread ------------------------------------------------------------------- */

struct gtest_case {
    const char *file;
    int line;
    test_body *body;
};

inline void gtest_report(const char *file, int line, const verdict &verdict)
{
    for (const failure &one : verdict.failures)
        ADD_FAILURE_AT(one.file.c_str(), one.line) << one.text;
    if (!verdict.job.empty())
        ADD_FAILURE_AT(file, line) << verdict.job;
    if (!verdict.remarks.empty()) {
        std::cerr << verdict.remarks;
        ::testing::Test::RecordProperty("remarks", verdict.remarks); // in XML
    }
}

inline void gtest_skip(const char *file, int line, const std::string &why)
{
    ::testing::internal::AssertHelper(::testing::TestPartResult::kSkip, file, line, "") =
        ::testing::Message() << why;
}

/* Skips all tests that begin from now on: GoogleTest writes its XML when they have ended. */
struct gtest_end_of_tests : ::testing::EmptyTestEventListener {
    std::string why;

    void OnTestStart(const ::testing::TestInfo &test) override
    {
        gtest_skip(test.file(), test.line(), why);
    }
};

inline void gtest_end_tests(const std::string &name)
{
    gtest_end_of_tests *end = new gtest_end_of_tests; /* GoogleTest deletes it */

    end->why = "not run: " + name + " has left the memory of this process corrupt";
    ::testing::UnitTest::GetInstance()->listeners().Append(end);
}

struct gtest_framework {
    template <typename Function> static int run_rank(const Function &function)
    {
        return gtest_run_rank(function);
    }

    static void run(const char *file, int line, const char *name, int ranks, const plan &plan,
                    heddle_function *function, void *argument);
};

inline void gtest_framework::run(const char *file, int line, const char *name, int ranks,
                                 const heddle::plan &plan, heddle_function *function,
                                 void *argument)
{
    verdict verdict = run_test(name, ranks, plan, function, argument);

    gtest_report(file, line, verdict);
    if (verdict.is_skipped)
        gtest_skip(file, line, verdict.why_skipped);
    if (verdict.fault != 0)
        gtest_end_tests(name);
}

struct gtest_test : ::testing::Test {
    gtest_case test;
    std::string name;
    int ranks;
    heddle::plan plan;

    gtest_test(const gtest_case &given, const std::string &called, int count,
               const heddle::plan &how)
        : test(given), name(called), ranks(count), plan(how)
    {
    }

    void TestBody() override
    {
        gtest_framework::run(test.file, test.line, name.c_str(), ranks, plan,
                             run_body<gtest_framework>, &test.body);
    }
};

struct gtest_factory : ::testing::internal::TestFactoryBase {
    gtest_case test;
    std::string name;
    int ranks;
    heddle::plan plan;

    gtest_factory(const gtest_case &given, const std::string &called, int count,
                  const heddle::plan &how)
        : test(given), name(called), ranks(count), plan(how)
    {
    }

    ::testing::Test *CreateTest() override { return new gtest_test(test, name, ranks, plan); }
};

/* Registers a test for each number of ranks, in a suite that may have tests of TEST, too. */
inline int gtest_register(const char *suite, const char *name, const gtest_case &test, plan plan)
{
    if (heddle_rank() >= 0)
        return 0;
    if (plan.counts.empty())
        plan.counts.push_back(2);
    for (int ranks : plan.counts) {
        std::string numbered = std::string(name) + "/" + std::to_string(ranks);
        std::string called = std::string(suite) + "." + numbered;

        ::testing::internal::MakeAndRegisterTestInfo(
            suite, numbered.c_str(), nullptr, nullptr,
            ::testing::internal::CodeLocation(test.file, test.line),
            ::testing::internal::GetTestTypeId(), ::testing::Test::SetUpTestSuite,
            ::testing::Test::TearDownTestSuite, new gtest_factory(test, called, ranks, plan));
    }
    return 0;
}

} // namespace heddle

/* Runs `int function(void *argument)` as a job of that many ranks; options may follow. */
#define MPI_Run(ranks, function, ...) HEDDLE_RUN_(ranks, function, __VA_ARGS__)
#define HEDDLE_RUN_(ranks, function, ...)                                                     \
    ::heddle::run_call<::heddle::gtest_framework>(__FILE__, __LINE__, #function, ranks,       \
                                                  function, __VA_ARGS__)

#define HEDDLE_REGISTER_(suite, name, body, ...)                                              \
    static int suite##_##name##_registered __attribute__((unused)) =                          \
        ::heddle::gtest_register(#suite, #name, {__FILE__, __LINE__, body},                   \
                                 ::heddle::make_plan(__VA_ARGS__));

#define MPI_TEST(suite, name, ...)                                                            \
    namespace {                                                                               \
    struct suite##_##name##_Ranks : ::heddle::fixture {                                       \
        HEDDLE_BODY_OF_TEST_ void Body();                                              \
    };                                                                                        \
    }                                                                                         \
    HEDDLE_REGISTER_(suite, name, ::heddle::gtest_run_fixture<suite##_##name##_Ranks>,        \
                     __VA_ARGS__)                                                             \
    void suite##_##name##_Ranks::Body()
#define MPI_TEST_EACH MPI_TEST

#define MPI_TEST_F(fixture, name, ...)                                                        \
    namespace {                                                                               \
    struct fixture##_##name##_Ranks : fixture {                                               \
        HEDDLE_BODY_OF_TEST_ void Body();                                              \
    };                                                                                        \
    }                                                                                         \
    HEDDLE_REGISTER_(fixture, name, ::heddle::gtest_run_fixture<fixture##_##name##_Ranks>,    \
                     __VA_ARGS__)                                                             \
    void fixture##_##name##_Ranks::Body()

/* ---- over ranks ----------------------------------------------------------------------------- */

/* Assertions over the values of all ranks of a communicator, MPI_COMM_WORLD in the short form. Each
 * member makes them; EXPECT_ALL_EQUAL(step), EXPECT_SUM_EQ(mine, 10), EXPECT_SORTED(first). */
#define HEDDLE_OVER_(word, kind, comm, value, expected)                                       \
    word##_PRED_FORMAT1(                                                                      \
        (::heddle::gtest_over_ranks{kind, comm, static_cast<long double>(expected)}), value)
#define EXPECT_ALL_EQUAL(value) EXPECT_ALL_EQUAL_ON(MPI_COMM_WORLD, value)
#define EXPECT_ALL_EQUAL_ON(comm, value) \
    HEDDLE_OVER_(EXPECT, HEDDLE_ALL_EQUAL, comm, value, 0)
#define EXPECT_SUM_EQ(value, expected) EXPECT_SUM_EQ_ON(MPI_COMM_WORLD, value, expected)
#define EXPECT_SUM_EQ_ON(comm, value, expected) \
    HEDDLE_OVER_(EXPECT, HEDDLE_SUM, comm, value, expected)
#define EXPECT_SORTED(value) EXPECT_SORTED_ON(MPI_COMM_WORLD, value)
#define EXPECT_SORTED_ON(comm, value) \
    HEDDLE_OVER_(EXPECT, HEDDLE_SORTED, comm, value, 0)
#define ASSERT_ALL_EQUAL(value) ASSERT_ALL_EQUAL_ON(MPI_COMM_WORLD, value)
#define ASSERT_ALL_EQUAL_ON(comm, value) \
    HEDDLE_OVER_(ASSERT, HEDDLE_ALL_EQUAL, comm, value, 0)
#define ASSERT_SUM_EQ(value, expected) ASSERT_SUM_EQ_ON(MPI_COMM_WORLD, value, expected)
#define ASSERT_SUM_EQ_ON(comm, value, expected) \
    HEDDLE_OVER_(ASSERT, HEDDLE_SUM, comm, value, expected)
#define ASSERT_SORTED(value) ASSERT_SORTED_ON(MPI_COMM_WORLD, value)
#define ASSERT_SORTED_ON(comm, value) \
    HEDDLE_OVER_(ASSERT, HEDDLE_SORTED, comm, value, 0)

#endif
