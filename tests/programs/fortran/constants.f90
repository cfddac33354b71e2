! SPDX-License-Identifier: MIT
! Constants that are known by their addresses have one address for all ranks, in the program, in a
! library that it is linked with, and in every unit that uses one of the interfaces.
! ranks: 1 2 5 33
! options: -O0 -O2 -O3
! library: constants_library.f90
! with: checks.f90
subroutine addresses_mpi(found)
   use mpi
   use, intrinsic :: iso_c_binding
   implicit none
   integer(MPI_ADDRESS_KIND), intent(out) :: found(4)
   integer :: ierror

   call MPI_Get_address(MPI_STATUS_IGNORE, found(1), ierror)
   call MPI_Get_address(MPI_UNWEIGHTED, found(2), ierror)
   call MPI_Get_address(MPI_ARGV_NULL, found(3), ierror)
   call MPI_Get_address(MPI_ERRCODES_IGNORE, found(4), ierror)
end subroutine

subroutine addresses_f08(found)
   use mpi_f08
   implicit none
   integer(MPI_ADDRESS_KIND), intent(out) :: found(4)

   call MPI_Get_address(MPI_STATUS_IGNORE, found(1))
   call MPI_Get_address(MPI_UNWEIGHTED, found(2))
   call MPI_Get_address(MPI_ARGV_NULL, found(3))
   call MPI_Get_address(MPI_ERRCODES_IGNORE, found(4))
end subroutine

program constants
   use mpi_f08
   use checks
   implicit none
   integer(MPI_ADDRESS_KIND) :: own(4), other(4), of_all(4), bottom
   integer :: sum, of_one, got(2)
   type(MPI_Comm) :: graph
   external :: addresses_mpi, addresses_f08, library_addresses, library_calls

   call MPI_Init()
   call addresses_f08(own)
   call addresses_mpi(other)
   call check(all(own == other), 'mpi and mpi_f08')
   call library_addresses(other)
   call check(all(own == other), 'a library, by mpif.h')
   call MPI_Allreduce(own, of_all, 4, MPI_AINT, MPI_MAX, MPI_COMM_WORLD)
   call check(all(own == of_all), 'all ranks')
   call MPI_Get_address(MPI_BOTTOM, bottom)
   call check(bottom == 0, 'MPI_BOTTOM begins at 0')
   sum = 1
   call library_calls(sum)
   call MPI_Comm_size(MPI_COMM_WORLD, of_one)
   call check(sum == of_one, 'MPI_IN_PLACE in a library')
   call MPI_Comm_rank(MPI_COMM_WORLD, of_one)
   call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [of_one], MPI_UNWEIGHTED, 1, [of_one], &
      MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph)
   got = -1
   call MPI_Dist_graph_neighbors(graph, 1, got(1:1), MPI_UNWEIGHTED, 1, got(2:2), MPI_UNWEIGHTED)
   call check(all(got == of_one), 'MPI_UNWEIGHTED')
   call MPI_Comm_free(graph)
   call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, got, MPI_WEIGHTS_EMPTY, 0, got, &
      MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, .false., graph)
   call MPI_Comm_free(graph)
   call MPI_Finalize()
   call checks_end()
end program
