! SPDX-License-Identifier: MIT
! Programs in Fortran that start themselves: arguments as arrays of strings, one and several
! commands, MPI_ARGV_NULL and MPI_ARGVS_NULL.
! ranks: 1 2 5
! with: checks.f90
program spawn
   use mpi_f08
   use checks
   implicit none
   type(MPI_Comm) :: parent
   character(300) :: self

   call MPI_Init()
   call MPI_Comm_get_parent(parent)
   call get_command_argument(0, self)
   if (parent /= MPI_COMM_NULL) then
      call child()
   else
      call start_one()
      call start_several()
   end if
   call MPI_Finalize()
   call checks_end()
contains
   ! Tells the parents' root how many arguments there are, and the length of the last.
   subroutine child()
      integer :: told(2)
      character(20) :: last

      told(1) = command_argument_count()
      call get_command_argument(told(1), last, told(2))
      if (told(1) == 0) told(2) = 0
      call MPI_Gather(told, 2, MPI_INTEGER, told, 2, MPI_INTEGER, 0, parent)
      call MPI_Comm_disconnect(parent)
   end subroutine

   subroutine hear(children, number, told)
      type(MPI_Comm) :: children
      integer, intent(in) :: number
      integer, intent(out) :: told(2, number)
      integer :: rank, size

      call MPI_Comm_rank(MPI_COMM_WORLD, rank)
      call MPI_Comm_remote_size(children, size)
      call check(size == number, 'how many were started')
      told = -1
      call MPI_Gather(told, 0, MPI_INTEGER, told, 2, MPI_INTEGER, &
         merge(MPI_ROOT, MPI_PROC_NULL, rank == 0), children)
      call MPI_Comm_disconnect(children)
      if (rank == 0) call check(all(told >= 0), 'children answer')
      if (rank /= 0) told = -2
   end subroutine

   subroutine start_one()
      character(8) :: arguments(3)
      type(MPI_Comm) :: children
      integer :: codes(2), told(2, 2)

      arguments = [character(8) :: 'first', ' a word', '']
      codes = -1
      call MPI_Comm_spawn(self, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, codes)
      call check(all(codes == MPI_SUCCESS), 'error codes')
      call hear(children, 2, told)
      if (told(1, 1) >= 0) call check(all(told(1, :) == 2) .and. all(told(2, :) == 6), 'arguments')
      call MPI_Comm_spawn(self, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, &
         MPI_ERRCODES_IGNORE)
      call hear(children, 1, told(:, :1))
      if (told(1, 1) >= 0) call check(told(1, 1) == 0, 'MPI_ARGV_NULL')
   end subroutine

   subroutine start_several()
      character(300) :: commands(2)
      character(4) :: arguments(2, 3)
      type(MPI_Comm) :: children
      integer :: told(2, 3)

      commands = self
      arguments(1, :) = [character(4) :: 'x', 'yyy', '']
      arguments(2, :) = ''
      call MPI_Comm_spawn_multiple(2, commands, arguments, [2, 1], [MPI_INFO_NULL, MPI_INFO_NULL], &
         0, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE)
      call hear(children, 3, told)
      if (told(1, 1) >= 0) call check(all(told(1, :) == [2, 2, 0]) .and. all(told(2, 1:2) == 3), &
         'arguments of several commands')
      call MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, [1, 1], &
         [MPI_INFO_NULL, MPI_INFO_NULL], 0, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE)
      call hear(children, 2, told(:, :2))
      if (told(1, 1) >= 0) call check(all(told(1, :2) == 0), 'MPI_ARGVS_NULL')
   end subroutine
end program
