! SPDX-License-Identifier: MIT
! Examples of the MPI 5.0 report in Fortran, for 2 ranks or more, where the language matters.
module examples
    use, intrinsic :: iso_c_binding
    use mpi_f08
    implicit none
    integer :: rank, ranks
    type(MPI_Comm), parameter :: comm = MPI_COMM_WORLD

contains

    subroutine must(holds, number)
        logical, intent(in) :: holds
        character(*), intent(in) :: number

        if (.not. holds) error stop number
    end subroutine must

    subroutine example_3_5()
        character(10) :: a, b

        a = 'abcdefghij'
        b = '0123456789'
        if (rank == 0) call MPI_Send(a, 5, MPI_CHARACTER, 1, 0, comm)
        if (rank == 1) then
            call MPI_Recv(b(6:10), 5, MPI_CHARACTER, 0, 0, comm, MPI_STATUS_IGNORE)
            call must(b == '01234abcde', '3.5')
        end if
    end subroutine example_3_5

    subroutine example_6_19()
        double precision :: in(2, 30), out(2, 30)
        integer :: i

        do i = 1, 30
            in(1, i) = mod(i + rank, ranks)
            in(2, i) = rank
        end do
        call MPI_Reduce(in, out, 30, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, 0, comm)
        if (rank == 0) call must(all(out(1, :) == ranks - 1), '6.19')
    end subroutine example_6_19

    subroutine add_reals(invec, inoutvec, len, datatype) bind(c)
        type(c_ptr), value :: invec, inoutvec
        integer :: len
        type(MPI_Datatype) :: datatype
        real, pointer :: in(:), inout(:)

        if (datatype /= MPI_REAL) return
        call c_f_pointer(invec, in, [len])
        call c_f_pointer(inoutvec, inout, [len])
        inout = in + inout
    end subroutine add_reals

    subroutine example_6_22()
        real :: own(3), sum(3)
        type(MPI_Op) :: op

        own = real(rank)
        call MPI_Op_create(add_reals, .true., op)
        call MPI_Allreduce(own, sum, 3, MPI_REAL, op, comm)
        call MPI_Op_free(op)
        call must(all(sum == real(ranks * (ranks - 1) / 2)), '6.22')
    end subroutine example_6_22

    subroutine example_9_2()
        type(c_ptr) :: p
        real, pointer :: a(:, :)

        call MPI_Alloc_mem(4_MPI_ADDRESS_KIND * 100 * 100, MPI_INFO_NULL, p)
        call c_f_pointer(p, a, [100, 100])
        a(3, 5) = 2.71
        call MPI_Free_mem(a)
    end subroutine example_9_2

    subroutine example_11_12()
        integer :: length, count
        character(:), allocatable :: name
        type(MPI_Session) :: session
        type(MPI_Group) :: group
        type(MPI_Comm) :: made

        call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session)
        call MPI_Session_get_num_psets(session, MPI_INFO_NULL, count)
        call must(count >= 2, '11.12')
        length = 0
        allocate (character(1) :: name)
        call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1, length, name)
        deallocate (name)
        allocate (character(length) :: name)
        call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1, length, name)
        call MPI_Group_from_session_pset(session, name, group)
        call MPI_Comm_create_from_group(group, 'example 11.12', MPI_INFO_NULL, MPI_ERRORS_RETURN, &
                                        made)
        call MPI_Barrier(made)
        call MPI_Comm_free(made)
        call MPI_Group_free(group)
        call MPI_Session_finalize(session)
    end subroutine example_11_12

    ! As 12.14, with what 19.20 adds to it.
    subroutine example_19_20()
        integer, asynchronous :: buffer, word
        type(MPI_Win) :: win

        buffer = 999
        word = 777
        call MPI_Win_create(buffer, 4_MPI_ADDRESS_KIND, 1, MPI_INFO_NULL, comm, win)
        call MPI_F_sync_reg(buffer)
        call MPI_Win_fence(0, win)
        if (rank == 0) then
            call MPI_Put(word, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
        end if
        call MPI_Win_fence(0, win)
        call MPI_F_sync_reg(buffer)
        call must(buffer == merge(777, 999, rank == 1), '19.20')
        call MPI_Win_free(win)
    end subroutine example_19_20

    subroutine example_19_4()
        integer, parameter :: long = selected_int_kind(15), quad = selected_real_kind(30)
        integer(long) :: i(10)
        real(quad) :: x(10)
        type(MPI_Datatype) :: of_long, of_quad

        i = 5_long
        x = 6
        call MPI_Type_create_f90_integer(15, of_long)
        call MPI_Type_create_f90_real(30, MPI_UNDEFINED, of_quad)
        if (rank == 0) then
            call MPI_Send(i, 10, of_long, 1, 0, comm)
            call MPI_Send(x, 10, of_quad, 1, 0, comm)
        else if (rank == 1) then
            call MPI_Recv(i, 10, of_long, 0, 0, comm, MPI_STATUS_IGNORE)
            call MPI_Recv(x, 10, of_quad, 0, 0, comm, MPI_STATUS_IGNORE)
            call must(all(i == 5_long) .and. all(x == 6), '19.4')
        end if
    end subroutine example_19_4

    ! 19.6, and the file of 19.7.
    subroutine example_19_7()
        real(selected_real_kind(5)) :: x(100)
        type(MPI_Datatype) :: kind_of_x
        type(MPI_File) :: file
        integer :: bytes

        bytes = storage_size(x) / 8
        x = real(rank + 3)
        call MPI_Type_match_size(MPI_TYPECLASS_REAL, bytes, kind_of_x)
        if (rank == 0) call MPI_Send(x, 100, kind_of_x, 1, 0, comm)
        if (rank == 1) call MPI_Recv(x, 100, kind_of_x, 0, 0, comm, MPI_STATUS_IGNORE)
        if (rank == 0) then
            call MPI_File_open(MPI_COMM_SELF, 'foo', MPI_MODE_CREATE + MPI_MODE_WRONLY, &
                               MPI_INFO_NULL, file)
            call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, kind_of_x, kind_of_x, 'external32', &
                                   MPI_INFO_NULL)
            call MPI_File_write(file, x, 100, kind_of_x, MPI_STATUS_IGNORE)
            call MPI_File_close(file)
        end if
        call MPI_Barrier(comm)
        if (rank == 1) then
            call MPI_File_open(MPI_COMM_SELF, 'foo', MPI_MODE_RDONLY + MPI_MODE_DELETE_ON_CLOSE, &
                               MPI_INFO_NULL, file)
            call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, kind_of_x, kind_of_x, 'external32', &
                                   MPI_INFO_NULL)
            call MPI_File_read(file, x, 100, kind_of_x, MPI_STATUS_IGNORE)
            call MPI_File_close(file)
            call must(all(x == 3), '19.7')
        end if
    end subroutine example_19_7

    subroutine example_19_9()
        real :: a(20, 20, 20)

        a = real(rank)
        if (rank == 0) call MPI_Send(a(11:17, 2:20:3, 1:20), 7 * 7 * 20, MPI_REAL, 1, 0, comm)
        if (rank == 1) then
            call MPI_Recv(a(11:17, 2:20:3, 1:20), 7 * 7 * 20, MPI_REAL, 0, 0, comm, &
                          MPI_STATUS_IGNORE)
            call must(a(11, 2, 1) == 0 .and. a(11, 3, 1) == 1, '19.9')
        end if
    end subroutine example_19_9

    ! 19.11 differs only in a constant, which is .true. here.
    subroutine example_19_10()
        real, asynchronous :: s(100), r(100)
        type(MPI_Request) :: request

        s = 4
        r = 0
        if (.not. MPI_SUBARRAYS_SUPPORTED) return
        if (rank == 0) then
            call MPI_Isend(s(1:100:5), 3, MPI_REAL, 1, 0, comm, request)
            call MPI_Wait(request, MPI_STATUS_IGNORE)
        else if (rank == 1) then
            call MPI_Irecv(r(1:100:5), 3, MPI_REAL, 0, 0, comm, request)
            call MPI_Wait(request, MPI_STATUS_IGNORE)
            call must(r(11) == 4 .and. r(2) == 0 .and. r(16) == 0, '19.10')
        end if
    end subroutine example_19_10

    subroutine receive(buffer, request)
        real, asynchronous :: buffer
        type(MPI_Request) :: request

        call MPI_Irecv(buffer, 1, MPI_REAL, 0, 0, comm, request)
    end subroutine receive

    subroutine example_19_12()
        real, asynchronous :: a
        type(MPI_Request) :: request

        a = 5
        if (rank == 0) call MPI_Send(a, 1, MPI_REAL, 1, 0, comm)
        if (rank == 1) then
            a = 0
            call receive(a, request)
            call MPI_Wait(request, MPI_STATUS_IGNORE)
            call must(a == 5, '19.12')
        end if
    end subroutine example_19_12

    ! In parentheses, because GCC 12 fails at a vector subscript there (its bug, not Heddle's).
    subroutine example_19_13()
        real :: a(100)
        integer :: i

        a = [(real(i), i=1, 100)]
        if (rank == 0) call MPI_Send((a([7, 9, 23, 81, 82])), 5, MPI_REAL, 1, 0, comm)
        if (rank == 1) then
            call MPI_Recv(a, 5, MPI_REAL, 0, 0, comm, MPI_STATUS_IGNORE)
            call must(a(3) == 23, '19.13')
        end if
    end subroutine example_19_13

    subroutine example_19_14()
        type, bind(c) :: record
            integer(c_int) :: i
            real(c_float) :: x
            real(c_double) :: d
            logical(c_bool) :: l
        end type record
        type(record) :: one, many(5)
        integer(MPI_ADDRESS_KIND) :: places(4), first
        type(MPI_Datatype) :: types(4), whole, element

        one = record(1, 2.0, 3d0, .true._c_bool)
        many = one
        call MPI_Get_address(one%i, places(1))
        call MPI_Get_address(one%x, places(2))
        call MPI_Get_address(one%d, places(3))
        call MPI_Get_address(one%l, places(4))
        places = places - places(1)
        types = [MPI_INTEGER, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_C_BOOL]
        call MPI_Type_create_struct(4, [1, 1, 1, 1], places, types, whole)
        call MPI_Get_address(many(1), first)
        call MPI_Get_address(many(2), places(1))
        call MPI_Type_create_resized(whole, 0_MPI_ADDRESS_KIND, places(1) - first, element)
        call MPI_Type_commit(whole)
        call MPI_Type_commit(element)
        if (rank == 0) then
            call MPI_Send(one, 1, whole, 1, 0, comm)
            call MPI_Send(many, 5, element, 1, 0, comm)
        else if (rank == 1) then
            many(5)%d = 0
            call MPI_Recv(one, 1, whole, 0, 0, comm, MPI_STATUS_IGNORE)
            call MPI_Recv(many, 5, element, 0, 0, comm, MPI_STATUS_IGNORE)
            call must(many(5)%d == 3, '19.14')
        end if
        call MPI_Type_free(whole)
        call MPI_Type_free(element)
    end subroutine example_19_14

    ! The halo and the inner part are one array in 19.19, and three variables in 19.24.
    subroutine work_beside(left_halo, inner, right_halo, new)
        real, asynchronous :: left_halo, inner(100), right_halo
        real :: new(100)
        type(MPI_Request) :: requests(4)
        integer :: left, right, i

        left = modulo(rank - 1, ranks)
        right = modulo(rank + 1, ranks)
        call MPI_Irecv(left_halo, 1, MPI_REAL, left, 1, comm, requests(1))
        call MPI_Irecv(right_halo, 1, MPI_REAL, right, 2, comm, requests(2))
        call MPI_Isend(inner(1), 1, MPI_REAL, left, 2, comm, requests(3))
        call MPI_Isend(inner(100), 1, MPI_REAL, right, 1, comm, requests(4))
        do i = 2, 99
            new(i) = inner(i - 1) + inner(i) + inner(i + 1)
        end do
        call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
    end subroutine work_beside

    subroutine example_19_24()
        real, asynchronous :: b(0:101)
        real :: new(100)

        b = real(rank)
        call work_beside(b(0), b(1:100), b(101), new)
        new(1) = b(0) + b(1) + b(2)
        new(100) = b(99) + b(100) + b(101)
        call must(new(50) == real(3 * rank), '19.24')
        call must(new(1) == real(2 * rank + modulo(rank - 1, ranks)), '19.24')
    end subroutine example_19_24

    ! The halo is a row of the array, and the compiler copies neither it nor the rest.
    subroutine example_19_25()
        real, asynchronous :: buffer(100, 100)
        type(MPI_Request) :: request

        buffer = 8
        if (rank == 0) call MPI_Send(buffer(1, 1:100), 100, MPI_REAL, 1, 0, comm)
        if (rank == 1) then
            call MPI_Irecv(buffer(1, 1:100), 100, MPI_REAL, 0, 0, comm, request)
            buffer(2:100, :) = 9
            call MPI_Wait(request, MPI_STATUS_IGNORE)
            call must(buffer(1, 100) == 8 .and. buffer(2, 100) == 9, '19.25')
        end if
    end subroutine example_19_25
end module examples

program fortran
    use examples
    implicit none

    call MPI_Init()
    call MPI_Comm_rank(comm, rank)
    call MPI_Comm_size(comm, ranks)
    call example_3_5()
    call example_6_19()
    call example_6_22()
    call example_9_2()
    call example_11_12()
    call example_19_4()
    call example_19_7()
    call example_19_9()
    call example_19_10()
    call example_19_12()
    call example_19_13()
    call example_19_14()
    call example_19_20()
    call example_19_24()
    call example_19_25()
    if (rank == 0) print '(a)', '15 examples'
    call MPI_Finalize()
end program fortran
