! SPDX-License-Identifier: MIT
! An error in Fortran names the call and its line, and the mismatch of a message both lines.
! ranks: 2
! flags: -fno-inline
! expect-status: 6
! expect-stderr: was sent as MPI_INTEGER in messages::send .error_names_the_line.f90:17. and is
! expect-stderr: received as MPI_REAL in messages::receive .error_names_the_line.f90:22
! expect-stderr: MPI_SEND: dest 2 is outside 0..1 on MPI_COMM_WORLD .MPI_ERR_RANK., called in .*:27
module messages
   use mpi
   implicit none
   integer :: ierror
contains
   subroutine send(x)
      integer, intent(in) :: x

      call MPI_Send(x, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierror)
   end subroutine

   subroutine receive(y)
      real, intent(out) :: y
      call MPI_Recv(y, 1, MPI_REAL, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
   end subroutine

   subroutine fail(x)
      integer, intent(in) :: x
      call MPI_Send(x, 1, MPI_INTEGER, 2, 0, MPI_COMM_WORLD, ierror)
   end subroutine
end module

program error_names_the_line
   use messages
   implicit none
   integer :: rank
   real :: y
   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   if (rank == 0) call send(5)
   if (rank == 1) call receive(y)
   call MPI_Barrier(MPI_COMM_WORLD, ierror)
   if (rank == 1) call fail(1)
   call MPI_Barrier(MPI_COMM_WORLD, ierror)
end program
