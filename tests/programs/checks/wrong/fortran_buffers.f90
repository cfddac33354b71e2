! SPDX-License-Identifier: MIT
! Buffers in Fortran that are longer than the variable in which they lie, where only a run knows
! the count. The argument names the subroutine.
module grid
    implicit none
    double precision :: field(10) = 0
    integer :: halo(4, 3) = 0
end module grid

subroutine more_than_the_module_variable(rank, size)
    use mpi
    use grid
    implicit none
    integer, intent(in) :: rank, size
    double precision :: longer(20)
    integer :: error

    if (rank == 0) then
        call mpi_send(field, 5 * size + 1, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, error)
    else
        call mpi_recv(longer, 20, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    end if
end subroutine more_than_the_module_variable

subroutine more_than_the_last_column(rank, size)
    use mpi
    use grid
    implicit none
    integer, intent(in) :: rank, size
    integer :: error

    if (rank == 0) then
        call mpi_send(halo, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, error)
    else
        call mpi_recv(halo(1, 3), 2 * size + 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    end if
end subroutine more_than_the_last_column

subroutine more_than_the_local_variable(rank, size)
    use mpi
    implicit none
    integer, intent(in) :: rank, size
    integer :: numbers(8), error

    numbers = rank
    if (rank == 0) then
        call mpi_send(numbers, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, error)
    else
        call mpi_recv(numbers(5), 2 * size + 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    end if
end subroutine more_than_the_local_variable

subroutine more_than_the_scalar(rank, size)
    use mpi
    implicit none
    integer, intent(in) :: rank, size
    double precision :: number
    integer :: error

    number = rank
    if (rank == 0) then
        call mpi_send(number, 1, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, error)
    else
        call mpi_recv(number, size, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    end if
end subroutine more_than_the_scalar

program fortran_buffers
    use mpi
    implicit none
    character(len=64) :: name
    integer :: rank, size, error

    call get_command_argument(1, name)
    call mpi_init(error)
    call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
    call mpi_comm_size(MPI_COMM_WORLD, size, error)
    select case (name)
    case ('more_than_the_module_variable')
        call more_than_the_module_variable(rank, size)
    case ('more_than_the_last_column')
        call more_than_the_last_column(rank, size)
    case ('more_than_the_local_variable')
        call more_than_the_local_variable(rank, size)
    case ('more_than_the_scalar')
        call more_than_the_scalar(rank, size)
    case default
        stop 1
    end select
    call mpi_finalize(error)
end program fortran_buffers
