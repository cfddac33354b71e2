! SPDX-License-Identifier: MIT
! Operations of Fortran whose buffer lives until they are complete, or may do so. The compiler is
! silent.
subroutine wait_here(peer)
    use mpi
    implicit none
    integer, intent(in) :: peer
    integer :: number, request, ierr

    call mpi_irecv(number, 1, MPI_INTEGER, peer, 0, MPI_COMM_WORLD, request, ierr)
    call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
end subroutine

subroutine wait_elsewhere(peer)
    use mpi
    implicit none
    integer, intent(in) :: peer
    integer :: number, request, ierr

    call mpi_irecv(number, 1, MPI_INTEGER, peer, 0, MPI_COMM_WORLD, request, ierr)
    call finish(request)
end subroutine

subroutine wait_for_several(peers)
    use mpi
    implicit none
    integer, intent(in) :: peers
    integer :: numbers(16), requests(16), peer, ierr

    do peer = 1, peers
        call mpi_irecv(numbers(peer), 1, MPI_INTEGER, peer, 0, MPI_COMM_WORLD, &
                       requests(peer), ierr)
    end do
    call mpi_waitall(peers, requests, MPI_STATUSES_IGNORE, ierr)
end subroutine

subroutine send_argument(number, request)
    use mpi
    implicit none
    integer, intent(in) :: number
    integer, intent(out) :: request
    integer, save :: always = 1
    integer :: ierr, nothing

    call mpi_isend(number, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
    call mpi_isend(always, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
    call mpi_isend(nothing, 0, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
    call mpi_isend(nothing, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, request, ierr)
end subroutine

subroutine send_by_others(request)
    use mpi
    implicit none
    integer, intent(out) :: request
    integer :: number, ierr

    call mpi_isend(number, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
    call finish_all()
end subroutine

subroutine wait_for_descriptors(peer, values, given)
    use mpi_f08
    implicit none
    integer, intent(in) :: peer
    real, intent(in) :: values(10)
    type(MPI_Request), intent(out) :: given
    type(MPI_Request) :: request
    real :: field(10)
    real, allocatable :: taken(:)

    field = real(peer)
    call MPI_Isend(field, 10, MPI_REAL, peer, 0, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    allocate (taken(4))
    call MPI_Irecv(taken, 4, MPI_REAL, peer, 0, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Isend(values, 10, MPI_REAL, peer, 0, MPI_COMM_WORLD, given)
    call MPI_Isend(field, 0, MPI_REAL, peer, 0, MPI_COMM_WORLD, given)
end subroutine

subroutine wait_for_sections(peer)
    use mpi_f08
    implicit none
    integer, intent(in) :: peer
    type(MPI_Request) :: request
    real :: field(100), other(100)

    field = real(peer)
    if (peer == 0) then
        call MPI_Isend(field(1:100:5), 3, MPI_REAL, 1, 0, MPI_COMM_WORLD, request)
        call MPI_Wait(request, MPI_STATUS_IGNORE)
    else
        call MPI_Irecv(other(1:100:5), 3, MPI_REAL, 0, 0, MPI_COMM_WORLD, request)
        call MPI_Wait(request, MPI_STATUS_IGNORE)
    end if
end subroutine
