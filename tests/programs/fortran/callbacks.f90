! SPDX-License-Identifier: MIT
! Procedures of Fortran that the library calls: operations, attributes, error handlers, generalized
! requests; in mpi_f08.
! ranks: 1 2 5 33
! options: -O0 -O2 -O3
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! variant: integer-8; options: -O2; flags: -fdefault-integer-8
! environment: HEDDLE_LEAKS=3
module called
   use mpi_f08
   use, intrinsic :: iso_c_binding
   implicit none
   integer :: copies = 0, deletions = 0, errors = 0, freed = 0, code = -1
   integer(MPI_ADDRESS_KIND) :: last = 0
   type(MPI_Comm) :: failed
contains
   ! Keeps the element of larger absolute value.
   subroutine larger(invec, inoutvec, len, datatype)
      type(c_ptr), value :: invec, inoutvec
      integer :: len
      type(MPI_Datatype) :: datatype
      double precision, pointer :: a(:), b(:)

      if (datatype /= MPI_DOUBLE_PRECISION) error stop 'the type of an operation'
      call c_f_pointer(invec, a, [len])
      call c_f_pointer(inoutvec, b, [len])
      where (abs(a) > abs(b)) b = a
   end subroutine

   subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, &
         ierror)
      type(MPI_Comm) :: oldcomm
      integer :: comm_keyval, ierror
      integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      logical :: flag

      copies = copies + 1
      attribute_val_out = attribute_val_in + extra_state
      flag = oldcomm == MPI_COMM_WORLD .and. comm_keyval /= MPI_KEYVAL_INVALID
      ierror = MPI_SUCCESS
   end subroutine

   subroutine delete(comm, comm_keyval, attribute_val, extra_state, ierror)
      type(MPI_Comm) :: comm
      integer :: comm_keyval, ierror
      integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state

      deletions = deletions + 1
      last = attribute_val + 0*extra_state
      ierror = MPI_SUCCESS
      if (comm == MPI_COMM_NULL .or. comm_keyval == MPI_KEYVAL_INVALID) ierror = MPI_ERR_OTHER
   end subroutine

   subroutine handle(comm, error_code)
      type(MPI_Comm) :: comm
      integer :: error_code

      errors = errors + 1
      failed = comm
      code = error_code
   end subroutine

   subroutine query(extra_state, status, ierror)
      integer(MPI_ADDRESS_KIND) :: extra_state
      type(MPI_Status) :: status
      integer :: ierror

      call MPI_Status_set_elements(status, MPI_INTEGER, int(extra_state), ierror)
      call MPI_Status_set_cancelled(status, .false., ierror)
      status%MPI_TAG = 12
   end subroutine

   subroutine release(extra_state, ierror)
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror

      freed = int(extra_state)
      ierror = MPI_SUCCESS
   end subroutine

   subroutine release_and_count(extra_state, ierror)
      integer(MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror

      freed = int(extra_state)
      extra_state = extra_state + 1
      ierror = MPI_SUCCESS
   end subroutine

   subroutine cancel(extra_state, complete, ierror)
      integer(MPI_ADDRESS_KIND) :: extra_state
      logical :: complete
      integer :: ierror

      if (.not. complete) freed = -int(extra_state)
      ierror = MPI_SUCCESS
   end subroutine
end module

program callbacks
   use called
   use checks
   implicit none
   integer :: rank, ranks

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call operations()
   call attributes()
   call predefined_functions()
   call error_handlers()
   call generalized_requests()
   call states_of_generalized_requests()
   call MPI_Finalize()
   call checks_end()
contains
   subroutine operations()
      type(MPI_Op) :: op
      type(MPI_Request) :: request
      double precision, asynchronous :: x(50), y(50)
      integer :: i
      logical :: commutes

      call MPI_Op_create(larger, .true., op)
      call MPI_Op_commutative(op, commutes)
      call check(commutes, 'the operation commutes')
      x = [(dble((-1)**i*(rank + i)), i=1, 50)]
      call MPI_Allreduce(x, y, 50, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD)
      call check(all(abs(y) == [(ranks - 1 + i, i=1, 50)]), 'a procedure reduces')
      y = 0
      call MPI_Iallreduce(x, y, 50, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(abs(y) == [(ranks - 1 + i, i=1, 50)]), 'a procedure reduces later')
      call MPI_Op_free(op)
      call check(op == MPI_OP_NULL, 'a freed operation')
   end subroutine

   subroutine attributes()
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: value
      type(MPI_Comm) :: comm
      logical :: flag

      call MPI_Comm_create_keyval(copy, delete, keyval, 1000_MPI_ADDRESS_KIND)
      call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 5_MPI_ADDRESS_KIND)
      call MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, value, flag)
      call check(flag .and. value == 5, 'an attribute')
      call MPI_Comm_dup(MPI_COMM_WORLD, comm)
      call MPI_Comm_get_attr(comm, keyval, value, flag)
      call check(flag .and. value == 1005 .and. copies == 1, 'an attribute is copied')
      call MPI_Comm_set_attr(comm, keyval, -2_MPI_ADDRESS_KIND**40)
      call check(deletions == 1 .and. last == 1005, 'an attribute is replaced')
      call MPI_Comm_get_attr(comm, keyval, value, flag)
      call check(value == -2_MPI_ADDRESS_KIND**40, 'a large attribute')
      call MPI_Comm_free(comm)
      call check(deletions == 2 .and. last == -2_MPI_ADDRESS_KIND**40, 'an attribute goes')
      call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval)
      call check(deletions == 3, 'an attribute is deleted')
      call MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, value, flag)
      call check(.not. flag, 'no attribute')
      call MPI_Comm_free_keyval(keyval)
      call check(keyval == MPI_KEYVAL_INVALID, 'a freed key')
      call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag)
      call check(flag .and. value >= 32767, 'MPI_TAG_UB')
   end subroutine

   subroutine predefined_functions()
      integer :: keyval, none
      integer(MPI_ADDRESS_KIND) :: value
      type(MPI_Datatype) :: type, other
      logical :: flag

      call MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, keyval, &
         0_MPI_ADDRESS_KIND)
      call MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, none, &
         0_MPI_ADDRESS_KIND)
      call MPI_Type_contiguous(3, MPI_REAL, type)
      call MPI_Type_set_attr(type, keyval, 7_MPI_ADDRESS_KIND)
      call MPI_Type_set_attr(type, none, 8_MPI_ADDRESS_KIND)
      call MPI_Type_dup(type, other)
      call MPI_Type_get_attr(other, keyval, value, flag)
      call check(flag .and. value == 7, 'MPI_TYPE_DUP_FN')
      call MPI_Type_get_attr(other, none, value, flag)
      call check(.not. flag, 'MPI_TYPE_NULL_COPY_FN')
      call MPI_Type_free(type)
      call MPI_Type_free(other)
      call MPI_Type_free_keyval(keyval)
      call MPI_Type_free_keyval(none)
   end subroutine

   subroutine error_handlers()
      type(MPI_Errhandler) :: handler
      type(MPI_Comm) :: comm
      integer :: ierror, class, length
      character(MPI_MAX_ERROR_STRING) :: text

      call MPI_Comm_create_errhandler(handle, handler)
      call MPI_Comm_dup(MPI_COMM_WORLD, comm)
      call MPI_Comm_set_errhandler(comm, handler)
      call MPI_Errhandler_free(handler)
      call MPI_Send(rank, 1, MPI_INTEGER, ranks, 0, comm, ierror)
      call MPI_Error_class(code, class)
      call check(class == MPI_ERR_RANK .and. errors == 1, 'an error handler')
      call check(ierror == code .or. ierror == MPI_SUCCESS, 'what the call returns') ! 0: MPICH
      call check(failed == comm, 'the communicator of an error')
      call MPI_Error_string(code, text, length)
      call check(length > 0 .and. len_trim(text) == length, 'the text of an error')
      call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN)
      call MPI_Send(rank, -1, MPI_INTEGER, 0, 0, comm, ierror)
      call MPI_Error_class(ierror, class)
      call check(class == MPI_ERR_COUNT .and. errors == 1, 'MPI_ERRORS_RETURN')
      call MPI_Comm_free(comm)
   end subroutine

   subroutine generalized_requests()
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer :: count

      call MPI_Grequest_start(query, release, cancel, 3_MPI_ADDRESS_KIND, request)
      call MPI_Grequest_complete(request)
      call MPI_Wait(request, status)
      call MPI_Get_count(status, MPI_INTEGER, count)
      call check(count == 3 .and. status%MPI_TAG == 12 .and. freed == 3, 'a generalized request')
      call MPI_Grequest_start(query, release, cancel, 4_MPI_ADDRESS_KIND, request)
      call MPI_Cancel(request)
      call check(freed == -4, 'a generalized request is cancelled')
      call MPI_Grequest_complete(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(freed == 4, 'a cancelled request is freed')
   end subroutine

   ! The extra state is the program's variable: both sides see what the other one stores.
   subroutine states_of_generalized_requests()
      type(MPI_Request) :: request
      integer(MPI_ADDRESS_KIND) :: state

      state = 5
      call MPI_Grequest_start(query, release_and_count, cancel, state, request)
      state = 6
      call MPI_Grequest_complete(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(freed == 6, 'an extra state that the program has changed')
      call check(state == 7, 'an extra state that the procedure has changed')
   end subroutine
end program
