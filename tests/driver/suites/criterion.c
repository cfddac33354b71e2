/* SPDX-License-Identifier: MIT */
/* MPI jobs as Criterion tests: those of suite `good` pass, those of suite `bad` fail, each for the
 * reason that tests/driver/frameworks.sh looks for. It is compiled as C and as C++. */
#include <heddle/criterion.h>

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int global = 3;

static int rank(void)
{
    int mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return mine;
}

static int size(void)
{
    int all;

    MPI_Comm_size(MPI_COMM_WORLD, &all);
    return all;
}

MPI_TestCase(good, ranks_have_their_own_globals, .ranks = 4)
{
    int sum;

    global += rank();
    MPI_Allreduce(&global, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    cr_assert_eq(sum, 18);
    cr_expect(global == 3 + rank(), "the sum is %d", global);
}

/* A fixture in each rank. */
static MPI_Comm fixture_comm;

static void dup_world(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &fixture_comm);
    global += 10;
}

static void free_dup(void)
{
    cr_assert_eq(global, 13 + rank());
    MPI_Comm_free(&fixture_comm);
}

MPI_TestCase(good, ranks_have_fixtures, .ranks = 3, .rank_init = dup_world, .rank_fini = free_dup,
             .forbids_leaks = 1)
{
    int mine;

    MPI_Comm_rank(fixture_comm, &mine);
    cr_assert_eq(mine, rank());
    global += mine;
}

MPI_TestCase(bad, a_fixture_fails, .ranks = 2, .rank_init = dup_world, .rank_fini = free_dup)
{
    global = 0;
}

/* MPI's function, whose name the header leaves alone. */
MPI_TestCase(good, files_call_mpi_test, .ranks = 1)
{
    MPI_Request request;
    int is_done;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    cr_assert(is_done);
}

MPI_TestCase(good, there_are_two_ranks_by_default)
{
    cr_assert_eq(size(), 2);
}

MPI_TestCase(good, threads_may_call_mpi, .ranks = 2, .thread_level = MPI_THREAD_MULTIPLE)
{
    int level;

    MPI_Query_thread(&level);
    cr_assert_eq(level, MPI_THREAD_MULTIPLE);
}

MPI_ParameterizedTestCase(good, values_of_all_ranks, .counts = "1 4")
{
    cr_assert_all_equal(size());
    cr_assert_sum_eq(rank(), size() * (size() - 1) / 2);
    cr_assert_sorted_on(MPI_COMM_WORLD, 2.5 * rank());
}

MPI_TestCase(bad, values_of_all_ranks, .ranks = 4)
{
    int step = rank() == 2 ? 7 : 3;

    cr_expect_all_equal(step);
    cr_expect_sum_eq(step, 12);
    cr_expect_sorted(step);
}

MPI_ParameterizedTestCase(good, one_to_seven_ranks)
{
    cr_assert(size() <= 4 || size() == 7);
}

MPI_ParameterizedTestCase(good, counts_of_its_own, .counts = "5 9")
{
    cr_assert(size() == 5 || size() == 9);
}

MPI_TestCase(good, a_signal_is_expected, .ranks = 2, .signal = SIGSEGV)
{
    if (rank() == 1)
        raise(SIGSEGV);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(good, an_abort_is_expected, .ranks = 2, .signal = SIGABRT)
{
    if (rank() == 1)
        abort();
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(good, an_exit_code_is_expected, .ranks = 3, .exit_code = 3)
{
    if (rank() == 1)
        exit(3);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(good, a_rank_skips_the_test, .ranks = 3)
{
    if (rank() == 2)
        cr_skip_test("rank %d has a reason", rank());
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, a_test_that_fails_is_not_skipped, .ranks = 2)
{
    cr_expect(rank() != 0, "first it fails");
    MPI_Barrier(MPI_COMM_WORLD);
    cr_skip_test("it would be skipped");
}

MPI_TestCase(good, a_disabled_test_does_not_run, .disabled = true)
{
    cr_assert_fail();
}

static int below_three(void *argument)
{
    cr_assert(*(int *)argument < 3);
    return 0;
}

TheoryDataPoints(good, theory) = {DataPoints(int, 0, 1, 2)};

Theory((int number), good, theory)
{
    MPI_Run(3, below_three, &number);
}

MPI_ParameterizedTestCase(good, counts_with_commas, .counts = "1, 3")
{
    cr_assert(size() == 1 || size() == 3);
}

static int leave_request(void *argument)
{
    MPI_Request request;
    int received;

    MPI_Recv_init(&received, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    return argument != NULL;
}

static int find_level(void *argument)
{
    MPI_Query_thread((int *)argument);
    return 0;
}

Test(good, a_job_in_a_test_is_told_what_mpi_test_is)
{
    int level = -1;

    MPI_Run(1, find_level, &level, .thread_level = MPI_THREAD_SERIALIZED);
    cr_assert_eq(level, MPI_THREAD_SERIALIZED);
    MPI_Run(2, leave_request, NULL, .tolerates_findings = 1);
}

static int change_own(void *argument)
{
    int *own = (int *)argument;

    cr_assert_eq(*own, 10 * rank());
    *own += 1;
    return 0;
}

Test(good, a_job_in_a_test_has_an_argument_for_each_rank)
{
    int arguments[4] = {0, 10, 20, 30};

    MPI_Run(4, change_own, arguments, .argument_stride = sizeof arguments[0]);
    for (int i = 0; i < 4; i++)
        cr_assert_eq(arguments[i], 10 * i + 1);
}

MPI_TestCase(good, memory_that_never_fails_is_told, .ranks = 2, .fails_memory = 1000000)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

TheoryDataPoints(bad, theory) = {DataPoints(int, 0, 5, 2)};

Theory((int number), bad, theory)
{
    MPI_Run(3, below_three, &number);
}

MPI_TestCase(bad, one_rank_fails_while_others_wait, .ranks = 4)
{
    cr_assert_neq(rank(), 2, "this is %d", rank());
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, three_ranks_expect_something_else, .ranks = 4)
{
    cr_expect(rank() == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, ranks_say_different_things, .ranks = 16, .order = 9)
{
    for (int i = 0; i < 2; i++)
        cr_expect_eq(rank() % 4, 3, "in turn %d it is %d", i, rank());
}

void assert_in_another_file(int rank);

MPI_TestCase(bad, a_file_with_criterions_header_alone_asserts, .ranks = 3)
{
    assert_in_another_file(rank());
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_ParameterizedTestCase(bad, with_two_ranks_only, .counts = "1 2 3")
{
    cr_assert(size() != 2);
}

MPI_TestCase(bad, deadlock_after_a_failure, .ranks = 2)
{
    int value;

    cr_expect(rank() == 0);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* In C it fails otherwise. */
MPI_TestCase(bad, throws, .ranks = 2)
{
    if (rank() == 0)
#ifdef __cplusplus
        throw 5;
#else
        cr_assert_fail("caught an exception that is no std::exception");
#endif
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, aborts, .ranks = 4)
{
    if (rank() == 3)
        MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, a_plain_assertion_fails, .ranks = 4)
{
    assert(rank() < 3);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, abort_is_called, .ranks = 3)
{
    if (rank() == 2)
        abort();
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, an_error_is_fatal, .ranks = 2)
{
    MPI_Send(NULL, 0, MPI_INT, rank() + 9, 0, MPI_COMM_WORLD);
}

MPI_TestCase(bad, leaves_handles, .ranks = 3)
{
    if (rank() == 1)
        leave_request(NULL);
}

/* Sends an int to itself and receives it as a float, of which the library warns. */
static void mistake_type(void)
{
    int sent = 1;
    float received;

    MPI_Sendrecv(&sent, 1, MPI_INT, rank(), 0, &received, 1, MPI_FLOAT, rank(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

MPI_TestCase(good, findings_are_tolerated, .ranks = 2, .tolerates_findings = 1)
{
    leave_request(NULL);
    mistake_type();
}

MPI_TestCase(bad, is_warned, .ranks = 2)
{
    mistake_type();
}

Test(bad, a_job_in_a_test_leaves_handles)
{
    MPI_Run(2, leave_request, NULL);
    cr_log_error("the test went on");
}

MPI_ParameterizedTestCase(bad, counts_that_are_none, .counts = "2 three")
{
    cr_assert(size() == 2);
}

/* Returns the source of the first of two messages. That of rank 1 is always there first, unless the
 * schedules of the job are explored. */
static int first_source(void)
{
    int sources[2] = {1, 1};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;

    if (rank() == 1)
        MPI_Isend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 2)
        MPI_Isend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; rank() == 0 && i < 2; i++) {
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        sources[i] = status.MPI_SOURCE;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return sources[0];
}

MPI_TestCase(bad, explores_its_schedules, .ranks = 3, .explore = "all")
{
    cr_expect_eq(first_source(), 1);
}

MPI_TestCase(asked, is_explored, .ranks = 3)
{
    cr_expect_eq(first_source(), 1);
}

/* Two ranks put to the same bytes, of which HEDDLE_RMA=1 warns. */
static void put_at_once(void)
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
static void overlap(void)
{
    MPI_Request requests[2];
    int value = 1, received;

    for (int i = 0; i < 2; i++)
        MPI_Irecv(&received, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < 2; i++)
        MPI_Send(&value, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

MPI_TestCase(asked, puts_at_once, .ranks = 2)
{
    put_at_once();
}

MPI_TestCase(asked, overlaps, .ranks = 2, .buffers = HEDDLE_BUFFERS_PASS)
{
    overlap();
}

#ifdef __SANITIZE_THREAD__
__attribute__((heddle_shared)) static int shared;

MPI_TestCase(asked, ranks_race, .ranks = 2)
{
    shared = rank();
}
#endif

MPI_TestCase(asked, crashes, .ranks = 2)
{
    const char *volatile nowhere = getenv("CRASH") != NULL ? (const char *)8 : "good";

    if (rank() == 1)
        fprintf(stderr, "%s words\n", nowhere);
    MPI_Barrier(MPI_COMM_WORLD);
}

TestSuite(slow, .timeout = 20);

MPI_TestCase(slow, computes_beyond_its_suites_time, .ranks = 3)
{
    if (rank() == 2)
        for (volatile int i = 0;; i = i + 1)
            continue;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TestCase(bad, computes_for_ever, .ranks = 2, .timeout = 20)
{
    if (rank() == 1)
        for (volatile int i = 0;; i = i + 1)
            continue;
    MPI_Barrier(MPI_COMM_WORLD);
}
