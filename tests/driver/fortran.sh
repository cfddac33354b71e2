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
    seq 10 | HEDDLE_NP=3 timeout "$limit" ./echo >out 2>err
    [ "$(sort out | tr '\n' ' ')" = 'sum 0 sum 0 sum 55 ' ]
    report gives_standard_input_to_the_first_rank
    seq 10 | timeout "$limit" "$bin/mpiexec" -stdin all -n 3 ./echo >out 2>err
    [ "$(sort out | tr '\n' ' ')" = 'sum 55 sum 55 sum 55 ' ]
    report gives_standard_input_to_all_who_shall_read_it
fi

cat >bound.f90 <<'TEXT'
program bound
   use mpi_f08
   integer :: rank
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Allreduce(MPI_IN_PLACE, rank, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
   if (rank == 3) print '(a)', 'sum 3'
   call MPI_Finalize()
end program
TEXT
run "$bin/mpifort" bound.f90 -o bound && HEDDLE_NP=3 run ./bound
expect finds_modules_and_library_with_no_flag 0 '^sum 3'
run "$bin/mpifort" -c bound.f90 && run "$bin/mpicc" bound.o -o bound-c -lgfortran &&
    HEDDLE_NP=3 run ./bound-c
expect finds_the_library_when_mpicc_links 0 '^sum 3'
cat >old.f <<'TEXT'
      PROGRAM OLD
      INCLUDE 'mpif.h'
      INTEGER IERR, RANK
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_ALLREDUCE(MPI_IN_PLACE, RANK, 1, MPI_INTEGER, MPI_SUM,
     &                   MPI_COMM_WORLD, IERR)
      IF (RANK.EQ.3) PRINT '(A)', 'sum 3'
      CALL MPI_FINALIZE(IERR)
      END
TEXT
run "$bin/mpif77" -Wall -Werror old.f -o old && HEDDLE_NP=3 run ./old
expect finds_mpif_h_in_fixed_form 0 '^sum 3'

# INTEGERs of 8 bytes: the plugin leads calls to procedures that have them.
if [ "$privatize" = yes ]; then
    run "$bin/mpifort" -fdefault-integer-8 hello.f90 -o wide && HEDDLE_NP=2 run ./wide x
    expect takes_integers_of_8_bytes_in_a_program_without_mpi 0 '^line of x 50 ends'
    run "$bin/mpifort" -fdefault-integer-8 -Wall -Werror old.f -o wide && HEDDLE_NP=3 run ./wide
    expect takes_integers_of_8_bytes_with_mpif_h 0 '^sum 3'
    run "$bin/mpifort" -fdefault-integer-8 bound.f90 -o wide && HEDDLE_NP=3 run ./wide
    expect takes_integers_of_8_bytes_with_mpi_f08 0 '^sum 3'
    sed 's/PROGRAM OLD/SUBROUTINE PART/; /MPI_INIT/d; /MPI_FINALIZE/d' old.f >part.f
    cat >both.f90 <<'TEXT'
program both
   use mpi
   integer :: ierror, x = 1
   call MPI_Init(ierror)
   call MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
   call part()
   if (x == 3 .and. kind(x) == 8) print '(a)', 'three of 8 bytes'
   call MPI_Finalize(ierror)
end program
TEXT
    run "$bin/mpifort" -c part.f && run "$bin/mpifort" -fdefault-integer-8 -c both.f90 &&
        run "$bin/mpifort" both.o part.o -o wide && HEDDLE_NP=3 run ./wide
    expect links_files_with_integers_of_4_and_of_8_bytes 0 '^sum 3' '^three of 8 bytes'
    sed 's/INTEGER IERR/INTEGER(4) IERR/' old.f >narrow.f
    run "$bin/mpifort" -fdefault-integer-8 -c narrow.f
    expect refuses_an_ierror_of_4_bytes_there 1 'an argument of .* has 4 bytes'
    run "$bin/mpifort" -fdefault-integer-8 -I"$top_build/lib/heddle/fortran/$(gfortran \
        -dumpversion)" -c both.f90
    expect refuses_modules_for_4_bytes_there 1 'Type mismatch in argument'
    cat >shown.f90 <<'TEXT'
module shown
   use mpi_f08
contains
   subroutine show(comm)
      type(MPI_Comm) :: comm
      call MPI_Barrier(comm)
   end subroutine
end module
TEXT
    sed 's/^contains/   private\n   public :: show\ncontains/; s/shown/closed/' shown.f90 \
        >closed.f90
    printf '%s\n' 'use mpi_f08' 'use closed' 'call show(MPI_COMM_WORLD)' end >handle.f90
    run "$bin/mpifort" -fdefault-integer-8 -c shown.f90 closed.f90 &&
        run "$bin/mpifort" -c handle.f90
    expect refuses_a_handle_of_4_bytes_for_one_of_8 1 'Type mismatch in argument'
    printf '%s\n' 'use shown' 'call MPI_Init()' end >handle.f90
    run "$bin/mpifort" -c handle.f90
    expect refuses_interfaces_for_8_bytes_in_a_file_of_4 1 \
        'the interface of .* is one for INTEGERs of 8'
    cat >own_barrier.f90 <<'TEXT'
subroutine MPI_Barrier(comm, ierror)
   integer :: comm, ierror
   print '(a)', 'a barrier of the program'
   call PMPI_Barrier(comm, ierror)
end subroutine
TEXT
    sed 's/call part()/call MPI_Barrier(MPI_COMM_WORLD, ierror)/' both.f90 >calls_it.f90
    run "$bin/mpifort" -fdefault-integer-8 own_barrier.f90 calls_it.f90 -o wide &&
        HEDDLE_NP=3 run ./wide
    expect takes_a_procedure_that_the_program_defines_there 0 '^a barrier of the program' \
        '^three of 8 bytes'
    cat >reported.f90 <<'TEXT'
subroutine exchange()
   use mpi
   integer :: ierror, x
   call MPI_Send(x, 1, MPI_INTEGER, 5, 0, MPI_COMM_WORLD, ierror)
end subroutine
program reported
   use mpi
   integer :: ierror
   call MPI_Init(ierror)
   call exchange()
end program
TEXT
    run "$bin/mpifort" -g -fdefault-integer-8 reported.f90 -o wide && HEDDLE_NP=1 run ./wide
    [ "$status" -ne 0 ] && grep -Eq 'MPI_SEND: .*called in exchange' err
    report names_the_line_of_a_call_with_such_integers
fi
run "$bin/mpifort" -fno-heddle-private -fdefault-integer-8 old.f -o old
expect refuses_integers_of_8_bytes_without_the_plugin 1 "not possible: Heddle's plugin"
run "$bin/mpifort" -finteger-4-integer-8 old.f -o old
expect refuses_that_all_integers_have_8_bytes 1 'not possible: .*-fdefault-integer-8 is possible'
ldd "$work/hello" >out 2>err
! grep libheddle_fortran out
report leaves_the_library_out_of_programs_without_mpi

cat >tool.f90 <<'TEXT'
subroutine mpi_barrier(comm, ierror)
   integer :: comm, ierror
   print '(a)', 'a tool in Fortran'
   call pmpi_barrier(comm, ierror)
end subroutine
program tool
   include 'mpif.h'
   integer :: ierror
   call MPI_Init(ierror)
   call MPI_Barrier(MPI_COMM_WORLD, ierror)
   call by_f08()
   call MPI_Finalize(ierror)
end program
subroutine by_f08()
   use mpi_f08
   call MPI_Send(1, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
end subroutine
TEXT
cat >tool.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    puts("a tool in C");
    return PMPI_Send(buf, count, type, dest, tag, comm);
}
TEXT
run "$bin/mpicc" tool.c tool.f90 -o tool -lgfortran && HEDDLE_NP=1 run ./tool
expect lets_tools_of_both_languages_see_calls 0 '^a tool in Fortran' '^a tool in C'

# Another gfortran: one that says that it is of another version.
cat >gfortran-of-tests <<'TEXT'
#!/bin/sh
[ "$1" = -dumpversion ] && echo 3 && exit
exec gfortran "$@"
TEXT
chmod +x gfortran-of-tests
PATH=$work:$PATH HEDDLE_FC=gfortran-of-tests run "$bin/mpifort" -c bound.f90
expect says_that_the_modules_are_missing 1 'there are no modules .* 3: .* builds them'
PATH=$work:$PATH run sh "$top_build/lib/heddle/fortran/modules.sh" gfortran-of-tests "$work/modules"
[ "$status" -eq 0 ] && [ -f modules/mpi_f08.mod ] && [ -f modules/mpi.mod ]
report builds_modules_for_another_compiler

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
