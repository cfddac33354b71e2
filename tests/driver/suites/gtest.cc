/* SPDX-License-Identifier: MIT */
/* MPI jobs as GoogleTest tests: those of suite Good pass, those of suite Bad fail. */
#include <heddle/faults.h>
#include <heddle/gtest.h>

#include <atomic>
#include <stdexcept>
#include <stdio.h>
#include <stdlib.h>

static int global = 3;

static int rank()
{
    int mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return mine;
}

/* ---- the process's tests beside jobs --------------------------------------------------------- */

struct Counted : ::testing::Environment {
    int value = 0;

    void SetUp() override
    {
        static int times;

        value = 42;
        fprintf(stderr, "environment set up %d\n", ++times);
    }
};

static ::testing::Environment *const counted =
    ::testing::AddGlobalTestEnvironment(new Counted);

MPI_TEST(Good, RanksSeeTheEnvironmentOfTheProcess, 1, 3)
{
    ASSERT_EQ(static_cast<Counted *>(counted)->value, 42);
}

struct Numbers : ::testing::TestWithParam<int> {};

TEST_P(Numbers, AreSmall)
{
    EXPECT_LT(GetParam(), 4);
}

INSTANTIATE_TEST_SUITE_P(Good, Numbers, ::testing::Values(1, 2, 3));

template <typename Type> struct Typed : ::testing::Test {};
using Types = ::testing::Types<int, long>;
TYPED_TEST_SUITE(Typed, Types);

TYPED_TEST(Typed, HasASize)
{
    EXPECT_GE(sizeof(TypeParam), 4u);
}

/* ---- good ------------------------------------------------------------------------------------ */

MPI_TEST(Good, RanksHaveTheirOwnGlobals, 4)
{
    int sum;

    global += rank();
    MPI_Allreduce(&global, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    ASSERT_EQ(sum, 18);
    EXPECT_EQ(global, 3 + rank());
}

MPI_TEST_EACH(Good, AnyNumberOfRanks, 1, 2, 3, 4, 7)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ASSERT_LE(size, 7);
}

TEST(Good, MainHasItsOwnGlobals)
{
    ASSERT_EQ(global, 3);
    ASSERT_EQ(heddle_rank(), -1);
}

MPI_TEST(Good, OptionsAreHeeded, 2, heddle::thread_level(MPI_THREAD_MULTIPLE),
         heddle::buffers(HEDDLE_BUFFERS_PASS), heddle::timeout(300))
{
    MPI_Request requests[2];
    int level, value;

    MPI_Query_thread(&level);
    ASSERT_EQ(level, MPI_THREAD_MULTIPLE);
    MPI_Irecv(&value, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(&global, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD);
    MPI_Send(&global, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

MPI_TEST(Good, ValuesOfAllRanks, 1, 4)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    EXPECT_ALL_EQUAL(size);
    EXPECT_SUM_EQ(rank(), size * (size - 1) / 2);
    ASSERT_SORTED_ON(MPI_COMM_WORLD, 2.5 * rank());
}

MPI_TEST(Bad, ValuesOfAllRanks, 4)
{
    int step = rank() == 2 ? 7 : 3;

    EXPECT_ALL_EQUAL(step);
    EXPECT_SUM_EQ(step, 12);
    EXPECT_SORTED(step);
}

struct Grid : heddle::fixture {
    MPI_Comm comm = MPI_COMM_NULL;

    void SetUp() override { MPI_Comm_dup(MPI_COMM_WORLD, &comm); }
    void TearDown() override { MPI_Comm_free(&comm); }
};

MPI_TEST_F(Grid, IsOfEachRank, 1, 3, heddle::forbids_leaks())
{
    int mine;

    MPI_Comm_rank(comm, &mine);
    ASSERT_EQ(mine, rank());
}

/* Sends an int to itself and receives it as a float, of which the library warns. */
static void mistake_type()
{
    int sent = 1;
    float received;

    MPI_Sendrecv(&sent, 1, MPI_INT, rank(), 0, &received, 1, MPI_FLOAT, rank(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

MPI_TEST(Good, ThatToleratesFindings, 2, heddle::tolerates_findings())
{
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    mistake_type();
}

MPI_TEST(Skipped, ByARank, 3)
{
    if (rank() == 1)
        GTEST_SKIP() << "there is a reason";
    MPI_Barrier(MPI_COMM_WORLD);
}

static int is_own(void *argument)
{
    int *mine = static_cast<int *>(argument);

    EXPECT_EQ(*mine, 5);
    return 0;
}

TEST(Good, JobsInATest)
{
    int value = 5;

    MPI_Run(1, is_own, &value);
    MPI_Run(3, is_own, &value, heddle::timeout(300));
}

/* ---- bad ------------------------------------------------------------------------------------- */

MPI_TEST(Bad, OneRankFailsWhileOthersWait, 4)
{
    ASSERT_NE(rank(), 2);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, OneRankExpectsSomethingElse, 4)
{
    EXPECT_LT(rank(), 3);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, WithTwoRanksOnly, 1, 2, 3)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ASSERT_NE(size, 2);
}

MPI_TEST(Bad, ManyRanksDiffer, 16)
{
    int expected = 3;

    EXPECT_EQ(rank(), expected) << "each has its own";
}

static void check_rank()
{
    ASSERT_NE(rank(), 1);
}

MPI_TEST(Bad, InALoop, 2, heddle::order(9))
{
    for (int i = 0; i < 2; i++)
        EXPECT_EQ(rank() + i, 7);
}

MPI_TEST(Bad, AFunctionOfTheBodyFails, 2)
{
    check_rank();
    if (HasFatalFailure())
        return;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, DeadlockAfterAFailure, 2)
{
    int value;

    EXPECT_EQ(rank(), 0);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

MPI_TEST(Bad, ComputesForEver, 2, heddle::timeout(1))
{
    if (rank() == 1)
        for (volatile int i = 0;; i = i + 1)
            continue;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, Leaks, 2)
{
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
}

MPI_TEST(Bad, IsWarned, 2)
{
    mistake_type();
}

#ifdef __SANITIZE_THREAD__
__attribute__((heddle_shared)) static int shared;

MPI_TEST(Bad, RanksRace, 2)
{
    shared = rank();
}

/* The test after it finds no race. */
MPI_TEST(Good, RanksRaceNoMore, 2)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0)
        shared = 0;
}
#endif

MPI_TEST(Bad, ACallThatIsToFailNeverComes, 2)
{
    if (rank() == 1)
        heddle_fail_call("MPI_Barrier", 2, MPI_ERR_OTHER);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, ACallIsLate, 2)
{
    if (rank() == 1)
        heddle_sleep_at_call("MPI_Barrier", 1, 0.01);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_EQ(rank(), 0);
}

MPI_TEST(Bad, IsSkippedAfterAFailure, 2)
{
    EXPECT_EQ(rank(), 7);
    MPI_Barrier(MPI_COMM_WORLD);
    GTEST_SKIP();
}

MPI_TEST(Bad, Aborts, 4)
{
    if (rank() == 3)
        MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, CallsAbort, 3)
{
    if (rank() == 2)
        abort();
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, ThrowsANumber, 2)
{
    if (rank() == 0)
        throw 5;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, Throws, 2)
{
    if (rank() == 1)
        throw std::runtime_error("thrown in a rank");
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Returns the source of the first of two messages. That of rank 1 is always there first, unless the
 * schedules of the job are explored. */
static int first_source()
{
    int sources[2] = {1, 1};
    MPI_Request request = MPI_REQUEST_NULL;

    if (rank() == 1)
        MPI_Isend(nullptr, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 2)
        MPI_Isend(nullptr, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; rank() == 0 && i < 2; i++) {
        MPI_Status status;

        MPI_Recv(nullptr, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        sources[i] = status.MPI_SOURCE;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return sources[0];
}

MPI_TEST(Bad, ExploresItsSchedules, 3, heddle::explore())
{
    EXPECT_EQ(first_source(), 1);
}

MPI_TEST(Asked, IsExplored, 3)
{
    EXPECT_EQ(first_source(), 1);
}

/* Two ranks put to the same bytes, of which HEDDLE_RMA=1 warns. */
static void put_at_once()
{
    MPI_Win win;
    int memory = 0, value = 1;

    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* Receives two messages into one buffer, of which HEDDLE_BUFFERS=1 warns. */
static void overlap()
{
    MPI_Request requests[2];
    int value = 1, received;

    for (int i = 0; i < 2; i++)
        MPI_Irecv(&received, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < 2; i++)
        MPI_Send(&value, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

MPI_TEST(Asked, PutsAtOnce, 2)
{
    put_at_once();
}

MPI_TEST(Asked, Overlaps, 2, heddle::buffers(HEDDLE_BUFFERS_PASS))
{
    overlap();
}

/* A fault while standard output is locked. */
MPI_TEST(Asked, Crashes, 2)
{
    const char *volatile nowhere = getenv("CRASH") != nullptr ? (const char *)8 : "good";

    if (rank() == 1)
        printf("%s words\n", nowhere);
    MPI_Barrier(MPI_COMM_WORLD);
}

TEST(Asked, ComesAfterThat)
{
    EXPECT_EQ(heddle_rank(), -1);
}

#ifdef WRONG_FIXTURE
struct Wrong : ::testing::Test {};
MPI_TEST_F(Wrong, IsForOneThread, 2)
{
}
#endif
