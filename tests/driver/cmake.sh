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

unset CC CXX FC # CMake finds the plain compilers itself
mkdir project
cat >project/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.18)
project(halo C CXX ${FORTRAN})
enable_testing()
find_package(MPI REQUIRED)
add_executable(halo_test halo_test.c)
target_link_libraries(halo_test MPI::MPI_C criterion)
add_test(NAME halo COMMAND halo_test)
add_executable(program program.cc)
target_link_libraries(program MPI::MPI_CXX)
add_test(NAME program COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 ${MPIEXEC_PREFLAGS}
         $<TARGET_FILE:program> ${MPIEXEC_POSTFLAGS})
add_library(part SHARED part.c)
target_link_libraries(part PRIVATE MPI::MPI_C)
add_library(piece STATIC piece.c)
target_link_libraries(piece PRIVATE MPI::MPI_C)
add_executable(whole whole.c)
target_link_libraries(whole part piece MPI::MPI_C)
add_test(NAME whole COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 $<TARGET_FILE:whole>)
# As older projects do: the libraries and the path of headers, no flags.
add_executable(bare bare.c)
target_include_directories(bare PRIVATE ${MPI_C_INCLUDE_DIRS})
target_link_libraries(bare ${MPI_C_LIBRARIES})
set_target_properties(bare PROPERTIES LINK_OPTIONS "" COMPILE_OPTIONS "")
add_test(NAME bare COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 $<TARGET_FILE:bare>)
if(FORTRAN)
    add_library(slab SHARED slab.f90)
    target_link_libraries(slab PRIVATE MPI::MPI_Fortran)
    add_executable(ocean ocean.f90)
    target_link_libraries(ocean slab MPI::MPI_Fortran)
    add_test(NAME ocean
             COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 $<TARGET_FILE:ocean>)
    # Both languages in one target: the flags of each come to the other compiler, too.
    foreach(mixed mixed_c.c mixed_fortran.f90)
        get_filename_component(name ${mixed} NAME_WE)
        add_executable(${name} ${mixed} layer.f90 grid.c)
        target_link_libraries(${name} MPI::MPI_Fortran MPI::MPI_C)
        target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Werror>)
        add_test(NAME ${name}
                 COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 $<TARGET_FILE:${name}>)
    endforeach()
    add_library(both SHARED layer.f90 grid.c)
    target_link_libraries(both PRIVATE MPI::MPI_C MPI::MPI_Fortran)
    add_executable(mixed_library mixed_c.c)
    target_link_libraries(mixed_library both MPI::MPI_C)
    add_test(NAME mixed_library
             COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 $<TARGET_FILE:mixed_library>)
endif()
TEXT
cat >project/part.c <<'TEXT'
#include <mpi.h>
#include <stdlib.h>
int part_calls;
int part(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    part_calls += getenv("PATH") != NULL;
    return rank + 10 * part_calls;
}
TEXT
cat >project/piece.c <<'TEXT'
static int calls;
int piece(void) { return ++calls; }
TEXT
cat >project/whole.c <<'TEXT'
#include <mpi.h>
extern int part_calls;
int part(void);
int piece(void);
int main(int argc, char **argv)
{
    int rank, is_right;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_right = part() == rank + 10 && part() == rank + 20 && piece() == 1 && piece() == 2;
    is_right = is_right && part_calls == 2;
    MPI_Finalize();
    return !is_right;
}
TEXT
cat >project/bare.c <<'TEXT'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, size, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return size != 3 || sum != 3;
}
TEXT
cat >project/halo_test.c <<'TEXT'
#include <heddle/criterion.h>

static int own;

MPI_TestCase(halo, adds, .ranks = 4)
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
cat >project/slab.f90 <<'TEXT'
module slab
   use mpi
   implicit none
   integer, save :: rows = 0
contains
   subroutine add_rows(of_this_rank)
      integer, intent(in) :: of_this_rank
      integer(kind=MPI_INTEGER_KIND) :: ierror
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
   integer :: rank, ranks
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call add_rows(rank)
   if (rows /= rank .or. ranks /= 3) error stop 1
   call MPI_Finalize()
end program
TEXT
cat >project/layer.f90 <<'TEXT'
integer function add_layer(of_this_rank)
   implicit none
   include 'mpif.h'
   integer, intent(in) :: of_this_rank
   integer, save :: layers = 0
   integer :: number, ierror
   double precision :: depth
   layers = layers + of_this_rank
   number = of_this_rank
   depth = of_this_rank
   call MPI_BCAST(number, 1, MPI_INTEGER, 2, MPI_COMM_WORLD, ierror)
   call MPI_BCAST(depth, 1, MPI_DOUBLE_PRECISION, 2, MPI_COMM_WORLD, ierror)
   if (number /= 2 .or. depth /= 2) error stop 1
   add_layer = layers
end function
TEXT
cat >project/grid.c <<'TEXT'
#include <mpi.h>
int add_cells_(const int *of_this_rank);
int add_cells_(const int *of_this_rank)
{
    static int cells;
    cells += *of_this_rank;
    MPI_Barrier(MPI_COMM_WORLD);
    return cells;
}
TEXT
cat >project/mixed_c.c <<'TEXT'
#include <mpi.h>
int add_layer_(const int *of_this_rank);
int add_cells_(const int *of_this_rank);
int main(int argc, char **argv)
{
    int rank, is_right;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_right = add_layer_(&rank) == rank && add_cells_(&rank) == rank;
    MPI_Finalize();
    return !is_right;
}
TEXT
cat >project/mixed_fortran.f90 <<'TEXT'
program mixed
   use mpi
   implicit none
   integer, external :: add_layer, add_cells
   integer :: rank, ierror
   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   if (add_layer(rank) /= rank .or. add_cells(rank) /= rank) error stop 1
   call MPI_Finalize(ierror)
end program
TEXT
fortran=
[ ! -x "$bin/mpifort" ] || fortran=Fortran

# build NAME ARGUMENT...: configures, builds, tests.
build() {
    local name=$1
    shift
    run cmake -S project -B "$name" -DMPI_HOME="$top_build" \
        -DFORTRAN="$fortran" "$@"
    expect "$name is configured" 0
    run make -C "$name"
    expect "$name is built" 0
}
build by_wrappers -DCMAKE_C_COMPILER="$bin/mpicc" -DCMAKE_CXX_COMPILER="$bin/mpicxx" \
    -DCMAKE_C_FLAGS=-DFAULT=0 ${fortran:+-DCMAKE_Fortran_COMPILER="$bin/mpifort"}
run ctest --test-dir by_wrappers
expect "tests pass" 0 'halo .* Passed' 'program .* Passed' 'whole .* Passed' 'bare .* Passed' \
    ${fortran:+'ocean .* Passed' 'mixed_c .* Passed' 'mixed_fortran .* Passed'} \
    ${fortran:+'mixed_library .* Passed'} '100% tests passed'
if [[ $bin = *' '* ]]; then
    skip by_plain_compilers "CMake's FindMPI splits what mpicc says at the spaces of a path"
    finish
    exit
fi
build by_plain_compilers -DCMAKE_C_FLAGS=-DFAULT=1
run ctest --test-dir by_plain_compilers --output-on-failure
expect "a test that fails says who and where" 8 'program .* Passed' 'halo .*Failed' \
    'whole .* Passed' 'bare .* Passed' \
    ${fortran:+'ocean .* Passed' 'mixed_c .* Passed' 'mixed_fortran .* Passed'} \
    ${fortran:+'mixed_library .* Passed'} 'halo_test.c:13: Assertion Failed' \
    'all 4 ranks: The expression' ' tests passed, 1 tests failed'
finish
