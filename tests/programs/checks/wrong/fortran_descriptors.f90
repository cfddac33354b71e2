! SPDX-License-Identifier: MIT
! Buffers of mpi_f08, which come in descriptors, of another type than their datatype, or longer than
! their variable. The argument names the subroutine.
include '../fortran_field.inc'

subroutine reals_as_integers(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    real :: values(8)

    values = real(rank)
    call MPI_Bcast(values, 4 * size, MPI_INTEGER, 0, MPI_COMM_SELF)
end subroutine reals_as_integers

subroutine integers_as_reals_in_a_row(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    integer :: grid(3, 4)

    grid = rank
    call MPI_Bcast(grid(2, :), 2 * size, MPI_REAL, 0, MPI_COMM_SELF)
end subroutine integers_as_reals_in_a_row

subroutine double_precision_as_reals(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    double precision, allocatable :: values(:)

    allocate (values(4 * size))
    values = rank
    call MPI_Bcast(values, 4 * size, MPI_REAL, 0, MPI_COMM_SELF)
end subroutine double_precision_as_reals

subroutine complex_as_integers(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    complex :: waves(4)

    waves = (1., 2.) * size
    call MPI_Allreduce(MPI_IN_PLACE, waves, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_SELF)
    if (rank < 0) print *, waves
end subroutine complex_as_integers

subroutine logicals_as_reals(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    logical :: flags(4)

    flags = rank < size
    call MPI_Bcast(flags, 4, MPI_REAL, 0, MPI_COMM_SELF)
end subroutine logicals_as_reals

subroutine a_vector_of_another_type(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    type(MPI_Datatype) :: column
    real :: grid(4, 4)

    grid = real(rank)
    call MPI_Type_vector(2 * size, 1, 4, MPI_INTEGER, column)
    call MPI_Type_commit(column)
    call MPI_Bcast(grid, 1, column, 0, MPI_COMM_SELF)
    call MPI_Type_free(column)
end subroutine a_vector_of_another_type

subroutine a_module_variable(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size

    call MPI_Bcast(heights, 4 * size, MPI_INTEGER8, 0, MPI_COMM_SELF)
end subroutine a_module_variable

subroutine an_argument_of_assumed_shape(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    real :: values(8)

    values = real(rank)
    call share(values, 4 * size, MPI_INTEGER, MPI_COMM_SELF)
end subroutine an_argument_of_assumed_shape

subroutine a_pending_receive(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    type(MPI_Request) :: request
    integer :: number
    real :: got

    number = size
    call MPI_Irecv(got, 1, MPI_INTEGER, rank, 0, MPI_COMM_SELF, request)
    call MPI_Send(number, 1, MPI_INTEGER, rank, 0, MPI_COMM_SELF)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
end subroutine a_pending_receive

subroutine more_than_the_local_variable(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    integer :: numbers(8), more(20)

    numbers = rank
    call MPI_Sendrecv(numbers, 4 * size + 1, MPI_INTEGER, rank, 0, more, 20, MPI_INTEGER, rank, &
                      0, MPI_COMM_SELF, MPI_STATUS_IGNORE)
end subroutine more_than_the_local_variable

program fortran_descriptors
    use mpi_f08
    implicit none
    character(len=64) :: name
    integer :: rank, size

    call get_command_argument(1, name)
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    if (rank == 0) call run()
    call MPI_Finalize()

contains

    subroutine run()
        select case (name)
        case ('reals_as_integers')
            call reals_as_integers(rank, size)
        case ('integers_as_reals_in_a_row')
            call integers_as_reals_in_a_row(rank, size)
        case ('double_precision_as_reals')
            call double_precision_as_reals(rank, size)
        case ('complex_as_integers')
            call complex_as_integers(rank, size)
        case ('logicals_as_reals')
            call logicals_as_reals(rank, size)
        case ('a_vector_of_another_type')
            call a_vector_of_another_type(rank, size)
        case ('a_module_variable')
            call a_module_variable(rank, size)
        case ('an_argument_of_assumed_shape')
            call an_argument_of_assumed_shape(rank, size)
        case ('a_pending_receive')
            call a_pending_receive(rank, size)
        case ('more_than_the_local_variable')
            call more_than_the_local_variable(rank, size)
        case default
            stop 1
        end select
    end subroutine run
end program fortran_descriptors
