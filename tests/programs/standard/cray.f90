! SPDX-License-Identifier: MIT
! 9.3, whose pointers gfortran knows by -fcray-pointer.
program cray
    use mpi
    implicit none

    integer :: rank, error
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    real :: a(100, 100)
    pointer (place, a)

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    bytes = 4 * 100 * 100
    call MPI_Alloc_mem(bytes, MPI_INFO_NULL, place, error)
    a(3, 5) = 2.71 + real(rank)
    call MPI_Bcast(a(3, 5), 1, MPI_REAL, 0, MPI_COMM_WORLD, error)
    if (a(3, 5) /= 2.71) error stop 'example 9.3'
    call MPI_Free_mem(a, error)
    if (rank == 0) print '(a)', '1 examples'
    call MPI_Finalize(error)
end program cray
