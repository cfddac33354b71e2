/* SPDX-License-Identifier: MIT */
/* The test cases of Catch2 and doctest, which read alike: the good ones pass, the bad ones fail. */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

static int global = 3;

static int rank()
{
    int mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return mine;
}

MPI_TEST_CASE("good: ranks have their own globals", 4)
{
    int sum;

    global += rank();
    MPI_Allreduce(&global, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    REQUIRE(sum == 18);
    CHECK(global == 3 + rank());
    CHECK_FALSE(global == 2);
}

MPI_TEST_CASE_EACH("good: any number of ranks", 1, 2, 3, 4, 7)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(size <= 7);
}

TEST_CASE("good: main has its own globals")
{
    REQUIRE(global == 3);
    REQUIRE(heddle_rank() == -1);
}

MPI_TEST_CASE("good: options are heeded", 2, heddle::thread_level(MPI_THREAD_MULTIPLE),
              heddle::forbids_leaks(), heddle::timeout(300))
{
    int level;

    MPI_Query_thread(&level);
    CHECK(level == MPI_THREAD_MULTIPLE);
}

static int throw_number()
{
    throw 5;
}

MPI_TEST_CASE("good: exceptions are asserted in ranks", 4)
{
    REQUIRE_NOTHROW(rank());
    CHECK_THROWS(throw_number());
    REQUIRE_THROWS_AS(throw_number(), int);
    CHECK_THROWS_WITH(throw std::runtime_error("words"), "words");
}

struct Fixture {
    int size;

    Fixture() { MPI_Comm_size(MPI_COMM_WORLD, &size); }
};

MPI_TEST_CASE_WITH_FIXTURE(Fixture, "good: each rank makes a fixture", 2, 5)
{
    CHECK((size == 2 || size == 5));
}

static int is_five(void *argument)
{
    CHECK(*static_cast<int *>(argument) == 5);
    return 0;
}

TEST_CASE("good: jobs in a case with branches")
{
    int value = 5;

    BRANCH("few ranks")
    {
        MPI_Run(1, is_five, &value);
    }
    BRANCH("more ranks")
    {
        MPI_Run(3, is_five, &value, heddle::timeout(300));
    }
}

MPI_TEST_CASE("good: values of all ranks", 1, 4)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK_ALL_EQUAL(size);
    CHECK_SUM_EQ(rank(), size * (size - 1) / 2);
    REQUIRE_SORTED_ON(MPI_COMM_WORLD, 2.5 * rank());
}

/* Sends an int to itself and receives it as a float, of which the library warns. */
static void mistake_type()
{
    int sent = 1;
    float received;

    MPI_Sendrecv(&sent, 1, MPI_INT, rank(), 0, &received, 1, MPI_FLOAT, rank(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

MPI_TEST_CASE("tolerated: findings", 2, heddle::tolerates_findings())
{
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK(comm != MPI_COMM_NULL);
    mistake_type();
}

MPI_TEST_CASE("bad: is warned", 2)
{
    mistake_type();
}

MPI_TEST_CASE("bad: values of all ranks", 4)
{
    int step = rank() == 2 ? 7 : 3;

    CHECK_ALL_EQUAL(step);
    CHECK_SUM_EQ(step, 12);
    CHECK_SORTED(step);
}

MPI_TEST_CASE("bad: two ranks only", 1, 2, 3)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(size != 2);
}

MPI_TEST_CASE("bad: many ranks differ", 16)
{
    int expected = 3;

    CHECK(rank() == expected);
}

MPI_TEST_CASE("bad: deadlock after a failure", 2)
{
    int value;

    CHECK(rank() == 0);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

MPI_TEST_CASE("bad: branches in ranks", 2)
{
    BRANCH("one")
    {
    }
    BRANCH("two")
    {
    }
}

MPI_TEST_CASE("bad: throws where it must not", 2)
{
    REQUIRE_NOTHROW(throw_number());
}

MPI_TEST_CASE("bad: leaks", 2)
{
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK(comm != MPI_COMM_NULL);
}

MPI_TEST_CASE("bad: computes for ever", 2, heddle::timeout(1))
{
    if (rank() == 1)
        for (volatile int i = 0;; i = i + 1)
            continue;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: says that it fails", 2)
{
    if (rank() == 1)
        FAIL("because of this");
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: one rank fails while others wait", 4)
{
    REQUIRE(rank() != 2);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: one rank checks something else", 4)
{
    CHECK(rank() < 3);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: in a loop", 2, heddle::order(9))
{
    for (int i = 0; i < 2; i++)
        CHECK(rank() + i == 7);
}

TEST_CASE("bad: a job in a check")
{
    CHECK(heddle::run(2, [] { throw std::runtime_error("this is told in a check"); }));
}

MPI_TEST_CASE("bad: aborts", 4)
{
    if (rank() == 3)
        MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: calls abort", 3)
{
    if (rank() == 2)
        abort();
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: throws a number", 2)
{
    if (rank() == 0)
        throw 5;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("bad: throws", 2)
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

MPI_TEST_CASE("bad: explores its schedules", 3, heddle::explore())
{
    CHECK(first_source() == 1);
}

MPI_TEST_CASE("asked: is explored", 3)
{
    CHECK(first_source() == 1);
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

MPI_TEST_CASE("asked: puts at once", 2)
{
    put_at_once();
    CHECK(rank() < 2);
}

MPI_TEST_CASE("asked: overlaps", 2, heddle::buffers(HEDDLE_BUFFERS_PASS))
{
    overlap();
    CHECK(rank() < 2);
}

/* A fault while standard output is locked. */
MPI_TEST_CASE("asked: crashes", 2)
{
    const char *volatile nowhere = std::getenv("CRASH") != nullptr ? (const char *)8 : "good";

    CHECK(rank() < 2);
    if (rank() == 1)
        std::printf("%s words\n", nowhere);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST_CASE("asked: comes after that", 2)
{
    CHECK(rank() < 2);
}
