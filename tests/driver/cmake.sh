#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A project of somebody else's, built by CMake as heddle_run(3) says, and tested by CTest: once with
# Heddle's compilers, once with the plain ones and what FindMPI makes of the wrappers' words.
. "$(dirname "$0")/../harness/tap.sh"

if ! command -v ctest >/dev/null || [ "$sanitizer" != no ] || [ "$privatize" = no ]; then
    skip cmake "it is not installed, or this build is not the usual one"
    finish
    exit
fi

mkdir project
cat >project/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.18)
project(halo C CXX)
enable_testing()
find_package(MPI REQUIRED)
add_executable(halo_test halo_test.c)
target_link_libraries(halo_test MPI::MPI_C criterion)
add_test(NAME halo COMMAND halo_test)
add_executable(program program.cc)
target_link_libraries(program MPI::MPI_CXX)
add_test(NAME program COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 ${MPIEXEC_PREFLAGS}
         $<TARGET_FILE:program> ${MPIEXEC_POSTFLAGS})
TEXT
cat >project/halo_test.c <<'TEXT'
#include <heddle/criterion.h>

static int own;

MPI_Test(halo, adds, .ranks = 4)
{
    int rank, sum;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own += rank;
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    cr_assert_eq(own, rank);
    cr_assert_eq(sum, FAULT ? 7 : 6);
}
TEXT
cat >project/program.cc <<'TEXT'
#include <mpi.h>

static int own;

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own += rank;
    MPI_Finalize();
    return own == rank && size == 3 ? 0 : 1;
}
TEXT

# build NAME ARGUMENT...: configures, builds, tests.
build() {
    local name=$1
    shift
    run cmake -S project -B "$name" -DMPI_HOME="$top_build" "$@"
    expect "$name is configured" 0
    run make -C "$name"
    expect "$name is built" 0
}
build by_wrappers -DCMAKE_C_COMPILER="$bin/mpicc" -DCMAKE_CXX_COMPILER="$bin/mpicxx" \
    -DCMAKE_C_FLAGS=-DFAULT=0
run ctest --test-dir by_wrappers
expect "tests pass" 0 'halo .* Passed' 'program .* Passed' '100% tests passed'
build by_plain_compilers -DCMAKE_C_FLAGS=-DFAULT=1
run ctest --test-dir by_plain_compilers --output-on-failure
expect "a test that fails says who and where" 8 'program .* Passed' 'halo .*Failed' \
    'halo_test.c:13: Assertion Failed' 'rank [0-3]: The expression' '50% tests passed'
finish
