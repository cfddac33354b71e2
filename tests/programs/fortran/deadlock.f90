! SPDX-License-Identifier: MIT
! A deadlock's report names the calls as a program in Fortran has them, with their lines.
! ranks: 2
! expect-status: 65
! expect-stderr: rank 0: MPI_RECV, called in exchange \(deadlock.f90:11\): waits for a message from
! expect-stderr: rank 1: MPI_RECV, called in exchange \(deadlock.f90:11\): .* 4 MPI_REAL
subroutine exchange(x, rank)
   use mpi_f08
   real :: x(4)
   integer :: rank
   call MPI_Recv(x, 4, MPI_REAL, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
   call MPI_Send(x, 4, MPI_REAL, 1 - rank, 0, MPI_COMM_WORLD)
end subroutine

program deadlock
   use mpi_f08
   implicit none
   real :: x(4)
   integer :: rank
   external :: exchange
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call exchange(x, rank)
   call MPI_Finalize()
end program
