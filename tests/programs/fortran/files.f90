! SPDX-License-Identifier: MIT
! Files in mpi_f08: sections with gaps, views, data representations, collective and nonblocking.
! ranks: 1 2 5
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! environment: HEDDLE_LEAKS=3
program files
   use mpi_f08
   use checks
   implicit none
   integer :: rank, ranks
   character(*), parameter :: name = 'files_of_fortran.data  '

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call by_offsets()
   call by_views()
   call MPI_Barrier(MPI_COMM_WORLD)
   if (rank == 0) call MPI_File_delete(name, MPI_INFO_NULL)
   call MPI_Finalize()
   call checks_end()
contains
   subroutine by_offsets()
      type(MPI_File) :: file
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, asynchronous :: x(4, 3), y(4, 3), z(3)
      integer :: i, j, count
      integer(MPI_OFFSET_KIND) :: size, place

      forall (i=1:4, j=1:3) x(i, j) = 100*rank + 10*i + j
      y = -1
      call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file)
      place = 12*rank
      call MPI_File_write_at(file, place, x(2, :), 3, MPI_INTEGER, status)
      call MPI_Get_count(status, MPI_INTEGER, count)
      call check(count == 3, 'elements written')
      call MPI_File_sync(file)
      call MPI_Barrier(MPI_COMM_WORLD)
      call MPI_File_get_size(file, size)
      call check(size == 12*ranks, 'the size')
      call MPI_File_read_at_all(file, place, y(3, :), 3, MPI_INTEGER, MPI_STATUS_IGNORE)
      call check(all(y(3, :) == x(2, :)) .and. all(y(:2, :) == -1), 'read into a section')
      call MPI_File_iread_at(file, place, z, 3, MPI_INTEGER, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(z == x(2, :)), 'read later')
      call MPI_File_close(file)
      call check(file == MPI_FILE_NULL, 'a closed file')
   end subroutine

   subroutine by_views()
      type(MPI_File) :: file
      type(MPI_Datatype) :: etype, filetype, of_view
      character(MPI_MAX_DATAREP_STRING) :: datarep
      integer(MPI_OFFSET_KIND) :: disp
      integer :: x(6), y(6), ierror, class

      call MPI_Type_create_resized(MPI_INTEGER, 0_MPI_ADDRESS_KIND, &
         int(4*ranks, MPI_ADDRESS_KIND), of_view)
      call MPI_Type_commit(of_view)
      call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, file)
      call MPI_File_set_view(file, int(4*rank, MPI_OFFSET_KIND), MPI_INTEGER, of_view, 'native  ', &
         MPI_INFO_NULL)
      call MPI_File_get_view(file, disp, etype, filetype, datarep)
      call check(disp == 4*rank .and. etype == MPI_INTEGER .and. datarep == 'native', 'a view')
      if (filetype /= of_view) call MPI_Type_free(filetype)
      x = [10, 20, 30, 40, 50, 60] + rank
      call MPI_File_write_all(file, x(1::2), 3, MPI_INTEGER, MPI_STATUS_IGNORE)
      call MPI_File_seek(file, 0_MPI_OFFSET_KIND, MPI_SEEK_SET)
      y = -1
      call MPI_File_read_all(file, y(2::2), 3, MPI_INTEGER, MPI_STATUS_IGNORE)
      call check(all(y(2::2) == x(1::2)) .and. all(y(1::2) == -1), 'a section through a view')
      call MPI_File_close(file)
      call MPI_Type_free(of_view)
      call MPI_File_open(MPI_COMM_SELF, 'no such directory/file', MPI_MODE_RDONLY, MPI_INFO_NULL, &
         file, ierror)
      call MPI_Error_class(ierror, class)
      call check(class == MPI_ERR_NO_SUCH_FILE, 'no such file')
   end subroutine
end program
