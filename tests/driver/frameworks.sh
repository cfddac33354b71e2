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

# is_xml FILE: whether it is complete.
is_xml() {
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"
}

# has_warnings FILE: whether it is complete, and has those of HEDDLE_RMA and of HEDDLE_BUFFERS.
has_warnings() {
    is_xml "$1" && grep -q 'touches the same bytes' "$1" && grep -q 'overlaps the buffer' "$1"
}

# Of assertions over the values of all ranks.
over_ranks=(
    'step is not the same in all ranks: 3, 3, 7, 3'
    'the sum of step over the ranks is not 12: 3, 3, 7, 3'
    'step is not sorted by rank: 3, 3, 7, 3')

criterion_lines=(
    "${over_ranks[@]}"
    '\[----\].*rank 2: this is 2'
    '3 of 4 ranks \(1, 2 and 3\): The expression rank\(\) == 0 is false'
    'rank 0: expected in another file' 'rank 1: asserted in another file'
    'FAIL.*bad::with_two_ranks_only/2' 'PASS.*bad::with_two_ranks_only/3'
    'all 2 ranks: The expression size\(\) != 2 is false'
    'the job of 2 ranks: heddle: deadlock: no rank of 2 can go on'
    'rank 3: MPI_Abort\(MPI_COMM_WORLD, 7\)'
    'rank 3: .*criterion.c.*assertion "rank\(\) < 3" failed'
    'rank 2: abort was called, in .*abort_is_called.*criterion.c:' 'FAIL.*bad::abort_is_called'
    'rank [01]: MPI_Send: dest (9|10) is outside 0..1'
    'the job has not ended within its 16 seconds.*left behind: rank 1'
    'Theory bad::theory failed with the following parameters: \(5\)'
    'FAIL.*bad::one_rank_fails_while_others_wait'
    'FAIL.*bad::three_ranks_expect_something_else'
    'the job has not ended within its 16 seconds.*left behind: rank 2'
    'heddle: what the 3 ranks do' '    at .*slow_computes_beyond_its_suites_time_body'
    '  1 request, made in .*leave_request.*, by rank 1'
    '  2 requests, made in .*leave_request.*, by all 2 ranks'
    'not everything was freed before MPI_Finalize' 'ranks 0 is outside 1..65535'
    'rank 0: .*no std::exception' 'FAIL.*bad::throws'
    'FAIL.*bad::leaves_handles' 'FAIL.*bad::a_job_in_a_test_leaves_handles'
    'FAIL.*bad::counts_that_are_none' 'FAIL.*slow::computes_beyond_its_suites_time'
    'FAIL.*bad::aborts' 'FAIL.*bad::a_plain_assertion_fails' 'FAIL.*bad::an_error_is_fatal'
    'FAIL.*bad::computes_for_ever' 'FAIL.*bad::theory'
    'FAIL.*bad::a_test_that_fails_is_not_skipped' 'rank 0: first it fails'
    'SKIP.*good::a_rank_skips_the_test/3: rank 2 has a reason'
    'FAIL.*bad::a_fixture_fails'
    'all 2 ranks: The expression \(global\) == \(13 \+ rank\(\)\) is false'
    '12 of 16 ranks \(0, 1, 2, 4, 5, 6, 8, 9, ...\): in turn 0 it is 0, in turn 0 it is 1, '
    'in turn 1 it is 8, in turn 1 it is 9, \.\.\.'
    '\(on purpose, in every rank: order of seed 9\)'
    'PASS.*good::a_job_in_a_test_has_an_argument_for_each_rank'
    '\[----\].*\(on purpose, in every rank: memory was to fail at request 1000000, and fewer'
    '\[----\].*2 requests, made in .*leave_request'
    '\[----\].*warning: .*sent as MPI_INT in .*mistake_type'
    'FAIL.*bad::is_warned' 'the job of 2 ranks: rank [01]: warning: .*sent as MPI_INT'
    'FAIL.*bad::explores_its_schedules' 'in schedule [0-9]+, in which'
    'Tested: 53 .*Passing: 31 .*Failing: 22 .*Crashing: 0')
check_criterion() {
    run "./$1" -j1 --verbose --xml=criterion.xml --tap=criterion.tap
    expect "$1 reports what fails" 1 "${criterion_lines[@]}"
    if grep -qE 'FAIL.*good::|the test went on' err; then false; else true; fi
    report "$1 lets good tests pass"
    run "./$1" -j1 --verbose --filter 'good/one_to_seven_ranks/[37]'
    expect "$1 filters numbers of ranks" 0 'PASS.*good::one_to_seven_ranks/3' 'Passing: 2'
    run "./$1" -j1 --filter 'good/@(findings_are_tolerated|memory_that_never_fails)*'
    expect "findings that $1 tolerates leave its status 0" 0 'Passing: 2'
    grep -q 'name="with_two_ranks_only/2"' criterion.xml &&
        grep -q 'no rank of 2 can go on' criterion.xml &&
        grep -q 'request.*made in' criterion.xml && grep -q 'warning: .*MPI_FLOAT' criterion.xml
    report "the XML of $1 has the number of ranks, the report of a deadlock, leaks and warnings"
    grep -q 'with_two_ranks_only/2' criterion.tap && grep -q 'no rank of 2 can go on' criterion.tap
    report "the TAP of $1 has the number of ranks, and the report of a deadlock"
    HEDDLE_EXPLORE=20 run "./$1" -j1 --filter 'asked/is_explored*'
    expect "HEDDLE_EXPLORE applies to tests of $1" 1 'in schedule [0-9]+' 'HEDDLE_REPLAY='
    HEDDLE_RMA=1 HEDDLE_BUFFERS=1 run "./$1" -j1 --filter 'asked/*' --xml=warned.xml
    expect "warnings that the environment asks for fail tests of $1" 1 'Passing: 2 .*Failing: 2'
    has_warnings warned.xml
    report "they are in the XML of $1"
    CRASH=1 run "./$1" -j1 --filter 'asked/*' --xml=crash.xml
    expect "a fault ends the test of $1 that has it" 1 'Crashing: 1' 'Passing: 3' \
        'rank 1: Segmentation fault at address 0x8'
    is_xml crash.xml && grep -q 'name="crashes/2".*ERRORED' crash.xml
    report "it is in the XML of $1"
}
run "$bin/mpicc" -g "$suites/criterion.c" "$suites/criterion_alone.c" -o criterion_c -lcriterion
expect "a Criterion suite in C builds" 0
check_criterion criterion_c
run "$bin/mpicxx" -g -x c++ "$suites/criterion.c" "$suites/criterion_alone.c" -o criterion_cxx \
    -lcriterion
expect "a Criterion suite in C++ builds" 0
check_criterion criterion_cxx
run "$bin/mpicc" -g -DHEDDLE_IN_PROCESS "$suites/criterion.c" "$suites/criterion_alone.c" \
    -o criterion_here -lcriterion
expect "a Criterion suite that runs in its own process builds" 0
run ./criterion_here 'good/*'
expect "good tests pass in the program's own process" 0 '\[PASS\] good/one_to_seven_ranks/7' \
    '\[SKIP\] good/a_signal_is_expected/2' '\[SKIP\] good/theory' 'rank 2 has a reason'
run ./criterion_here 'bad/*'
expect "bad tests fail in the program's own process" 1 \
    '\[FAIL\] bad/with_two_ranks_only/2' '\[PASS\] bad/with_two_ranks_only/3' \
    '3 of 4 ranks \(1, 2 and 3\): The expression rank' 'no rank of 2 can go on'

run "$bin/mpicc" -g -fsanitize=thread -DHEDDLE_IN_PROCESS "$suites/criterion.c" \
    "$suites/criterion_alone.c" -o criterion_thread -lcriterion
expect "a Criterion suite for ThreadSanitizer builds" 0
run ./criterion_thread 'asked/ranks_race*'
expect "a report of ThreadSanitizer fails the Criterion test that made it" 66 \
    '\[FAIL\] asked/ranks_race/2' 'ThreadSanitizer has made 1 report'

if has gtest/gtest.h; then
    run "$bin/mpicxx" -g -O2 "$suites/gtest.cc" "$suites/gtest_main.cc" -o gtest -lgtest
    expect "a GoogleTest suite builds, with its main" 0
    run ./gtest --gtest_output=xml:gtest.xml
    expect "GoogleTest reports what fails" 1 \
        "${over_ranks[@]}" 'gtest.cc:[0-9]+: Failure' \
        'rank 2: Expected: \(rank\(\)\) != \(2\), actual: 2 vs 2' \
        'rank 3: Expected: \(rank\(\)\) < \(3\)' 'rank 3: MPI_Abort' 'thrown in a rank' \
        'rank 0: caught an unexpected .*no std::exception' 'PASSED.*28 tests' 'SKIPPED.*1 test,' \
        'rank 1: there is a reason' 'rank 2: abort was called, in .*gtest.cc:' \
        'OK.*Good.RanksHaveTheirOwnGlobals/4' 'OK.*Good.MainHasItsOwnGlobals' \
        'OK.*Good.AnyNumberOfRanks/7' 'OK.*Grid.IsOfEachRank/3' 'OK.*Bad.WithTwoRanksOnly/3' \
        'FAILED.*Bad.WithTwoRanksOnly/2$' 'FAILED.*Bad.OneRankExpectsSomethingElse/4' \
        'FAILED.*Bad.DeadlockAfterAFailure/2' 'the job of 2 ranks: heddle: deadlock' \
        'FAILED.*Bad.Leaks/2' '  2 communicators, made in .*Bad_Leaks.*, by all 2 ranks' \
        'FAILED.*Bad.ComputesForEver/2' 'has not ended within its 1 seconds' \
        'FAILED.*Bad.IsSkippedAfterAFailure/2' 'FAILED.*Bad.AFunctionOfTheBodyFails/2' \
        '15 of 16 ranks \(0, 1, 2, 4, 5, 6, 7, 8, ...\): Expected equality' \
        '    Which is: 0, 1, 2, 4, 5, 6, 7, 8, ...' 'Which is: 0, 1$' 'Which is: 1, 2$' \
        '\(on purpose, in every rank: order of seed 9\)' '19 FAILED TESTS' \
        'FAILED.*Bad.ExploresItsSchedules/3' 'in schedule [0-9]+, in which' \
        'FAILED.*Bad.IsWarned/2' 'the job of 2 ranks: rank [01]: warning: .*sent as MPI_INT' \
        'rank 1: .*gtest.cc:[0-9]+: call 2 of MPI_Barrier was to fail on purpose, and only 1 came' \
        '\(on purpose, in rank 1: it sleeps 0.01 s at call 1 of MPI_Barrier, in .*gtest.cc:'
    if grep -q 'at heddle::\|gtest.h:' out err; then false; else true; fi
    report "what GoogleTest reports points into the suite, not into Heddle's headers"
    grep -q 'name="WithTwoRanksOnly/2"' gtest.xml && grep -q 'no rank of 2 can go on' gtest.xml &&
        grep -q 'communicators, made in .*ThatToleratesFindings' gtest.xml &&
        grep -q 'failure message.*communicators, made in .*Bad_Leaks' gtest.xml &&
        grep -q 'failure message.*warning: .*MPI_FLOAT' gtest.xml
    report "GoogleTest's XML has the number of ranks, the report of a deadlock, leaks and warnings"
    test "$(grep -c 'environment set up' err)" = 1
    report "GoogleTest sets an environment up once"
    run ./gtest --gtest_filter='Good.*/3:Grid*/3'
    expect "GoogleTest filters numbers of ranks" 0 'Running 3 tests'
    run "$bin/mpicxx" -g -fsanitize=thread "$suites/gtest.cc" -o gtest_thread -lgtest -lgtest_main
    expect "a suite for ThreadSanitizer builds" 0
    run ./gtest_thread --gtest_filter='*RanksRace/2:*RaceNoMore/2' --gtest_output=xml:gtest.xml
    expect "a report of ThreadSanitizer fails the test that made it" 66 'FAILED.*Bad.RanksRace/2' \
        'ThreadSanitizer has made 1 report' 'OK .*Good.RanksRaceNoMore/2'
    grep -q 'failures="1"' gtest.xml
    report "it is in GoogleTest's XML"
    HEDDLE_EXPLORE=20 run ./gtest --gtest_filter='Asked.IsExplored/3'
    expect "HEDDLE_EXPLORE applies to GoogleTest's tests" 1 'in schedule [0-9]+' 'HEDDLE_REPLAY='
    HEDDLE_RMA=1 HEDDLE_BUFFERS=1 run ./gtest --gtest_filter='Asked*' --gtest_output=xml:warned.xml
    expect "warnings that the environment asks for fail GoogleTest's tests" 1 \
        'FAILED.*Asked.PutsAtOnce/2' 'FAILED.*Asked.Overlaps/2' ' 2 FAILED TESTS'
    has_warnings warned.xml
    report "they are in GoogleTest's XML"
    CRASH=1 run ./gtest --gtest_filter='Asked*' --gtest_output=xml:crash.xml
    expect "after a fault GoogleTest skips all tests" 1 'FAILED.*Asked.Crashes/2' \
        'rank 1: Segmentation fault at address 0x8' 'OK.*Asked.IsExplored' \
        'SKIPPED.*Asked.ComesAfterThat' 'not run: Asked.Crashes/2 has left the memory'
    is_xml crash.xml && grep -q 'failure message.*Segmentation fault' crash.xml &&
        grep -q 'skipped message="[^"]*not run: Asked.Crashes/2' crash.xml
    report "the fault is in GoogleTest's XML, and so is what was skipped"
    run "$bin/mpicxx" -DWRONG_FIXTURE -fsyntax-only "$suites/gtest.cc"
    expect "a fixture for one thread is no fixture of ranks" 1 'derive it from heddle::fixture'
else
    skip "GoogleTest" "it is not installed"
fi

# check_cases NAME HEADER STATUS SUMMARY [WARNING [LIBRARY]...]: Catch2's and doctest's suites.
check_cases() {
    if ! has "$2"; then
        skip "$1" "it is not installed"
        return
    fi
    run "$bin/mpicxx" -g -c "$suites/$1.cc" -o "$1.o"
    expect "a suite of $1 builds" 0
    if [ $# -lt 6 ]; then
        run "$bin/mpicxx" -c "$suites/$1_main.cc" -o "$1_main.o"
        expect "the wrapper compiles $1's main" 0
        run "$bin/mpicxx" "$1.o" "$1_main.o" -o "$1"
        expect "a suite of $1 links with a main of the wrapper's" 0
        run "./$1" ${5:+-w "$5"}
        check_reports "$1, each rank with a state of its own," "$3" "$4"
        run g++ -c "$suites/$1_main.cc" -o "$1_main.o"
        expect "$1's main builds" 0
    fi
    run "$bin/mpicxx" "$1.o" ${6:-"$1_main.o"} "${@:7}" -o "$1"
    expect "a suite of $1 links" 0
    if [ $# -lt 6 ]; then
        run "./$1" ${5:+-w "$5"}
    else # Catch2 3 wraps the lines of its console, and leaves the names of tests out elsewhere
        run "./$1" -w "$5" -r compact -r console::out=console.out
        cat console.out >>out
    fi
    check_reports "$1" "$3" "$4"
    HEDDLE_EXPLORE=20 run "./$1" "${only}asked: is explored/3"
    expect "HEDDLE_EXPLORE applies to cases of $1" "$one" 'in schedule [0-9]+' 'HEDDLE_REPLAY='
    HEDDLE_RMA=1 HEDDLE_BUFFERS=1 run "./$1" "${only}asked: *" "${junit[@]}"
    [ "$status" -ne 0 ] && has_warnings junit.xml && grep -q 'failures="2"' junit.xml
    report "warnings that the environment asks for fail cases of $1, and are in its JUnit"
    CRASH=1 run "./$1" "${only}asked: *" "${junit[@]}"
    [ "$status" -eq 139 ] && is_xml junit.xml &&
        grep -q 'Segmentation fault at address' junit.xml &&
        grep -q 'the memory of this process may be corrupt' junit.xml
    report "after a fault $1 ends with a complete JUnit"
}

# check_reports WHO STATUS SUMMARY: what the last run of a suite has reported.
check_reports() {
    expect "$1 reports what fails" "$2" \
        "${over_ranks[@]}" 'one rank fails while others wait/4' 'two ranks only/2' \
        '2 != 2' 'rank 3' '3 <  ?3' 'rank 3: MPI_Abort' 'thrown in a rank' \
        'rank 0: .*no std::exception' "$3" 'rank 2: abort was called, in .*cases.h:' \
        '3 of 4 ranks|rank 3: CHECK' '15 of 16 ranks \(0, 1, 2, 4, 5, 6, 7, 8, ...\): CHECK' \
        '0, 1, 2, 4, 5, 6, 7, 8, ... == 3' 'no rank of 2 can go on' 'because of this' \
        'cannot be used in a rank' 'all 2 ranks: REQUIRE_NOTHROW' 'this is rank 0, 1' \
        '2 communicators, made in' 'rank [01]: warning: .*mistake_type' \
        'has not ended within its 1 seconds' '0, 1 ==  ?7' \
        '1, 2 ==  ?7' '\(on purpose, in every rank: order of seed 9\)' 'this is told in a check' \
        'explores its schedules/3' 'in schedule [0-9]+, in which'
    if grep -q '^good:\|TEST CASE:  good' out err; then false; else true; fi
    report "$1 lets good cases pass"
    if grep -Eq 'at heddle::|(catch2|doctest|gather|job)\.h[p:]' out err; then false; else true; fi
    report "what $1 reports points into the suite, not into Heddle's headers"
}
# The words of the two: what chooses cases, what writes a file of JUnit, one failure's status.
only=--test-case=
junit=(-r=junit -o=junit.xml)
one=1
check_cases doctest doctest/doctest.h 1 '26 passed.*22 failed'
run ./doctest '--test-case=good*/3'
expect "doctest filters numbers of ranks" 0 'test cases: +3 .* 3 passed'
run ./doctest --reporters=xml
expect "doctest's XML has the number of ranks, and the report of a deadlock" 1 \
    'name="bad: two ranks only/2"' 'no rank of 2 can go on'
run ./doctest --reporters=junit
expect "doctest's JUnit has what fails in ranks, the report of a deadlock, and leaks" 1 \
    'name="bad: two ranks only/2"' '<failure .*all 2 ranks: REQUIRE' 'logged: this is rank 0, 1' \
    'no rank of 2 can go on' '2 communicators, made in' 'rank [01]: warning: .*MPI_FLOAT' \
    'all 2 ranks: there is no rank 2' '2 == 70' 'failures="26"'
only=
junit=(-r junit -o junit.xml)
# Versions from 3.7.1 on have one status for all failures, and those before count them.
failed=24
if has catch2/catch_all.hpp; then
    version=$(printf '#include <catch2/catch_version_macros.hpp>\n' | g++ -E -dM -x c++ - |
        awk '/CATCH_VERSION_MINOR/ { n += 100 * $3 } /CATCH_VERSION_PATCH/ { n += $3 }
            END { print n + 0 }')
    [ "$version" -lt 701 ] || failed=42 one=42
    check_cases catch2 catch2/catch_all.hpp $failed '23 passed.*20 failed' NoAssertions \
        -lCatch2Main -lCatch2
    run "$bin/mpicxx" -g "$suites/catch2_skips.cc" -lCatch2Main -lCatch2 -o catch2_skips
    expect "a suite of Catch2 that skips builds" 0
    run ./catch2_skips
    expect "a rank skips a test of Catch2" 4 'rank 1: there is a reason' '1 skipped'
else
    check_cases catch2 catch2/catch.hpp $failed '23 passed.*20 failed' NoAssertions
fi
run ./catch2 '[tagged]'
expect "Catch2 has tags, and counts the assertions of ranks" 0 '6 assertions'
run ./catch2 -r junit
expect "Catch2's JUnit has the number of ranks, the report of a deadlock, leaks and warnings" \
    $failed \
    'name="bad: two ranks only/2"' 'no rank of 2 can go on' '2 communicators, made in' \
    'rank [01]: warning: .*MPI_FLOAT'

finish
