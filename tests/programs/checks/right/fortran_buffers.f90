! SPDX-License-Identifier: MIT
! Buffers in Fortran that look longer than the variable in which they lie, and are not; and memory
! that is used for several types.
module grid
    implicit none
    double precision :: field(10) = 0, work(64) = 0
    integer :: halo(4, 3) = 0
    double precision, allocatable :: rows(:, :)
    type sample
        sequence
        integer :: number, other
        double precision :: values(4)
    end type sample
    type(sample) :: samples(2)
end module grid

subroutine module_variables(rank, size)
    use mpi
    use grid
    implicit none
    integer, intent(in) :: rank, size
    integer :: error

    field(1) = rank
    call mpi_bcast(field, 5 * size, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(field(10), size / 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(halo(1, 2), 4 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(halo(:, 3), 2 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(samples(1)%values, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(samples(1)%number, 40 * size, MPI_BYTE, 0, MPI_COMM_WORLD, error)
end subroutine module_variables

subroutine local_variables(rank, size)
    use mpi
    implicit none
    integer, intent(in) :: rank, size
    integer :: numbers(8), matrix(0:3, 4), error
    integer :: automatic(3 * size)

    numbers = rank
    matrix = rank
    automatic = rank
    call mpi_bcast(numbers, 4 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(numbers(8), size / 2, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(numbers(rank + 1), 6, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(matrix(0, 2), 6 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(automatic, 3 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
end subroutine local_variables

! The rows are copied into memory that ends with them.
subroutine copied_rows(rank, size)
    use mpi
    implicit none
    integer, intent(in) :: rank, size
    integer :: matrix(4, 4), error

    matrix = rank
    if (rank == 0) then
        call mpi_send(matrix(2, :), 2 * size, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, error)
    else
        call mpi_recv(matrix(:, 2), 2 * size, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, error)
    end if
end subroutine copied_rows

! One unit declares less of the common block than another.
subroutine fill_block(size)
    implicit none
    integer, intent(in) :: size
    integer :: numbers(20)
    common /shared_block/ numbers

    numbers = size
end subroutine fill_block

subroutine common_blocks(rank, size)
    use mpi
    implicit none
    integer, intent(in) :: rank, size
    integer :: numbers(2), others(2), error
    common /shared_block/ numbers, others

    call fill_block(rank)
    call mpi_bcast(numbers, 2 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(others, size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
end subroutine common_blocks

subroutine equivalent_variables(rank, size)
    use mpi
    implicit none
    integer, intent(in) :: rank, size
    integer :: few(2), many(20), error
    equivalence (few(1), many(11))

    many = rank
    call mpi_bcast(few, 5 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(many, 10 * size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
end subroutine equivalent_variables

! A work array of the caller's that holds other numbers here.
subroutine send_integers(numbers, count)
    use mpi
    implicit none
    integer :: numbers(*), count, error

    call mpi_bcast(numbers, count, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
end subroutine send_integers

subroutine work_arrays(rank, size)
    use mpi
    use grid
    implicit none
    integer, intent(in) :: rank, size
    external :: send_integers

    work(1) = rank
    call send_integers(work, 64 * size)
    call send_integers(work(33), 32 * size)
end subroutine work_arrays

subroutine allocated_arrays(rank, size)
    use mpi
    use grid
    implicit none
    integer, intent(in) :: rank, size
    integer :: error

    allocate (rows(4, 2 * size))
    rows = rank
    call mpi_bcast(rows, 8 * size, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
    call mpi_bcast(rows(1, 2), 8 * size - 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
    deallocate (rows)
end subroutine allocated_arrays

! The last call of a subroutine.
subroutine last_calls(rank, size)
    use mpi
    implicit none
    integer, intent(in) :: rank, size
    integer :: numbers(4), all(8), error

    numbers = rank
    call mpi_allreduce(MPI_IN_PLACE, numbers, 2 * size, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call mpi_allgather(numbers, 2 * size, MPI_INTEGER, all, 2 * size, MPI_INTEGER, &
                       MPI_COMM_WORLD, error)
end subroutine last_calls

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
    case ('module_variables')
        call module_variables(rank, size)
    case ('local_variables')
        call local_variables(rank, size)
    case ('copied_rows')
        call copied_rows(rank, size)
    case ('common_blocks')
        call common_blocks(rank, size)
    case ('equivalent_variables')
        call equivalent_variables(rank, size)
    case ('work_arrays')
        call work_arrays(rank, size)
    case ('allocated_arrays')
        call allocated_arrays(rank, size)
    case ('last_calls')
        call last_calls(rank, size)
    case default
        stop 1
    end select
    call mpi_finalize(error)
end program fortran_buffers
