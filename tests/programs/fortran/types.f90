! SPDX-License-Identifier: MIT
! Types of Fortran in mpi_f08: in reductions, of every kind, by precision; addresses; contents.
! ranks: 1 2 5
! options: -O0 -O2 -O3
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! environment: HEDDLE_LEAKS=3
program types
   use mpi_f08
   use checks
   use, intrinsic :: iso_c_binding
   implicit none
   integer :: rank, ranks

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   call reductions()
   call kinds()
   call by_precision()
   call addresses()
   call contents()
   call alltoallw()
   call memory()
   call MPI_Finalize()
   call checks_end()
contains
   subroutine reductions()
      real :: pair(2)
      double precision :: pairs(2, 3)
      integer :: numbers(2), i
      complex(kind(0d0)) :: z

      pair = [real(mod(rank + 1, ranks)), real(rank)]
      call MPI_Allreduce(MPI_IN_PLACE, pair, 1, MPI_2REAL, MPI_MINLOC, MPI_COMM_WORLD)
      call check(all(pair == [0, ranks - 1]), 'MPI_2REAL')
      pairs = reshape([(dble(rank), dble(rank), i=1, 3)], [2, 3])
      call MPI_Allreduce(MPI_IN_PLACE, pairs, 3, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD)
      call check(all(pairs == ranks - 1), 'MPI_2DOUBLE_PRECISION')
      numbers = [rank, -rank]
      call MPI_Allreduce(MPI_IN_PLACE, numbers, 1, MPI_2INTEGER, MPI_MAXLOC, MPI_COMM_WORLD)
      call check(all(numbers == [ranks - 1, 1 - ranks]), 'MPI_2INTEGER')
      z = cmplx(1, 2, kind(0d0))
      call MPI_Allreduce(MPI_IN_PLACE, z, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD)
      call check(z == ranks*cmplx(1, 2, kind(0d0)), 'MPI_DOUBLE_COMPLEX')
   end subroutine

   subroutine kinds()
      integer(1) :: i1
      integer(2) :: i2
      integer(8) :: i8
      integer(16) :: i16
      real(16) :: r16
      complex(16) :: z16
      integer :: size

      i1 = 1
      i2 = 2
      i8 = 2_8**40
      i16 = 2_16**80
      r16 = 2.5_16
      z16 = (1.5_16, -1)
      call MPI_Allreduce(MPI_IN_PLACE, i1, 1, MPI_INTEGER1, MPI_SUM, MPI_COMM_WORLD)
      call MPI_Allreduce(MPI_IN_PLACE, i2, 1, MPI_INTEGER2, MPI_SUM, MPI_COMM_WORLD)
      call MPI_Allreduce(MPI_IN_PLACE, i8, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
      call check(i1 == ranks .and. i2 == 2*ranks .and. i8 == ranks*2_8**40, 'integers')
      call MPI_Allreduce(MPI_IN_PLACE, i16, 1, MPI_INTEGER16, MPI_SUM, MPI_COMM_WORLD)
      call check(i16 == ranks*2_16**80, 'MPI_INTEGER16')
      call MPI_Allreduce(MPI_IN_PLACE, r16, 1, MPI_REAL16, MPI_SUM, MPI_COMM_WORLD)
      call check(r16 == ranks*2.5_16, 'MPI_REAL16')
      call MPI_Allreduce(MPI_IN_PLACE, z16, 1, MPI_COMPLEX32, MPI_SUM, MPI_COMM_WORLD)
      call check(z16 == ranks*(1.5_16, -1), 'MPI_COMPLEX32')
      call MPI_Sizeof(z16, size)
      call check(size == 32, 'sizeof of a scalar')
      call MPI_Sizeof([i2, i2], size)
      call check(size == 2, 'sizeof of an element')
   end subroutine

   subroutine by_precision()
      type(MPI_Datatype) :: a, b
      integer, parameter :: long = selected_real_kind(15, 300), whole = selected_int_kind(12)
      real(long) :: x
      integer(whole) :: i
      integer :: size, integers, addresses, datatypes, combiner

      call MPI_Type_create_f90_real(15, 300, a)
      call MPI_Type_create_f90_real(15, 300, b)
      call check(a == b, 'one handle for equal arguments')
      x = 1.25_long
      call MPI_Allreduce(MPI_IN_PLACE, x, 1, a, MPI_SUM, MPI_COMM_WORLD)
      call check(x == ranks*1.25_long, 'a real by precision')
      call MPI_Type_create_f90_integer(12, a)
      i = 10_whole**11
      call MPI_Allreduce(MPI_IN_PLACE, i, 1, a, MPI_SUM, MPI_COMM_WORLD)
      call check(i == ranks*10_whole**11, 'an integer by range')
      call MPI_Type_get_envelope(a, integers, addresses, datatypes, combiner)
      call check(combiner == MPI_COMBINER_F90_INTEGER .and. integers == 1, 'its envelope')
      call MPI_Type_create_f90_complex(6, MPI_UNDEFINED, a)
      call MPI_Type_size(a, size)
      call check(size == 8, 'a complex by precision')
      call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, a)
      call check(a == MPI_REAL8 .or. a == MPI_DOUBLE_PRECISION, 'match_size')
   end subroutine

   subroutine addresses()
      type :: record
         integer :: number
         double precision :: values(2)
      end type
      type(record), target :: sent, got
      integer(MPI_ADDRESS_KIND) :: start, places(2), lb, extent
      type(MPI_Datatype) :: type
      integer :: next, before

      call MPI_Get_address(sent, start)
      call MPI_Get_address(sent%number, places(1))
      call MPI_Get_address(sent%values, places(2))
      call check(places(1) == start, 'the address of a component')
      places = MPI_Aint_diff(places(2), start)
      places(1) = 0
      call check(MPI_Aint_add(start, places(2)) == start + 8, 'arithmetic of addresses')
      call MPI_Type_create_struct(2, [1, 2], places, [MPI_INTEGER, MPI_DOUBLE_PRECISION], type)
      call MPI_Type_commit(type)
      call MPI_Type_get_extent(type, lb, extent)
      call check(lb == 0 .and. extent == c_sizeof(sent%number)*2 + 16, 'the extent of a record')
      next = mod(rank + 1, ranks)
      before = mod(rank + ranks - 1, ranks)
      sent = record(rank, [1d0, 2d0])
      call MPI_Sendrecv(sent, 1, type, next, 0, got, 1, type, before, 0, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE)
      call check(got%number == before .and. all(got%values == [1, 2]), 'a record')
      call MPI_Type_free(type)
      call MPI_Get_address(got%values, places(1))
      call MPI_Type_create_hindexed(1, [2], places, MPI_DOUBLE_PRECISION, type)
      call MPI_Type_commit(type)
      got%values = [5, 6]
      call MPI_Sendrecv_replace(MPI_BOTTOM, 1, type, next, 0, before, 0, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE)
      call check(all(got%values == [5, 6]), 'MPI_BOTTOM')
      call MPI_Type_free(type)
   end subroutine

   subroutine contents()
      type(MPI_Datatype) :: type, of(3)
      integer :: integers(4), i
      integer(MPI_ADDRESS_KIND) :: places(3), none(1)

      call MPI_Type_create_struct(3, [1, 2, 3], [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND, &
         32_MPI_ADDRESS_KIND], [MPI_REAL, MPI_REAL8, MPI_CHARACTER], type)
      of = MPI_DATATYPE_NULL
      call MPI_Type_get_contents(type, 4, 3, 3, integers, places, of)
      call check(all(integers == [3, 1, 2, 3]) .and. all(places == [0, 8, 32]), 'contents')
      call check(of(1) == MPI_REAL .and. of(2) == MPI_REAL8 .and. of(3) == MPI_CHARACTER, &
         'types in a type')
      call MPI_Type_free(type)
      call MPI_Type_contiguous(4, MPI_REAL, type)
      of = MPI_INTEGER
      call MPI_Type_get_contents(type, 4, 1, 3, integers, none, of)
      call check(integers(1) == 4 .and. of(1) == MPI_REAL, 'contents of a contiguous type')
      call check(all([(of(i) == MPI_INTEGER, i=2, 3)]), 'what is not written stays')
      call MPI_Type_free(type)
   end subroutine

   subroutine alltoallw()
      integer, asynchronous :: x(ranks), y(ranks)
      integer, asynchronous :: counts(ranks), places(ranks)
      type(MPI_Datatype), asynchronous :: of(ranks)
      type(MPI_Request) :: request
      integer :: i

      counts = 1
      places = [(4*(i - 1), i=1, ranks)]
      of = MPI_INTEGER
      x = [(100*rank + i, i=1, ranks)]
      call MPI_Alltoallw(x, counts, places, of, y, counts, places, of, MPI_COMM_WORLD)
      call check(all(y == [(100*i + rank + 1, i=0, ranks - 1)]), 'alltoallw')
      y = 0
      call MPI_Ialltoallw(x, counts, places, of, y, counts, places, of, MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(y == [(100*i + rank + 1, i=0, ranks - 1)]), 'ialltoallw')
      call MPI_Alltoallw(MPI_IN_PLACE, counts, places, of, y, counts, places, of, MPI_COMM_WORLD)
   end subroutine

   subroutine memory()
      type(c_ptr) :: address
      real, pointer :: x(:)
      character, target :: buffer(2000)
      integer :: bytes

      call MPI_Alloc_mem(400_MPI_ADDRESS_KIND, MPI_INFO_NULL, address)
      call c_f_pointer(address, x, [100])
      x = 1.5
      call check(sum(x) == 150, 'memory')
      call MPI_Free_mem(x)
      call MPI_Buffer_attach(buffer, 2000)
      call MPI_Buffer_detach(address, bytes)
      call check(bytes == 2000 .and. c_associated(address, c_loc(buffer)), 'an attached buffer')
   end subroutine
end program
