! SPDX-License-Identifier: MIT
! Calls in Fortran with a buffer of another type than its datatype, or shorter than its count. The
! compiler warns as wrong.f90.txt says; right.f90 has calls that look alike.
module work
  implicit none
  double precision :: grid(100, 10)
  real :: few(4)
  complex :: waves(3)
end module

subroutine send_all(x, w, k, n, win)
  use mpi
  use work
  implicit none
  integer :: n, ierr, request, k, win, numbers(10), position
  integer(8) :: wide
  double precision :: x(n), w(*), y(10)
  character :: packed(8)

  call MPI_Send(x, n, MPI_INTEGER, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(w, n, MPI_REAL, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(k, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(wide, 1, MPI_INTEGER, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(numbers(3), 5, MPI_REAL, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Irecv(waves, 3, MPI_DOUBLE_COMPLEX, 0, 0, MPI_COMM_SELF, request, ierr)
  call MPI_Allreduce(y, numbers, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_SELF, ierr)
  call PMPI_Put(y, 1, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)
  call MPI_Send(y, 20, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(y(8), 4, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(grid, 1001, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Irecv(few, 5, MPI_REAL, 0, 0, MPI_COMM_SELF, request, ierr)
  call MPI_Pack(y, 10, MPI_REAL, packed, 8, position, MPI_COMM_SELF, ierr)
end subroutine
