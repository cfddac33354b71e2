#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that are written for Heddle run with other libraries of MPI that are installed, too.
. "$(dirname "$0")/../harness/tap.sh"
include=$top_source/include
has() {
    printf '#include <%s>\n' "$1" >has.cc && g++ -E has.cc >/dev/null 2>&1
}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

cat >halo.cc <<'EOF'
#include <heddle/gtest.h>
#include <heddle/record.h>
#include <cstdlib>

struct Ring : heddle::fixture {
    int rank, size;

    void SetUp() override
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    }
};

MPI_TEST_F(Ring, AddsUp, 1, 2, 3, 8, heddle::timeout(300))
{
    int sum;

    heddle_record_start();
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(sum, size * (size - 1) / 2);
    EXPECT_SUM_EQ(rank, sum);
    heddle_expect_no_collective();
}

TEST(Job, HasValuesOfAllRanks)
{
    auto job = heddle::run(3, [](MPI_Comm comm) {
        int rank;

        MPI_Comm_rank(comm, &rank);
        return rank * 10;
    }, heddle::explore());

    EXPECT_EQ(job.value(2), 20);
}

MPI_TEST(Bad, FailsInOneRank, 3)
{
    if (std::getenv("BAD") == nullptr)
        return;
    ASSERT_NE(heddle_rank(), 1) << "on purpose";
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Thrown, InOneRank, 2)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (std::getenv("BAD") != nullptr && heddle_rank() == 1)
        throw std::runtime_error("thrown in a rank");
}

TEST(Last, Passes)
{
    auto job = heddle::run(2, [] {});

    EXPECT_TRUE(bool(job)) << job.describe();
}
EOF
cat >halo.c <<'EOF'
#include <heddle/criterion.h>
#include <heddle/faults.h>

MPI_ParameterizedTestCase(ring, adds_up, .counts = "1 3 8")
{
    int rank = heddle_rank(), size, sum;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    heddle_fail_call("MPI_Allreduce", 1, MPI_ERR_OTHER);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    cr_assert_eq(sum, size * (size - 1) / 2);
}

MPI_TestCase(bad, fails, .ranks = 2)
{
    cr_assert_eq(heddle_rank(), 0);
}

#ifdef __cplusplus
MPI_TestCase(bad, throws, .ranks = 2)
{
    if (heddle_rank() == 1)
        throw 5;
}
#endif
EOF

# The compilers of one library, and its way to start four processes.
check_library() {
    local cc=$1 cxx=$2
    shift 2
    if ! command -v "$cxx" >/dev/null; then
        skip "$cxx" 'it is not installed'
        return
    fi
    if has gtest/gtest.h; then
        run "$cxx" -g -DHEDDLE_ELSEWHERE -idirafter "$include" halo.cc -o gtest_elsewhere -lgtest \
            -lgtest_main
        expect "a GoogleTest suite builds with $cxx" 0
        run "$@" ./gtest_elsewhere --gtest_color=no
        expect "a GoogleTest suite passes with $cxx" 0 'OK.*Ring.AddsUp/3' 'PASSED.* 7 tests' \
            'SKIPPED.*Ring.AddsUp/8' '8 ranks take more than the 4 processes' \
            'jobs of more ranks than the 4 processes are left out' 'contracts .* are left out' \
            'schedules are not explored without Heddle'
        HEDDLE_TIMEOUT=10 BAD=1 run "$@" ./gtest_elsewhere
        [ "$status" -ne 0 ] && [[ "$out$err" == *'on purpose'* ]] &&
            [[ "$out$err" == *'an earlier test has failed, and others wait for it'* ]]
        report "a rank that fails while others wait ends the suite with $cxx"
        # The four processes write at once, so that a line may stand in the middle of another one.
        BAD=1 run "$@" ./gtest_elsewhere --gtest_color=no --gtest_filter='Thrown*:Last*'
        [ "$status" -ne 0 ] && [[ "$out" == *'unexpected exception: thrown in a rank'* ]] &&
            [ "$(grep -o '\[       OK \]' out | wc -l)" -eq 4 ] &&
            [[ "$out" != *'FAILED  ] Last'* ]]
        report "an exception ends its test and not the suite with $cxx"
    fi
    if has criterion/criterion.h; then
        run "$cc" -g -DHEDDLE_ELSEWHERE -DHEDDLE_IN_PROCESS -idirafter "$include" halo.c \
            -o criterion_elsewhere -lcriterion
        expect "a Criterion suite builds with $cc" 0
        run "$@" ./criterion_elsewhere 'ring/*'
        expect "a Criterion suite passes with $cc" 0 '\[PASS\] ring/adds_up/3' \
            '\[SKIP\] ring/adds_up/8'
        HEDDLE_TIMEOUT=10 run "$@" ./criterion_elsewhere 'bad/*'
        [ "$status" -ne 0 ] && [[ "$out$err" == *'rank 1: The expression'* ]] &&
            [[ "$out" == *'[FAIL] bad/fails/2'* ]]
        report "a Criterion suite fails with $cc"
        run "$cxx" -x c++ -g -DHEDDLE_ELSEWHERE -DHEDDLE_IN_PROCESS -idirafter "$include" halo.c \
            -o criterion_cxx_elsewhere -lcriterion
        expect "a Criterion suite builds with $cxx" 0
        HEDDLE_TIMEOUT=10 run "$@" ./criterion_cxx_elsewhere
        [ "$status" -ne 0 ] && [[ "$out$err" == *'rank 1: caught an exception that is no'* ]] &&
            [ "$(grep -c '\[PASS\] ring/adds_up/3' out)" -eq 4 ]
        report "an exception fails a Criterion suite with $cxx"
    fi
}
check_library mpicc.mpich mpicxx.mpich mpirun.mpich -n 4
check_library mpicc.openmpi mpicxx.openmpi mpirun.openmpi --oversubscribe -n 4
finish
