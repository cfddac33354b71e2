! SPDX-License-Identifier: MIT
! Operations of Fortran whose buffer ends before they are complete. The compiler warns as
! scope_wrong.f90.txt says; scope_right.f90 has procedures that look alike.
subroutine send_variable(peer, request)
    use mpi
    implicit none
    integer, intent(in) :: peer
    integer, intent(out) :: request
    integer :: number, ierr

    number = peer + 1
    call mpi_isend(number, 1, MPI_INTEGER, peer, 0, MPI_COMM_WORLD, request, ierr)
end subroutine

subroutine forget(peer)
    use mpi
    implicit none
    integer, intent(in) :: peer
    double precision :: field(8)
    integer :: request, ierr

    call mpi_irecv(field(3), 4, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, request, ierr)
    call mpi_barrier(MPI_COMM_WORLD, ierr)
end subroutine

subroutine send_value(number, requests)
    use mpi
    implicit none
    integer, value :: number
    integer, intent(out) :: requests(2)
    integer :: ierr

    call mpi_isend(number, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, requests(2), ierr)
end subroutine

subroutine prepare(peer, request)
    use mpi
    implicit none
    integer, intent(in) :: peer
    integer, intent(out) :: request
    real :: edge(10)
    integer :: ierr

    call mpi_recv_init(edge, 10, MPI_REAL, peer, 0, MPI_COMM_WORLD, request, ierr)
end subroutine

subroutine send_by_descriptors(peer, requests)
    use mpi_f08
    implicit none
    integer, intent(in) :: peer
    type(MPI_Request), intent(out) :: requests(3)
    real :: field(10)
    integer :: number

    field = real(peer)
    call MPI_Isend(field, 10, MPI_REAL, peer, 0, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(number, 1, MPI_INTEGER, peer, 0, MPI_COMM_WORLD, requests(2))
    call MPI_Irecv(field(3:6), 4, MPI_REAL, peer, 1, MPI_COMM_WORLD, requests(3))
end subroutine
