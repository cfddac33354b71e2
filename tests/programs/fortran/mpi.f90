! SPDX-License-Identifier: MIT
! The module mpi: messages, sections that the compiler copies, statuses as arrays, attributes and
! callbacks by integers, memory by address and by TYPE(C_PTR).
! ranks: 1 2 5 33
! options: -O0 -O2 -O3
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! variant: integer-8; options: -O2; flags: -fdefault-integer-8
! environment: HEDDLE_LEAKS=3
module called
   use mpi
   implicit none
   integer :: deletions = 0
contains
   subroutine add(invec, inoutvec, len, datatype)
      integer :: len, datatype
      real :: invec(len), inoutvec(len)

      if (datatype == MPI_REAL) inoutvec = inoutvec + invec
   end subroutine

   subroutine delete(comm, keyval, attribute_val, extra_state, ierror)
      integer :: comm, keyval, ierror
      integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state

      if (comm /= MPI_COMM_NULL .and. keyval /= MPI_KEYVAL_INVALID) &
         deletions = deletions + int(attribute_val*extra_state)
      ierror = MPI_SUCCESS
   end subroutine
end module

program main
   use called
   use checks
   use, intrinsic :: iso_c_binding
   implicit none
   integer :: rank, ranks, next, before, ierror

   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
   next = mod(rank + 1, ranks)
   before = mod(rank + ranks - 1, ranks)
   call messages()
   call functions()
   call memory()
   call handles()
   call MPI_Finalize(ierror)
   call checks_end()
contains
   subroutine messages()
      integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2), requests(2), count, size
      real :: a(4, 6), b(4, 6)
      character(8) :: word
      logical :: flag

      a = rank
      b = -1
      call MPI_Sendrecv(a(2, :), 6, MPI_REAL, next, 1, b(3, :), 6, MPI_REAL, before, 1, &
         MPI_COMM_WORLD, status, ierror)
      call check(all(b(3, :) == before) .and. all(b(:2, :) == -1), 'sections')
      call MPI_Get_count(status, MPI_REAL, count, ierror)
      call check(count == 6 .and. status(MPI_SOURCE) == before, 'a status')
      call MPI_Irecv(b, 24, MPI_REAL, before, 2, MPI_COMM_WORLD, requests(1), ierror)
      call MPI_Isend(a, 24, MPI_REAL, next, 2, MPI_COMM_WORLD, requests(2), ierror)
      call MPI_Waitall(2, requests, statuses, ierror)
      call MPI_F_sync_reg(b)
      call check(all(b == before) .and. statuses(MPI_TAG, 1) == 2, 'statuses')
      word = 'a word'
      call MPI_Bcast(word, len(word), MPI_CHARACTER, 0, MPI_COMM_WORLD, ierror)
      call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, flag, MPI_STATUS_IGNORE, ierror)
      call check(.not. flag .and. word == 'a word', 'iprobe')
      call MPI_Sizeof(1d0, size, ierror)
      call check(size == 8, 'sizeof')
   end subroutine

   subroutine functions()
      integer :: op, keyval, comm
      real :: x(3), y(3)
      integer(MPI_ADDRESS_KIND) :: value
      logical :: flag

      call MPI_Op_create(add, .true., op, ierror)
      x = [1, 2, rank]
      call MPI_Reduce(x, y, 3, MPI_REAL, op, 0, MPI_COMM_WORLD, ierror)
      if (rank == 0) call check(all(y == [ranks, 2*ranks, ranks*(ranks - 1)/2]), 'an operation')
      call MPI_Op_free(op, ierror)
      call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, delete, keyval, 3_MPI_ADDRESS_KIND, ierror)
      call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
      call MPI_Comm_set_attr(comm, keyval, 7_MPI_ADDRESS_KIND, ierror)
      call MPI_Comm_get_attr(comm, keyval, value, flag, ierror)
      call check(flag .and. value == 7, 'an attribute')
      call MPI_Comm_free(comm, ierror)
      call check(deletions == 21, 'a procedure deletes')
      call MPI_Comm_free_keyval(keyval, ierror)
   end subroutine

   subroutine memory()
      type(c_ptr) :: address
      integer(MPI_ADDRESS_KIND) :: number
      integer, pointer :: x(:)

      call MPI_Alloc_mem(40_MPI_ADDRESS_KIND, MPI_INFO_NULL, address, ierror)
      call c_f_pointer(address, x, [10])
      x = 3
      call check(sum(x) == 30, 'memory by TYPE(C_PTR)')
      call MPI_Free_mem(x, ierror)
      call MPI_Alloc_mem(40_MPI_ADDRESS_KIND, MPI_INFO_NULL, number, ierror)
      call check(number /= 0, 'memory by address')
      call c_f_pointer(transfer(number, address), x, [10])
      call MPI_Free_mem(x, ierror)
   end subroutine

   subroutine handles()
      type(MPI_Comm) :: comm, same

      comm%MPI_VAL = MPI_COMM_WORLD
      same = comm
      call check(comm == same .and. .not. comm /= same, 'the types of mpi_f08')
      call check(.not. MPI_SUBARRAYS_SUPPORTED, 'MPI_SUBARRAYS_SUPPORTED')
   end subroutine
end program
