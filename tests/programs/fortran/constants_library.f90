! SPDX-License-Identifier: MIT
! Of constants.f90.
subroutine library_addresses(found)
   implicit none
   include 'mpif.h'
   integer(MPI_ADDRESS_KIND) :: found(4)
   integer :: ierror

   call MPI_Get_address(MPI_STATUS_IGNORE, found(1), ierror)
   call MPI_Get_address(MPI_UNWEIGHTED, found(2), ierror)
   call MPI_Get_address(MPI_ARGV_NULL, found(3), ierror)
   call MPI_Get_address(MPI_ERRCODES_IGNORE, found(4), ierror)
end subroutine

subroutine library_calls(sum)
   use mpi_f08
   implicit none
   integer :: sum

   call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
   call MPI_Recv(sum, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
end subroutine
