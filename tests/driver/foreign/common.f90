! SPDX-License-Identifier: MIT
! Fortran's saved variables, common blocks and units, and the constants of MPI that are variables.
program common_blocks
  use mpi
  implicit none
  integer :: rank, n, total, ierr
  integer, save :: counter = 0
  common /block/ n
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = rank
  counter = counter + rank
  open (10, status='scratch')
  write (10, *) 10 * rank
  rewind (10)
  read (10, *) total
  close (10)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call add
  call MPI_Allreduce(MPI_IN_PLACE, counter, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  write (*, '(a,i2,3i5)') 'rank', rank, n, counter, total
  call MPI_Finalize(ierr)
end program
subroutine add
  implicit none
  integer :: n
  common /block/ n
  n = n + 100
end subroutine
