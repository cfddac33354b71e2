! SPDX-License-Identifier: MIT
! Calls in Fortran that look like those of wrong.f90. The compiler is silent.
module work
  implicit none
  double precision :: grid(100, 10)
  integer, allocatable :: list(:)
  real :: few(4)
  complex :: waves(3)
  logical :: flag
  character(len=20) :: name
  type point
    double precision :: x
    integer :: n
  end type
  type(point) :: points(4)
end module

subroutine send_all(x, w, k, n, shaped, datatype)
  use mpi
  use work
  implicit none
  integer :: n, ierr, request, k, datatype, numbers(10), position
  integer(8) :: wide
  double precision :: x(n), w(*), y(10), shaped(:)
  double precision, pointer :: target(:)
  character :: packed(80)
  real :: common_few(2), common_more(8)
  common /block/ common_few, common_more

  call MPI_Send(x, n, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(x, n, datatype, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(w, 100, MPI_REAL8, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(w, 100, MPI_DOUBLE_COMPLEX, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(w, 100, MPI_BYTE, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(k, 1, MPI_INTEGER, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(wide, 1, MPI_INTEGER8, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(numbers(3), 8, MPI_INTEGER, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(numbers, 5, MPI_2INTEGER, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Irecv(waves, 3, MPI_COMPLEX, 0, 0, MPI_COMM_SELF, request, ierr)
  call MPI_Irecv(waves, 6, MPI_REAL, 0, 0, MPI_COMM_SELF, request, ierr)
  call MPI_Allreduce(MPI_IN_PLACE, y, 10, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_SELF, ierr)
  call MPI_Allreduce(MPI_IN_PLACE, shaped, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_SELF, ierr)
  call MPI_Bcast(MPI_BOTTOM, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(grid, 1000, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(grid(1, 5), 600, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(grid(:, 3), 100, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(grid(2, :), 10, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Send(grid(1, k), 600, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(list, 10, MPI_INTEGER, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(points, 64, MPI_BYTE, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(points(1)%x, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(flag, 1, MPI_LOGICAL, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(name, 20, MPI_CHARACTER, 0, MPI_COMM_SELF, ierr)
  call MPI_Bcast(common_few, 10, MPI_REAL, 0, MPI_COMM_SELF, ierr)
  call MPI_Pack(y, 10, MPI_DOUBLE_PRECISION, packed, 80, position, MPI_COMM_SELF, ierr)
  allocate(target(n))
  call MPI_Bcast(target, 50, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierr)
  call MPI_Gather(few, 4, MPI_REAL, y, 4, MPI_REAL8, 0, MPI_COMM_SELF, ierr)
end subroutine
