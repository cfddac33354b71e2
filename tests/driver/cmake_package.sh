#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# find_package(Heddle) in a project of somebody else's: programs in three languages, suites of four
# frameworks, a test for each number of ranks, and FindMPI beside it.
. "$(dirname "$0")/../harness/tap.sh"

if ! command -v ctest >/dev/null || [ "$sanitizer" != no ] || [ "$privatize" = no ]; then
    skip cmake_package "CMake is not installed, or this build is not the usual one"
    finish
    exit
fi
unset CC CXX FC
fortran=
[ ! -x "$bin/mpifort" ] || fortran=Fortran

# has HEADER: whether it is installed.
has() {
    printf '#include <%s>\n' "$1" >has.cc && g++ -E has.cc >/dev/null 2>&1
}
find_mpi=yes
[[ $top_build != *' '* ]] || find_mpi=no
frameworks=(criterion)
catch2=catch2/catch.hpp
! has catch2/catch_all.hpp || catch2=catch2/catch_all.hpp # of Catch2 3
for framework in gtest:gtest/gtest.h catch2:$catch2 doctest:doctest/doctest.h; do
    if has "${framework#*:}"; then
        frameworks+=("${framework%:*}")
    else
        skip "${framework%:*}" "it is not installed"
    fi
done

mkdir project
cat >project/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.18)
project(halo C CXX ${FORTRAN})
enable_testing()
set(compile "the project's")
set(link "the project's")
find_package(Heddle 0.1 REQUIRED)
if(NOT compile STREQUAL "the project's" OR NOT link STREQUAL "the project's")
    message(FATAL_ERROR "the project's variables have changed")
endif()
if(FIND_MPI)
    find_package(MPI REQUIRED)
else()
    add_library(MPI::MPI_C ALIAS Heddle::mpi)
endif()
add_library(part SHARED part.c)
target_link_libraries(part PRIVATE Heddle::mpi)
add_library(piece STATIC piece.c)
target_link_libraries(piece PUBLIC MPI::MPI_C)
heddle_add_test(NAME program_c SOURCES whole.c LIBRARIES part piece RANKS 1 3 ARGUMENTS "a b"
                ENVIRONMENT WORD=yes "WORDS=yes no" LABELS quick)
heddle_add_test(NAME program_cxx SOURCES program.cc RANKS 3 TIMEOUT 600)
heddle_add_test(NAME held SOURCES held.c RANKS 2)
heddle_add_test(NAME computes SOURCES computes.c RANKS 2 TIMEOUT 2)
add_test(NAME launched COMMAND Heddle::mpiexec -n 3 $<TARGET_FILE:program_cxx>)
if(FORTRAN)
    add_library(slab SHARED slab.f90)
    target_link_libraries(slab PRIVATE Heddle::mpi)
    heddle_add_test(NAME program_fortran SOURCES ocean.f90 LIBRARIES slab RANKS 2 3)
    heddle_add_test(NAME mixed SOURCES mixed.cc layer.f90 RANKS 3)
endif()
foreach(framework IN LISTS FRAMEWORKS)
    include(${framework}.cmake)
endforeach()
TEXT
cat >project/part.c <<'TEXT'
#include <mpi.h>
static int calls;
int part(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank + 10 * ++calls;
}
TEXT
cat >project/piece.c <<'TEXT'
#include <mpi.h>
static int calls;
int piece(void) { return calls += MPI_VERSION > 0; }
TEXT
cat >project/whole.c <<'TEXT'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
int part(void);
int piece(void);
int main(int argc, char **argv)
{
    int rank, is_right;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_right = part() == rank + 10 && part() == rank + 20 && piece() == 1 && piece() == 2;
    is_right = is_right && argc == 2 && strcmp(argv[1], "a b") == 0;
    is_right = is_right && strcmp(getenv("WORD"), "yes") == 0;
    is_right = is_right && strcmp(getenv("WORDS"), "yes no") == 0;
    MPI_Finalize();
    return !is_right;
}
TEXT
cat >project/program.cc <<'TEXT'
#include <mpi.h>
#include <iostream>
static int own;
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own += rank;
    MPI_Barrier(MPI_COMM_WORLD);
    std::cout << own << std::endl;
    MPI_Finalize();
    return own == rank && size == 3 ? 0 : 1;
}
TEXT
cat >project/held.c <<'TEXT'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Recv(&argc, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
TEXT
cat >project/computes.c <<'TEXT'
#include <mpi.h>
int main(int argc, char **argv)
{
    volatile int is_on = 1;
    MPI_Init(&argc, &argv);
    while (is_on)
        continue;
    MPI_Finalize();
    return 0;
}
TEXT
cat >project/slab.f90 <<'TEXT'
module slab
   use mpi
   implicit none
   integer, save :: rows = 0
contains
   subroutine add_rows(of_this_rank)
      integer, intent(in) :: of_this_rank
      integer :: ierror
      rows = rows + of_this_rank
      call MPI_Barrier(MPI_COMM_WORLD, ierror)
   end subroutine
end module
TEXT
cat >project/ocean.f90 <<'TEXT'
program ocean
   use mpi_f08
   use slab, only: add_rows, rows
   implicit none
   integer :: rank
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call add_rows(rank)
   if (rows /= rank) error stop 1
   call MPI_Finalize()
end program
TEXT
cat >project/layer.f90 <<'TEXT'
integer function add_layer(of_this_rank) bind(c)
   use mpi
   implicit none
   integer, intent(in) :: of_this_rank
   integer, save :: layers = 0
   integer :: ierror, unit
   layers = layers + of_this_rank
   call MPI_Barrier(MPI_COMM_WORLD, ierror)
   open (newunit=unit, status='scratch')
   write (unit, *) layers
   close (unit)
   add_layer = layers
end function
TEXT
cat >project/mixed.cc <<'TEXT'
#include <mpi.h>
extern "C" int add_layer(const int *of_this_rank);
int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sum = add_layer(&rank);
    MPI_Finalize();
    return sum != rank;
}
TEXT
suite() {
    local name=$1 libraries=$2 framework=$3
    cat >>"project/$name.cmake" <<TEXT
heddle_add_test(NAME by_$name SOURCES $name.$4 $5 LIBRARIES $libraries FRAMEWORK $framework
                RANKS 1 3)
heddle_add_test(NAME ${name}_none TARGET by_$name FRAMEWORK $framework RANKS 5)
TEXT
}
case_body='    int size, sum, one = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);'
suite criterion criterion Criterion c ""
cat >project/criterion.c <<TEXT
#include <heddle/criterion.h>
MPI_ParameterizedTestCase(halo, adds, .counts = "1 3")
{
$case_body
    cr_assert_eq(sum, size);
}
MPI_TestCase(halo, fails_with_two, .ranks = 2)
{
$case_body
    cr_assert_eq(sum, 0);
}
TEXT
suite gtest "gtest gtest_main pthread" GoogleTest cc ""
cat >project/gtest.cc <<TEXT
#include <heddle/gtest.h>
MPI_TEST(Halo, Adds, 1, 3)
{
$case_body
    EXPECT_EQ(sum, size);
}
MPI_TEST(Halo, FailsWithTwo, 2)
{
$case_body
    EXPECT_EQ(sum, 0);
}
TEXT
suite doctest "" doctest cc doctest_main.cc
cat >project/doctest_main.cc <<'TEXT'
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
TEXT
cat >project/doctest.cc <<TEXT
#include <heddle/doctest.h>
MPI_TEST_CASE("the halo adds", 1, 3)
{
$case_body
    CHECK(sum == size);
}
MPI_TEST_CASE("it fails with two", 2)
{
$case_body
    CHECK(sum == 0);
}
TEXT
if [ $catch2 = catch2/catch.hpp ]; then
    suite catch2 "" Catch2 cc catch2_main.cc
else
    suite catch2 "Catch2Main Catch2" Catch2 cc ""
fi
cat >project/catch2_main.cc <<'TEXT'
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
TEXT
sed -e 's/doctest.h/catch2.h/' -e 's/", \([12]\)/", "[halo]", \1/' project/doctest.cc \
    >project/catch2.cc

# check NAME ARGUMENT...: configures, builds, tests.
check() {
    local name=$1 each
    local -a passed=('program_c/1 .* Passed' 'program_c/3 .* Passed' 'program_cxx/3 .* Passed'
        'launched .* Passed' 'held/2 .*Failed' 'deadlock: no rank of 2 can go on'
        'computes/2 .*Failed' 'what the 2 ranks do'
        ${fortran:+'program_fortran/3 .* Passed' 'mixed/3 .* Passed'})
    shift
    run cmake -S project -B "$name" -DFIND_MPI=$find_mpi -DFORTRAN="$fortran" -DFRAMEWORKS="$(
        IFS=\;; echo "${frameworks[*]}")" "$@"
    expect "$name is configured" 0
    run make -C "$name"
    expect "$name is built" 0
    for each in "${frameworks[@]}"; do
        passed+=("by_$each/1 .* Passed" "by_$each/3 .* Passed" "by_$each/others .*Failed"
            "${each}_none/5 .*Failed" "${each}_none/others .*Failed")
    done
    run ctest --test-dir "$name" --output-on-failure
    expect "$name: each number of ranks is a test" 8 "${passed[@]}"
}
check by_plain_compilers -DCMAKE_PREFIX_PATH="$top_build"
run ctest --test-dir by_plain_compilers -N -L '^ranks-1$'
expect "tests have labels of their numbers of ranks" 0 'Test +#[0-9]+: program_c/1$' \
    "Total Tests: $((1 + ${#frameworks[@]}))\$"
run ctest --test-dir by_plain_compilers -N -L quick
expect "tests have the labels that they are given" 0 'Total Tests: 2$'
if [ $find_mpi = yes ]; then
    grep -q "^MPI_C_COMPILER:FILEPATH=$bin/mpicc\$" by_plain_compilers/CMakeCache.txt
    report "FindMPI finds Heddle, too"
else
    skip find_mpi 'FindMPI takes no path with a space'
fi
PATH=$bin:$PATH check by_wrappers -DCMAKE_C_COMPILER="$bin/mpicc" \
    -DCMAKE_CXX_COMPILER="$bin/mpicxx" ${fortran:+-DCMAKE_Fortran_COMPILER="$bin/mpifort"}

mkdir wrong
cat >wrong/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.18)
project(wrong C)
find_package(Heddle ${VERSION} REQUIRED)
heddle_add_test(NAME a TARGET none RANKS ${RANKS})
TEXT
try() {
    run cmake -S wrong -B wrong/build -DCMAKE_PREFIX_PATH="$top_build" "$@"
}
try -DRANKS=two
expect "a number of ranks that is none is refused" 1 'two is no number of ranks'
try -DRANKS=2
expect "a test of nothing is refused" 1 'a has neither SOURCES nor an executable'
try -DRANKS=2 -DVERSION=7
expect "a version that is not there is refused" 1 'requested version "7"'
finish
