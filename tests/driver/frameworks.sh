#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# MPI jobs in the tests of Criterion, GoogleTest, Catch2 and doctest: the suites' good tests pass,
# and the bad ones fail with the sentence that is theirs.
. "$(dirname "$0")/../harness/tap.sh"
suites=$top_source/tests/driver/suites

if [ "$sanitizer" != no ]; then
    skip frameworks "they are not compiled with a sanitizer"
    finish
    exit
fi
if [ "$privatize" = no ]; then
    skip frameworks "without private globals"
    finish
    exit
fi

# has HEADER: whether it is installed.
has() {
    printf '#include <%s>\n' "$1" >has.cc && g++ -E has.cc >/dev/null 2>&1
}

criterion_lines=(
    '\[----\].*rank 2: this is 2'
    'rank 1: The expression rank\(\) == 0 is false'
    'rank 3: The expression rank\(\) == 0 is false'
    'rank 3: MPI_Abort\(MPI_COMM_WORLD, 7\)'
    'rank 3: .*criterion.c.*assertion "rank\(\) < 3" failed'
    'rank 2: abort was called, in .*abort_is_called.*criterion.c:' 'FAIL.*bad::abort_is_called'
    'rank [01]: MPI_Send: dest (9|10) is outside 0..1'
    'the job has not ended within its 2 seconds.*left behind: rank 1'
    'Theory bad::theory failed with the following parameters: \(5\)'
    'FAIL.*bad::one_rank_fails_while_others_wait'
    'FAIL.*bad::three_ranks_expect_something_else'
    'the job has not ended within its 2 seconds.*left behind: rank 2'
    'heddle: what the 3 ranks do' '    at .*slow_computes_beyond_its_suites_time_body'
    '  1 request, made in .*leave_request.*, by rank 1'
    '  2 requests, made in .*leave_request.*, by all 2 ranks'
    'not everything was freed before MPI_Finalize' 'ranks 0 is outside 1..4095'
    'rank 0: .*no std::exception' 'FAIL.*bad::throws'
    'FAIL.*bad::leaves_handles' 'FAIL.*bad::a_job_in_a_test_leaves_handles'
    'FAIL.*bad::counts_that_are_none' 'FAIL.*slow::computes_beyond_its_suites_time'
    'FAIL.*bad::aborts' 'FAIL.*bad::a_plain_assertion_fails' 'FAIL.*bad::an_error_is_fatal'
    'FAIL.*bad::computes_for_ever' 'FAIL.*bad::theory'
    'FAIL.*bad::a_test_that_fails_is_not_skipped' 'rank 0: first it fails'
    'SKIP.*good::a_rank_skips_the_test: rank 2 has a reason'
    'Tested: 32 .*Passing: 18 .*Failing: 14 .*Crashing: 0')
check_criterion() {
    run "./$1" -j1 --verbose
    expect "$1 reports what fails" 1 "${criterion_lines[@]}"
    if grep -qE 'FAIL.*good::|the test went on' err; then false; else true; fi
    report "$1 lets good tests pass"
}
run "$bin/mpicc" -g "$suites/criterion.c" -o criterion_c -lcriterion
expect "a Criterion suite in C builds" 0
check_criterion criterion_c
run "$bin/mpicxx" -g -x c++ "$suites/criterion.c" -o criterion_cxx -lcriterion
expect "a Criterion suite in C++ builds" 0
check_criterion criterion_cxx

if has gtest/gtest.h; then
    run "$bin/mpicxx" -g "$suites/gtest.cc" -o gtest -lgtest -lgtest_main
    expect "a GoogleTest suite builds" 0
    run ./gtest
    expect "GoogleTest reports what fails" 1 \
        'gtest.h:[0-9]+: in rank 2' 'in rank 3' 'rank 3: MPI_Abort' 'thrown in a rank' \
        'rank 0: .*no std::exception' 'PASSED.*3 tests' 'FAILED.*6 tests' \
        'rank 2: abort was called, in .*gtest.cc:' \
        'OK.*Good.RanksHaveTheirOwnGlobals' \
        'OK.*Good.AnyNumberOfRanks' 'OK.*Good.MainHasItsOwnGlobals' \
        'FAILED.*Bad.OneRankFailsWhileOthersWait' 'FAILED.*Bad.OneRankExpectsSomethingElse'
else
    skip "GoogleTest" "it is not installed"
fi

# check_cases NAME HEADER: Catch2's and doctest's suites.
check_cases() {
    if ! has "$2"; then
        skip "$1" "it is not installed"
        return
    fi
    run g++ -c "$suites/$1_main.cc" -o "$1_main.o"
    expect "$1's main builds" 0
    run "$bin/mpicxx" -g "$suites/$1.cc" "$1_main.o" -o "$1"
    expect "a suite of $1 builds" 0
    run "./$1"
    expect "$1 reports what fails" "$3" \
        'one rank fails while others wait' \
        '2 != 2' 'rank 3' '3 <  ?3' 'rank 3: MPI_Abort' 'thrown in a rank' \
        'rank 0: .*no std::exception' '3 passed.*6 failed' 'rank 2: abort was called, in .*cases.h:'
    if grep -q '^good:' out err; then false; else true; fi
    report "$1 lets good cases pass"
}
check_cases doctest doctest/doctest.h 1
check_cases catch2 catch2/catch.hpp 6

finish
