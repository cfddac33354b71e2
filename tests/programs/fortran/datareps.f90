! SPDX-License-Identifier: MIT
! Data representations of files whose conversions are procedures of Fortran, in mpi_f08 and mpi.
! ranks: 1 2 5
! options: -O0 -O2
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! environment: HEDDLE_LEAKS=3
module conversions
   use mpi_f08
   use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
   implicit none
   integer :: reads = 0, writes = 0
contains
   ! The file has the numbers less than the extra state says.
   subroutine write_less(userbuf, datatype, count, filebuf, position, extra_state, ierror)
      type(c_ptr), value :: userbuf, filebuf
      type(MPI_Datatype) :: datatype
      integer :: count, ierror
      integer(MPI_OFFSET_KIND) :: position
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer, pointer :: ours(:), theirs(:)

      ierror = MPI_ERR_TYPE
      if (datatype /= MPI_INTEGER) return
      call c_f_pointer(userbuf, ours, [position + count])
      call c_f_pointer(filebuf, theirs, [count])
      theirs = int(extra_state) - ours(position + 1:)
      writes = writes + count
      ierror = MPI_SUCCESS
   end subroutine

   subroutine read_less(userbuf, datatype, count, filebuf, position, extra_state, ierror)
      type(c_ptr), value :: userbuf, filebuf
      type(MPI_Datatype) :: datatype
      integer :: count, ierror
      integer(MPI_OFFSET_KIND) :: position
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer, pointer :: ours(:), theirs(:)

      ierror = MPI_ERR_TYPE
      if (datatype /= MPI_INTEGER) return
      call c_f_pointer(userbuf, ours, [position + count])
      call c_f_pointer(filebuf, theirs, [count])
      ours(position + 1:) = int(extra_state) - theirs
      reads = reads + count
      ierror = MPI_SUCCESS
   end subroutine

   subroutine extent_of(datatype, extent, extra_state, ierror)
      type(MPI_Datatype) :: datatype
      integer(MPI_ADDRESS_KIND) :: extent, extra_state
      integer :: ierror

      extent = 4
      ierror = merge(MPI_SUCCESS, MPI_ERR_TYPE, extra_state == 1000 .and. datatype == MPI_INTEGER)
   end subroutine
end module

program datareps
   use conversions
   use checks
   implicit none
   integer :: rank, ranks

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call MPI_Register_datarep('less', read_less, write_less, extent_of, 1000_MPI_ADDRESS_KIND)
   call converted('less', 1000)
   call check(reads == 5 .and. writes == 5, 'each element is converted once')
   call refused()
   call by_mpi()
   call converted('less by mpi', 2000)
   call MPI_Finalize()
   call checks_end()
contains
   subroutine converted(datarep, minuend)
      character(*), intent(in) :: datarep
      integer, intent(in) :: minuend
      integer :: x(5), y(5), i
      type(MPI_File) :: file
      integer(MPI_OFFSET_KIND) :: place

      x = [(10*rank + i, i=1, 5)]
      y = -1
      place = 5*rank
      call MPI_File_open(MPI_COMM_WORLD, 'datareps.file', MPI_MODE_CREATE + MPI_MODE_RDWR + &
         MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file)
      call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, datarep, &
         MPI_INFO_NULL)
      call MPI_File_write_at_all(file, place, x, 5, MPI_INTEGER, MPI_STATUS_IGNORE)
      call MPI_File_read_at_all(file, place, y, 5, MPI_INTEGER, MPI_STATUS_IGNORE)
      call check(all(x == y), 'what is written is read: '//datarep)
      call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'native', &
         MPI_INFO_NULL)
      call MPI_File_read_at_all(file, place, y, 5, MPI_INTEGER, MPI_STATUS_IGNORE)
      call check(all(y == minuend - x), 'the file has it in another way: '//datarep)
      call MPI_File_close(file)
   end subroutine

   subroutine refused()
      integer :: ierror, class

      call MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN)
      call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)
      call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
      call MPI_Register_datarep('less', MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, &
         extent_of, 0_MPI_ADDRESS_KIND, ierror)
      call MPI_Error_class(ierror, class)
      call check(class == MPI_ERR_DUP_DATAREP, 'a name that is taken')
   end subroutine
end program

subroutine by_mpi()
   use mpi
   implicit none
   integer :: ierror
   external :: read_by_mpi, write_by_mpi, extent_by_mpi

   call MPI_REGISTER_DATAREP('less by mpi', read_by_mpi, write_by_mpi, extent_by_mpi, &
      2000_MPI_ADDRESS_KIND, ierror)
end subroutine

subroutine write_by_mpi(userbuf, datatype, count, filebuf, position, extra_state, ierror)
   use mpi
   implicit none
   integer :: userbuf(*), filebuf(*), datatype, count, ierror
   integer(MPI_OFFSET_KIND) :: position
   integer(MPI_ADDRESS_KIND) :: extra_state

   filebuf(:count) = int(extra_state) - userbuf(position + 1:position + count)
   ierror = MPI_SUCCESS
end subroutine

subroutine read_by_mpi(userbuf, datatype, count, filebuf, position, extra_state, ierror)
   use mpi
   implicit none
   integer :: userbuf(*), filebuf(*), datatype, count, ierror
   integer(MPI_OFFSET_KIND) :: position
   integer(MPI_ADDRESS_KIND) :: extra_state

   userbuf(position + 1:position + count) = int(extra_state) - filebuf(:count)
   ierror = MPI_SUCCESS
end subroutine

subroutine extent_by_mpi(datatype, extent, extra_state, ierror)
   use mpi
   implicit none
   integer :: datatype, ierror
   integer(MPI_ADDRESS_KIND) :: extent, extra_state

   extent = 4
   ierror = merge(MPI_SUCCESS, MPI_ERR_TYPE, datatype == MPI_INTEGER .and. extra_state == 2000)
end subroutine
