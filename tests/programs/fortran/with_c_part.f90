! SPDX-License-Identifier: MIT
! Of with_c.c.
module with_c_part
   use mpi_f08
   implicit none
   integer :: times = 0
contains
   subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, &
         ierror)
      type(MPI_Comm) :: oldcomm
      integer :: comm_keyval, ierror
      integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      logical :: flag

      attribute_val_out = attribute_val_in + extra_state
      flag = oldcomm /= MPI_COMM_NULL .and. comm_keyval /= MPI_KEYVAL_INVALID
      ierror = MPI_SUCCESS
   end subroutine

   subroutine handle(comm, error_code)
      type(MPI_Comm) :: comm
      integer :: error_code

      if (comm /= MPI_COMM_NULL .and. error_code == MPI_ERR_OTHER) times = times + 1
   end subroutine
end module

subroutine handler_called(called)
   use with_c_part
   implicit none
   integer, intent(out) :: called

   called = times
end subroutine

! Statuses and buffers by the constants of mpif.h, in a unit of its own.
subroutine by_mpif(comm, rank)
   implicit none
   include 'mpif.h'
   integer :: comm, rank, ierror

   call MPI_Send(77, 1, MPI_INTEGER, rank, 8, comm, ierror)
   call MPI_Recv(MPI_BOTTOM, 0, MPI_INTEGER, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE, ierror)
end subroutine

subroutine part(comm_number, type_number, op_number, request_number, keyval, of_fortran, bad)
   use with_c_part
   use checks
   implicit none
   integer :: comm_number, type_number, op_number, request_number, keyval, of_fortran, bad
   type(MPI_Comm) :: comm, other
   type(MPI_Datatype) :: datatype
   type(MPI_Op) :: op
   type(MPI_Request) :: request
   type(MPI_Errhandler) :: handler
   type(MPI_Status) :: status
   integer(MPI_ADDRESS_KIND) :: value, again
   integer :: rank, ranks, x(2), size
   logical :: flag
   external :: in_c, by_mpif

   comm%MPI_VAL = comm_number
   datatype = MPI_Datatype(type_number)
   op = MPI_Op(op_number)
   request = MPI_Request(request_number)
   call MPI_Comm_rank(comm, rank)
   call MPI_Comm_size(comm, ranks)
   call MPI_Type_size(datatype, size)
   call check(size == 8, 'a type of C')
   x = [rank, -rank]
   call MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_INTEGER, op, comm)
   call check(all(x == [ranks - 1, 0]), 'an operation of C')
   call by_mpif(comm_number, rank)
   call MPI_Wait(request, status)
   call check(status%MPI_TAG == 8, 'a request of C')
   request_number = request%MPI_VAL

   ! An attribute of C is an address.
   call MPI_Comm_get_attr(comm, keyval, value, flag)
   call check(flag .and. value /= 0, 'an attribute of C')
   call MPI_Comm_dup(comm, other)
   call MPI_Comm_get_attr(other, keyval, again, flag)
   call check(flag .and. value == again, 'a copy by C')
   call MPI_Comm_delete_attr(other, keyval)
   call MPI_Comm_set_attr(other, keyval, -5_MPI_ADDRESS_KIND)
   call in_c(other%MPI_VAL, keyval)
   call MPI_Comm_get_attr(other, keyval, again, flag)
   call check(flag .and. again /= -5, 'what C has set')
   call MPI_Comm_delete_attr(other, keyval)
   call MPI_Comm_free(other)
   call MPI_Comm_delete_attr(comm, keyval)

   call MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, of_fortran, 1_MPI_ADDRESS_KIND)
   call MPI_Comm_set_attr(comm, of_fortran, 11_MPI_ADDRESS_KIND)
   call MPI_Comm_create_errhandler(handle, handler)
   call MPI_Comm_set_errhandler(comm, handler)
   call MPI_Errhandler_free(handler)
   bad = faults
end subroutine
