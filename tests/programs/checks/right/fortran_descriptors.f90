! SPDX-License-Identifier: MIT
! Buffers of mpi_f08, which come in descriptors, whose datatype suits them or says nothing of their
! type. The argument names the subroutine.
include '../fortran_field.inc'

subroutine same_types(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    real :: values(8)
    integer :: numbers(4)
    complex :: waves(4)
    logical :: flags(4)

    values = real(rank)
    numbers = rank
    waves = (1., 2.)
    flags = .true.
    call MPI_Bcast(values, 4 * size, MPI_REAL, 0, MPI_COMM_WORLD)
    call MPI_Bcast(numbers, 4, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call MPI_Bcast(waves, 4, MPI_COMPLEX, 0, MPI_COMM_WORLD)
    call MPI_Bcast(flags, 4, MPI_LOGICAL, 0, MPI_COMM_WORLD)
    call MPI_Bcast(heights, 12, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD)
end subroutine same_types

subroutine parts_of_complex_numbers(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    complex :: waves(4)

    waves = (1., 2.) * rank
    call MPI_Bcast(waves, 4 * size, MPI_REAL, 0, MPI_COMM_WORLD)
end subroutine parts_of_complex_numbers

subroutine bytes_and_characters(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    real :: values(8)
    character(len=8) :: text

    values = real(rank)
    text = 'heights'
    call MPI_Bcast(values, 16 * size, MPI_BYTE, 0, MPI_COMM_WORLD)
    call MPI_Bcast(text, 8, MPI_CHARACTER, 0, MPI_COMM_WORLD)
    call MPI_Bcast(text, size, MPI_INTEGER, 0, MPI_COMM_WORLD)
end subroutine bytes_and_characters

subroutine packed_data(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    integer :: place, numbers(4)
    integer :: packed(64)

    place = 0
    numbers = rank
    call MPI_Pack(numbers, 4, MPI_INTEGER, packed, 256, place, MPI_COMM_WORLD)
    call MPI_Bcast(packed, 8 * size, MPI_PACKED, 0, MPI_COMM_WORLD)
end subroutine packed_data

subroutine rows_and_columns_backwards(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    integer :: grid(3, 4)
    real :: values(10)

    grid = rank
    values = real(rank)
    call MPI_Bcast(grid(2, :), 2 * size, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call MPI_Bcast(grid(3:1:-1, 1), 3, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call MPI_Allreduce(MPI_IN_PLACE, values(10:1:-1), 5 * size, MPI_REAL, MPI_SUM, &
                       MPI_COMM_WORLD)
    call MPI_Bcast(values(2:10:2), 5, MPI_REAL, 0, MPI_COMM_WORLD)
end subroutine rows_and_columns_backwards

subroutine a_column_of_a_datatype(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    type(MPI_Datatype) :: row
    real :: grid(4, 4)

    grid = real(rank)
    call MPI_Type_vector(2 * size, 1, 4, MPI_REAL, row)
    call MPI_Type_commit(row)
    call MPI_Bcast(grid(2, 1), 1, row, 0, MPI_COMM_WORLD)
    call MPI_Type_free(row)
end subroutine a_column_of_a_datatype

subroutine a_structure_by_its_first_part(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    type :: particle
        sequence
        integer :: number
        real :: place(3)
    end type particle
    type(particle) :: one
    type(MPI_Datatype) :: made

    one%number = rank
    one%place = real(size)
    call MPI_Type_create_struct(2, [1, 3], [0_MPI_ADDRESS_KIND, 4_MPI_ADDRESS_KIND], &
                                [MPI_INTEGER, MPI_REAL], made)
    call MPI_Type_commit(made)
    call MPI_Bcast(one%number, 1, made, 0, MPI_COMM_WORLD)
    call MPI_Bcast(one, 1, made, 0, MPI_COMM_WORLD)
    call MPI_Type_free(made)
end subroutine a_structure_by_its_first_part

subroutine an_argument_of_any_type(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    integer :: numbers(8)
    real :: values(8)

    numbers = rank
    values = real(rank)
    call share_anything(numbers, 4 * size, MPI_INTEGER, MPI_COMM_WORLD)
    call share_anything(values, 4 * size, MPI_REAL, MPI_COMM_WORLD)
    call share(values, 4 * size, MPI_REAL, MPI_COMM_WORLD)
end subroutine an_argument_of_any_type

subroutine integers_of_one_size(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    integer(kind=MPI_ADDRESS_KIND) :: place
    integer(kind=8) :: number

    place = rank
    number = rank
    call MPI_Bcast(place, 1, MPI_AINT, 0, MPI_COMM_WORLD)
    call MPI_Bcast(number, 1, MPI_INTEGER8, 0, MPI_COMM_WORLD)
    call MPI_Bcast(number, size / 2, MPI_OFFSET, 0, MPI_COMM_WORLD)
end subroutine integers_of_one_size

subroutine pairs(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    real :: pair(2), lowest(2)

    pair = [real(size - rank), real(rank)]
    call MPI_Allreduce(pair, lowest, size / 2, MPI_2REAL, MPI_MINLOC, MPI_COMM_WORLD)
end subroutine pairs

subroutine work_arrays(rank, size)
    use mpi_f08
    use field
    implicit none
    integer, intent(in) :: rank, size
    integer :: numbers(8)
    external :: share_work

    numbers = rank
    call share_work(numbers, 4 * size)
end subroutine work_arrays

program fortran_descriptors
    use mpi_f08
    implicit none
    character(len=64) :: name
    integer :: rank, size

    call get_command_argument(1, name)
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    select case (name)
    case ('same_types')
        call same_types(rank, size)
    case ('parts_of_complex_numbers')
        call parts_of_complex_numbers(rank, size)
    case ('bytes_and_characters')
        call bytes_and_characters(rank, size)
    case ('packed_data')
        call packed_data(rank, size)
    case ('rows_and_columns_backwards')
        call rows_and_columns_backwards(rank, size)
    case ('a_column_of_a_datatype')
        call a_column_of_a_datatype(rank, size)
    case ('a_structure_by_its_first_part')
        call a_structure_by_its_first_part(rank, size)
    case ('an_argument_of_any_type')
        call an_argument_of_any_type(rank, size)
    case ('integers_of_one_size')
        call integers_of_one_size(rank, size)
    case ('pairs')
        call pairs(rank, size)
    case ('work_arrays')
        call work_arrays(rank, size)
    case default
        stop 1
    end select
    call MPI_Finalize()
end program fortran_descriptors

! Memory of any type comes as an array of reals, as old programs have it.
subroutine share_work(work, count)
    use mpi_f08
    implicit none
    integer, intent(in) :: count
    real, intent(inout) :: work(count)

    call MPI_Bcast(work, count, MPI_INTEGER, 0, MPI_COMM_WORLD)
end subroutine share_work
