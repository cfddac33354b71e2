#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpifort as users and build systems call it, and what Fortran's runtime library does for ranks.
. "$(dirname "$0")/../harness/tap.sh"
if [ ! -x "$bin/mpifort" ]; then
    skip mpifort 'there is no gfortran'
    finish
    exit
fi

cat >hello.f90 <<'TEXT'
program hello
   implicit none
   integer :: i, n = 0
   character(20) :: text
   call get_command_argument(1, text)
   do i = 1, 50
      n = n + 1
      print '(a, 1x, a, 1x, i0, 1x, a)', 'line of', trim(text), n, 'ends'
   end do
end program
TEXT
cat >echo.f90 <<'TEXT'
program echo
   implicit none
   integer :: n, status, sum
   sum = 0
   do
      read (*, *, iostat=status) n
      if (status /= 0) exit
      sum = sum + n
   end do
   print '(a, i0)', 'sum ', sum
end program
TEXT
run "$bin/mpifort" -O2 hello.f90 -o hello
expect compiles_and_links_in_one_step 0
run "$bin/mpif90" -c hello.f90
expect has_another_name 0
run "$bin/mpif77" hello.o -o linked && HEDDLE_NP=2 run ./linked x
expect links_objects 0 '^line of x 50 ends'
run "$bin/mpicc" hello.o -o by-mpicc -lgfortran && HEDDLE_NP=2 run ./by-mpicc x
expect is_linked_by_mpicc_too 0 '^line of x 50 ends'
run "$bin/mpifort" -show hello.f90
expect shows_the_command 0 '^gfortran .*hello.f90.*-lmpi_abi'
run "$bin/mpifort" -static-libgfortran hello.f90
expect refuses_a_runtime_library_for_itself 1 'not possible: '
run "$bin/mpifort" -cpp -flto -O2 hello.f90 -o lto && HEDDLE_NP=3 run ./lto y
expect links_with_link_time_optimisation 0 '^line of y 50 ends'

run "$bin/mpiexec" -n 2 ./hello first : -n 1 ./hello second
expect gives_each_rank_its_own_arguments 0 '^line of first 50 ends' '^line of second 50 ends'
HEDDLE_NP=4 run ./hello whole
[ "$(grep -Ecx 'line of whole [0-9]+ ends' out)" -eq 200 ] && [ "$(wc -l <out)" -eq 200 ]
report writes_whole_lines_from_all_ranks
if [ "$privatize" = yes ]; then
    "$bin/mpifort" echo.f90 -o echo
    seq 10 | HEDDLE_NP=3 timeout 60 ./echo >out 2>err
    [ "$(sort out | tr '\n' ' ')" = 'sum 0 sum 0 sum 55 ' ]
    report gives_standard_input_to_the_first_rank
    seq 10 | timeout 60 "$bin/mpiexec" -stdin all -n 3 ./echo >out 2>err
    [ "$(sort out | tr '\n' ' ')" = 'sum 55 sum 55 sum 55 ' ]
    report gives_standard_input_to_all_who_shall_read_it
fi

printf '%s\n' 'program p' '  use mpi' '  call mpi_init()' 'end program' >bound.f90
run "$bin/mpifort" -c bound.f90
expect says_that_there_is_no_mpi_for_fortran 1 'mpifort: bound.f90: Heddle has no MPI for'
run "$bin/mpifort" bound.f90 -o bound
expect says_it_when_it_links_too 1 'mpifort: bound.f90: Heddle has no MPI for'

# Without Heddle's library the same objects are an ordinary program.
if [ "$sanitizer" = no ]; then
    run "$bin/mpifort" -c hello.f90 && run gfortran hello.o "$top_build/lib/heddle/module.o" \
        "$top_build/lib/heddle/start_shared.a" -pie -o alone && run ./alone z
    expect makes_objects_that_do_without_the_library 0 '^line of z 50 ends'
    run gfortran hello.o "$top_build/lib/heddle/module.o" \
        "$top_build/lib/heddle/start_shared.a" "$top_build/lib/heddle/fortran.o" -pie -o alone &&
        run ./alone z
    expect leaves_units_and_arguments_alone_there 0 '^line of z 50 ends'
fi
finish
