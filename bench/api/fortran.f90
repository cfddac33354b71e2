! SPDX-License-Identifier: MIT
! The cost of calls from Fortran, beside C, and of sections with gaps: two ranks.
!
! Plain MPI: compiles with any library's mpifort, together with fortran.c. A point is the median of
! batches; those of C, mpif.h and mpi_f08 take turns. rank: MPI_Comm_rank; pingpong: half a round
! trip of 8 bytes; the others: both ranks exchange a section of a matrix of 512 by 512, a row also
! by way of arrays without gaps.
!
!   fortran [label]      prints: label pattern bytes median_us p10_us p90_us
module points
   use, intrinsic :: iso_fortran_env, only: int64, real64
   use, intrinsic :: iso_c_binding, only: c_int
   implicit none
   integer, parameter :: batches = 41, n = 512
   integer :: rank
   character(20) :: label = 'fortran'
   real(real64), asynchronous :: a(n, n), b(n, n), packed(n, 2)

   interface
      subroutine c_rank(repeats) bind(c)
         import :: c_int
         integer(c_int), intent(in) :: repeats
      end subroutine
      subroutine c_pingpong(repeats, rank) bind(c)
         import :: c_int
         integer(c_int), intent(in) :: repeats, rank
      end subroutine
      subroutine mpif_rank(repeats)
         integer, intent(in) :: repeats
      end subroutine
      subroutine mpif_pingpong(repeats, rank)
         integer, intent(in) :: repeats, rank
      end subroutine
   end interface
contains
   function seconds() result(now)
      real(real64) :: now
      integer(int64) :: count, rate

      call system_clock(count, rate)
      now = real(count, real64)/real(rate, real64)
   end function

   subroutine print_point(pattern, bytes, times)
      character(*), intent(in) :: pattern
      integer, intent(in) :: bytes
      real(real64), intent(inout) :: times(batches)
      integer :: i, least
      real(real64) :: time

      do i = 1, batches
         least = minloc(times(i:), 1) + i - 1
         time = times(least)
         times(least) = times(i)
         times(i) = time
      end do
      if (rank == 0) print '(2(a, 1x), i0, 3f12.5)', trim(label), pattern, bytes, &
         times(batches/2 + 1), times(batches/10 + 1), times(batches*9/10 + 1)
   end subroutine
end module

module f08
   use mpi_f08
   use points
   implicit none
contains
   subroutine f08_rank(repeats)
      integer, intent(in) :: repeats
      integer :: i, found

      do i = 1, repeats
         call MPI_Comm_rank(MPI_COMM_WORLD, found)
      end do
   end subroutine

   subroutine f08_pingpong(repeats)
      integer, intent(in) :: repeats
      real(real64) :: word
      integer :: i

      word = 1
      do i = 1, repeats
         if (rank == 0) call MPI_Send(word, 1, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD)
         call MPI_Recv(word, 1, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, &
            MPI_STATUS_IGNORE)
         if (rank == 1) call MPI_Send(word, 1, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD)
      end do
   end subroutine

   subroutine exchange(repeats, section)
      integer, intent(in) :: repeats
      character(*), intent(in) :: section
      integer :: i

      do i = 1, repeats
         select case (section)
         case ('column')
            call swap(a(:, 7), b(:, 9), n)
         case ('every.other')
            call swap(a(::2, 7), b(::2, 9), n/2)
         case ('row')
            call swap(a(7, :), b(9, :), n)
         case ('row.by.hand')
            packed(:, 1) = a(7, :)
            call swap(packed(:, 1), packed(:, 2), n)
            b(9, :) = packed(:, 2)
         case ('rows')
            call swap(a(::2, :), b(::2, :), n*n/2)
         case ('block')
            call swap(a(129:384, 129:384), b(129:384, 129:384), n*n/4)
         end select
      end do
   end subroutine

   subroutine swap(to, from, count)
      real(real64), asynchronous :: to(..), from(..)
      integer, intent(in) :: count

      call MPI_Sendrecv(to, count, MPI_DOUBLE_PRECISION, 1 - rank, 2, from, count, &
         MPI_DOUBLE_PRECISION, 1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
   end subroutine
end module

subroutine mpif_rank(repeats)
   implicit none
   include 'mpif.h'
   integer, intent(in) :: repeats
   integer :: i, found, ierror

   do i = 1, repeats
      call MPI_COMM_RANK(MPI_COMM_WORLD, found, ierror)
   end do
end subroutine

subroutine mpif_pingpong(repeats, rank)
   implicit none
   include 'mpif.h'
   integer, intent(in) :: repeats, rank
   double precision :: word
   integer :: i, ierror

   word = 1
   do i = 1, repeats
      if (rank == 0) call MPI_SEND(word, 1, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, ierror)
      call MPI_RECV(word, 1, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE, ierror)
      if (rank == 1) call MPI_SEND(word, 1, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, ierror)
   end do
end subroutine

program fortran
   use f08
   implicit none

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   if (command_argument_count() > 0) call get_command_argument(1, label)
   a = rank
   b = -1
   call ranks()
   call pingpongs()
   call sections('column', n)
   call sections('every.other', n/2)
   call sections('row', n)
   call sections('row.by.hand', n)
   call sections('rows', n*n/2)
   call sections('block', n*n/4)
   call MPI_Finalize()
contains
   subroutine ranks()
      integer, parameter :: repeats = 100000
      real(real64) :: start, times(batches, 3)
      integer :: i

      do i = 1, batches
         start = seconds()
         call c_rank(repeats)
         times(i, 1) = seconds() - start
         start = seconds()
         call mpif_rank(repeats)
         times(i, 2) = seconds() - start
         start = seconds()
         call f08_rank(repeats)
         times(i, 3) = seconds() - start
      end do
      times = times/repeats*1e6
      call print_point('rank.c', 0, times(:, 1))
      call print_point('rank.mpif', 0, times(:, 2))
      call print_point('rank.f08', 0, times(:, 3))
   end subroutine

   subroutine pingpongs()
      integer, parameter :: repeats = 2000
      real(real64) :: start, times(batches, 3)
      integer :: i

      do i = 1, batches
         call MPI_Barrier(MPI_COMM_WORLD)
         start = seconds()
         call c_pingpong(repeats, rank)
         times(i, 1) = seconds() - start
         start = seconds()
         call mpif_pingpong(repeats, rank)
         times(i, 2) = seconds() - start
         start = seconds()
         call f08_pingpong(repeats)
         times(i, 3) = seconds() - start
      end do
      times = times/repeats/2*1e6
      call print_point('pingpong.c', 8, times(:, 1))
      call print_point('pingpong.mpif', 8, times(:, 2))
      call print_point('pingpong.f08', 8, times(:, 3))
   end subroutine

   subroutine sections(name, elements)
      character(*), intent(in) :: name
      integer, intent(in) :: elements
      real(real64) :: start, times(batches)
      integer :: i, repeats

      repeats = max(5, 200000/elements)
      call exchange(repeats, name)
      do i = 1, batches
         call MPI_Barrier(MPI_COMM_WORLD)
         start = seconds()
         call exchange(repeats, name)
         times(i) = (seconds() - start)/repeats*1e6
      end do
      call print_point('section.'//name, 8*elements, times)
   end subroutine
end program
