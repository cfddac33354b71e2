! SPDX-License-Identifier: MIT
! Strings, logical values and arrays of them, in mpi_f08: blanks at the end do not count.
! ranks: 1 2 5
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! variant: integer-8; options: -O2; flags: -fdefault-integer-8
! environment: HEDDLE_LEAKS=3
program texts
   use mpi_f08
   use checks
   implicit none
   integer :: ranks

   call MPI_Init()
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call names()
   call infos()
   call of_the_environment()
   call logicals()
   call packed_external()
   call MPI_Finalize()
   call checks_end()
contains
   subroutine names()
      character(MPI_MAX_OBJECT_NAME) :: name
      type(MPI_Comm) :: comm
      integer :: length

      call MPI_Comm_dup(MPI_COMM_WORLD, comm)
      call MPI_Comm_set_name(comm, '  left and right  ')
      name = repeat('x', len(name))
      call MPI_Comm_get_name(comm, name, length)
      call check(name == '  left and right' .and. length == 16, 'a name keeps blanks before it')
      call MPI_Comm_set_name(comm, '')
      call MPI_Comm_get_name(comm, name, length)
      call check(name == '' .and. length == 0, 'an empty name')
      call MPI_Type_get_name(MPI_DOUBLE_PRECISION, name, length)
      call check(name == 'MPI_DOUBLE_PRECISION', 'the name of a type')
      call MPI_Comm_free(comm)
   end subroutine

   subroutine infos()
      type(MPI_Info) :: info, other
      character(20) :: value
      character(3) :: short
      character(MPI_MAX_INFO_KEY) :: key
      integer :: keys, length
      logical :: flag

      call MPI_Info_create(info)
      call MPI_Info_set(info, ' first ', '  one word  ')
      call MPI_Info_set(info, 'second', 'other')
      call MPI_Info_get(info, 'first  ', 20, value, flag)
      call check(flag .and. value == 'one word', 'a value without its blanks')
      call MPI_Info_get(info, 'third', 20, value, flag)
      call check(.not. flag .and. value == 'one word', 'no value')
      call MPI_Info_get(info, 'first', 3, short, flag)
      call check(flag .and. short == 'one', 'the beginning of a value')
      call MPI_Info_get_valuelen(info, 'second', length, flag)
      call check(flag .and. length == 5, 'the length of a value')
      length = 20
      call MPI_Info_get_string(info, 'second', length, value, flag)
      call check(flag .and. length == 5 .and. value == 'other', 'get_string')
      length = 0
      call MPI_Info_get_string(info, 'second', length, value, flag)
      call check(flag .and. length == 5 .and. value == 'other', 'get_string asks for the length')
      call MPI_Info_get_nkeys(info, keys)
      call MPI_Info_get_nthkey(info, keys - 1, key)
      call check(keys == 2 .and. (key == 'second' .or. key == 'first'), 'keys')
      call MPI_Info_dup(info, other)
      call MPI_Info_delete(other, 'first')
      call MPI_Info_get_nkeys(other, keys)
      call check(keys == 1, 'a copy')
      call MPI_Info_free(info)
      call MPI_Info_free(other)
      call check(info == MPI_INFO_NULL, 'a freed info object')
   end subroutine

   subroutine of_the_environment()
      character(MPI_MAX_PROCESSOR_NAME) :: name
      character(MPI_MAX_LIBRARY_VERSION_STRING) :: version
      character(MPI_MAX_ERROR_STRING) :: text
      integer :: length, major, minor

      call MPI_Get_processor_name(name, length)
      call check(length > 0 .and. len_trim(name) == length, 'the name of the processor')
      call MPI_Get_library_version(version, length)
      call check(length > 0 .and. len_trim(version) == length, 'the version of the library')
      call MPI_Get_version(major, minor)
      call check(major == MPI_VERSION .and. minor == MPI_SUBVERSION, 'the version of the standard')
      call MPI_Error_string(MPI_ERR_TAG, text, length)
      call check(len_trim(text) == length .and. length > 3, 'the text of a class')
      call check(MPI_Wtime() > 0 .and. MPI_Wtick() > 0, 'time')
   end subroutine

   subroutine logicals()
      type(MPI_Comm) :: grid, row
      integer :: dims(2), coords(2), rank, of_row
      logical :: periods(2), flag, kept(2)
      logical, parameter :: wanted(2) = [.true., .false.]

      dims = 0
      call MPI_Dims_create(ranks, 2, dims)
      call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wanted, .false., grid)
      call MPI_Cart_get(grid, 2, dims, periods, coords)
      call check(all(periods .eqv. wanted), 'an array of logical values')
      call check(periods(1) .and. .not. periods(2), 'true and false')
      call MPI_Cart_rank(grid, coords, rank)
      kept = [.false., .true.]
      call MPI_Cart_sub(grid, kept, row)
      call MPI_Comm_rank(row, of_row)
      call check(of_row == coords(2), 'a row')
      call MPI_Comm_test_inter(grid, flag)
      call check(.not. flag, 'a false flag')
      call MPI_Initialized(flag)
      call check(flag, 'a true flag')
      call MPI_Comm_free(grid)
      call MPI_Comm_free(row)
      flag = rank >= 0
      call MPI_Allreduce(MPI_IN_PLACE, flag, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD)
      call check(flag, 'logical values are reduced')
   end subroutine

   subroutine packed_external()
      character :: buffer(100)
      integer(MPI_ADDRESS_KIND) :: position
      real :: x(6), y(6)
      integer :: i

      x = [(i*0.5, i=1, 6)]
      y = 0
      position = 0
      call MPI_Pack_external('external32', x(1:6:2), 3, MPI_REAL, buffer, 100_MPI_ADDRESS_KIND, &
         position)
      call check(position == 12, 'packed')
      position = 0
      call MPI_Unpack_external('external32 ', buffer, 100_MPI_ADDRESS_KIND, position, y(2:6:2), 3, &
         MPI_REAL)
      call check(all(y(2:6:2) == x(1:6:2)) .and. all(y(1:6:2) == 0), 'unpacked')
   end subroutine
end program
