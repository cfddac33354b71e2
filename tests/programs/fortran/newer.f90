! SPDX-License-Identifier: MIT
! Calls that Debian's MPICH 4.0 lacks in Fortran: types, constants of MPI 4.1, operations with large
! counts, conversions of statuses in mpi. The other programs compile with it.
! ranks: 1 2 5
! options: -O0 -O2
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! environment: HEDDLE_LEAKS=3
module large
   use mpi_f08
   use, intrinsic :: iso_c_binding, only: c_ptr, c_loc, c_associated, c_f_pointer
   implicit none
contains
   ! Takes its operands in order.
   subroutine digits(invec, inoutvec, len, datatype)
      type(c_ptr), value :: invec, inoutvec
      integer(MPI_COUNT_KIND) :: len
      type(MPI_Datatype) :: datatype
      integer, pointer :: a(:), b(:)

      if (datatype /= MPI_INTEGER) error stop 'the type of a large operation'
      call c_f_pointer(invec, a, [len])
      call c_f_pointer(inoutvec, b, [len])
      b = mod(3*a + b, 1009)
   end subroutine
end module

program newer
   use large
   use checks
   implicit none
   integer :: rank, ranks

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call large_operation()
   call logical_kinds()
   call automatic_buffers()
   call imaginary_parts()
   call by_mpi()
   call by_mpif()
   call MPI_Finalize()
   call checks_end()
contains
   subroutine large_operation()
      type(MPI_Op) :: op
      integer :: got, expected, i

      call MPI_Op_create_c(digits, .false., op)
      call MPI_Allreduce(rank + 1, got, 1_MPI_COUNT_KIND, MPI_INTEGER, op, MPI_COMM_WORLD)
      expected = 1
      do i = 2, ranks
         expected = mod(3*expected + i, 1009)
      end do
      if (ranks <= 2) call check(got == expected, 'a large procedure, in the order of the ranks')
      call MPI_Op_free(op)
      call check(op == MPI_OP_NULL, 'a freed operation')
   end subroutine

   subroutine logical_kinds()
      logical(1) :: l1
      logical(2) :: l2
      logical(4) :: l4
      logical(8) :: l8
      logical :: first

      first = rank == 0
      l1 = first
      l2 = first
      l4 = first
      l8 = .true.
      call MPI_Allreduce(MPI_IN_PLACE, l1, 1, MPI_LOGICAL1, MPI_LOR, MPI_COMM_WORLD)
      call MPI_Allreduce(MPI_IN_PLACE, l2, 1, MPI_LOGICAL2, MPI_LXOR, MPI_COMM_WORLD)
      call MPI_Allreduce(MPI_IN_PLACE, l4, 1, MPI_LOGICAL4, MPI_LAND, MPI_COMM_WORLD)
      call MPI_Allreduce(MPI_IN_PLACE, l8, 1, MPI_LOGICAL8, MPI_LAND, MPI_COMM_WORLD)
      call check(logical(l1), 'MPI_LOGICAL1')
      call check(logical(l2), 'MPI_LOGICAL2')
      call check(logical(l4) .eqv. ranks == 1, 'MPI_LOGICAL4')
      call check(logical(l8), 'MPI_LOGICAL8')
   end subroutine

   subroutine automatic_buffers()
      type(c_ptr) :: address
      integer :: bytes

      call MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0)
      call MPI_Buffer_detach(address, bytes)
      call check(c_associated(address, c_loc(MPI_BUFFER_AUTOMATIC)), 'MPI_BUFFER_AUTOMATIC')
   end subroutine

   ! gfortran itself fails here with the interfaces of MPICH.
   subroutine imaginary_parts()
      complex :: z(4), w(4)
      integer :: i

      z = [(cmplx(rank, i), i=1, 4)]
      w = 0
      call MPI_Sendrecv(z%im, 4, MPI_REAL, rank, 3, w%re, 4, MPI_REAL, rank, 3, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE)
      call check(all(w == [(cmplx(i, 0), i=1, 4)]), 'imaginary parts')
   end subroutine
end program

subroutine by_mpi()
   use mpi
   use mpi_f08, only: MPI_Status
   use checks
   implicit none
   type(MPI_Status) :: status
   integer :: in_integers(MPI_STATUS_SIZE), ierror

   in_integers = 0
   in_integers(MPI_TAG) = 5
   call MPI_STATUS_F2F08(in_integers, status, ierror)
   call check(status%MPI_TAG == 5, 'status_f2f08')
end subroutine

subroutine by_mpif()
   use checks
   implicit none
   include 'mpif.h'
   integer(kind=MPI_ADDRESS_KIND) :: places(2)
   integer :: x(4), ierror

   call MPI_GET_ADDRESS(x(1), places(1), ierror)
   call MPI_GET_ADDRESS(x(3), places(2), ierror)
   call check(MPI_AINT_DIFF(places(2), places(1)) == 8, 'addresses')
end subroutine
