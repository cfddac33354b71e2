! SPDX-License-Identifier: MIT
! More procedures for operations and error handlers than anybody has counted: internal procedures
! are other ones at each depth of a recursion.
! ranks: 1 2 5
! options: -O0 -O2
! with: checks.f90
! environment: HEDDLE_LEAKS=3
module many
   use mpi_f08
   use checks
   use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
   implicit none
   integer, parameter :: depth = 300
   integer :: rank, ranks, handled = 0
   type(MPI_Op) :: ops(depth)
   type(MPI_Errhandler) :: handlers(depth)
   type(MPI_Comm) :: comm
contains
   recursive subroutine go_down(level)
      integer, intent(in) :: level

      call MPI_Op_create(weighted, .true., ops(level))
      call MPI_Comm_create_errhandler(note, handlers(level))
      if (level < depth) then
         call go_down(level + 1)
      else
         call use_all()
      end if
   contains
      subroutine weighted(in, inout, len, datatype)
         type(c_ptr), value :: in, inout
         integer :: len
         type(MPI_Datatype) :: datatype
         integer, pointer :: x(:), y(:)

         call c_f_pointer(in, x, [len])
         call c_f_pointer(inout, y, [len])
         y = x + y + level
      end subroutine

      subroutine note(of, code)
         type(MPI_Comm) :: of
         integer :: code

         handled = handled + level
      end subroutine
   end subroutine

   subroutine use_all()
      integer :: i, sum

      do i = 1, depth
         call MPI_Allreduce(1, sum, 1, MPI_INTEGER, ops(i), MPI_COMM_WORLD)
         call check(sum == ranks + i*(ranks - 1), 'an operation of its level')
         call MPI_Comm_set_errhandler(comm, handlers(i))
         call MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER)
         call MPI_Op_free(ops(i))
         call MPI_Errhandler_free(handlers(i))
      end do
   end subroutine
end module

program callbacks_many
   use many
   implicit none

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call MPI_Comm_dup(MPI_COMM_SELF, comm)
   call go_down(1)
   call check(handled == depth*(depth + 1)/2, 'each error handler is called once')
   call MPI_Comm_free(comm)
   call MPI_Finalize()
   call checks_end()
end program
