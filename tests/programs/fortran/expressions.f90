! SPDX-License-Identifier: MIT
! Buffers that are scalar expressions of INTEGER and LOGICAL, whatever their kind: gfortran 16
! passes their values as addresses.
! ranks: 1 3
! options: -O0 -O2
! with: checks.f90
! environment: HEDDLE_LEAKS=3
program expressions
   use mpi_f08
   use checks
   implicit none
   integer, parameter :: short = selected_int_kind(4), long = selected_int_kind(12)
   integer :: rank, ranks, got, i
   integer(1) :: tiny_got
   integer(short) :: short_got
   integer(long) :: long_got
   logical :: each

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call MPI_Allreduce(rank + 1, got, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
   call check(got == ranks, 'a sum')
   call MPI_Allreduce(-rank, got, 1_MPI_COUNT_KIND, MPI_INTEGER, MPI_MIN, MPI_COMM_WORLD)
   call check(got == 1 - ranks, 'a negative number')
   call MPI_Allreduce(square(rank), got, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
   call check(got == square(ranks - 1), 'the result of a function')
   call MPI_Allreduce(int(rank, 1), tiny_got, 1, MPI_INTEGER1, MPI_MAX, MPI_COMM_WORLD)
   call check(tiny_got == ranks - 1, 'a number of one byte')
   call MPI_Allreduce(-300_short * int(rank, short), short_got, 1, MPI_INTEGER2, MPI_MIN, &
      MPI_COMM_WORLD)
   call check(short_got == -300 * (ranks - 1), 'a number of two bytes')
   call MPI_Allreduce(2_long**40 + rank, long_got, 1, MPI_INTEGER8, MPI_MAX, MPI_COMM_WORLD)
   call check(long_got == 2_long**40 + ranks - 1, 'a number of eight bytes')
   call MPI_Allreduce(rank < ranks, each, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD)
   call check(each, 'a comparison')
   do i = 1, 3
      call MPI_Allreduce(i * rank, got, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
      call check(got == i * (ranks - 1), 'a product in a loop')
   end do
   call MPI_Finalize()
   call checks_end()
contains
   integer function square(x)
      integer, intent(in) :: x

      square = x * x
   end function
end program
