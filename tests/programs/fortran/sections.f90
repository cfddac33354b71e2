! SPDX-License-Identifier: MIT
! Array sections with gaps as buffers of mpi_f08, in blocking, nonblocking, persistent and
! collective calls: what lies between their elements stays.
! ranks: 1 2 5 33
! options: -O0 -O2 -O3
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! variant: integer-8; options: -O2; flags: -fdefault-integer-8
! environment: HEDDLE_LEAKS=3
program sections
   use mpi_f08
   use checks
   implicit none
   integer :: rank, ranks, next, before
   integer, parameter :: n = 6, m = 5

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   next = mod(rank + 1, ranks)
   before = mod(rank + ranks - 1, ranks)
   call check(MPI_SUBARRAYS_SUPPORTED, 'MPI_SUBARRAYS_SUPPORTED')
   call blocking()
   call nonblocking()
   call parts_of_types()
   call persistent()
   call of_three_dimensions()
   call backwards()
   call part_of_a_section()
   call broadcast()
   call gathered()
   call with_counts()
   call reduced()
   call pieces_of_larger_types()
   call made_types()
   call MPI_Finalize()
   call checks_end()
contains
   function matrix(of) result(a)
      integer, intent(in) :: of
      integer :: a(n, m), i, j
      forall (i=1:n, j=1:m) a(i, j) = 10000*of + 100*i + j
   end function

   subroutine blocking()
      integer, asynchronous :: a(n, m), b(n, m)

      a = matrix(rank)
      b = -1
      call MPI_Sendrecv(a(2, :), m, MPI_INTEGER, next, 1, b(4, :), m, MPI_INTEGER, before, 1, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      a = matrix(before)
      call check(all(b(4, :) == a(2, :)), 'a row')
      call check(all(b([1, 2, 3, 5, 6], :) == -1), 'other rows stay')
   end subroutine

   subroutine nonblocking()
      integer, asynchronous :: a(n, m), b(n, m), c(12)
      type(MPI_Request) :: requests(2)

      a = matrix(rank)
      b = -1
      call MPI_Irecv(b(1:4, 1:3), 12, MPI_INTEGER, before, 2, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(a(3:6, 2:4), 12, MPI_INTEGER, next, 2, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      a = matrix(before)
      call check(all(b(1:4, 1:3) == a(3:6, 2:4)), 'a part of a matrix')
      call check(all(b(5:, :) == -1) .and. all(b(:, 4:) == -1), 'the rest stays')
      a = matrix(rank)
      call MPI_Isend(a(3:6, 2:4), 12_MPI_COUNT_KIND, MPI_INTEGER, next, 2, MPI_COMM_WORLD, &
         requests(1))
      call MPI_Recv(c, 12, MPI_INTEGER, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
      a = matrix(before)
      call check(all(c == reshape(a(3:6, 2:4), [12])), 'a part into an array')
   end subroutine

   subroutine parts_of_types()
      type :: point
         real :: x, y
         double precision :: weights(3)
      end type
      type(point) :: p(n), q(n)
      integer :: i

      do i = 1, n
         p(i) = point(real(rank + i), -1.0, [1d0*i, 2d0*i, 3d0*i + rank])
      end do
      q = point(0.0, 0.0, 0d0)
      call MPI_Sendrecv(p%x, n, MPI_REAL, next, 3, q%y, n, MPI_REAL, before, 3, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE)
      call check(all(q%y == [(real(before + i), i=1, n)]) .and. all(q%x == 0), 'components')
      call MPI_Sendrecv(p(1:n:2)%weights(3), n/2, MPI_DOUBLE_PRECISION, next, 3, &
         q(2:n:2)%weights(1), n/2, MPI_DOUBLE_PRECISION, before, 3, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE)
      call check(all(q(2:n:2)%weights(1) == [(3d0*i + before, i=1, n, 2)]), 'of every other one')
      call check(all(q(1:n:2)%weights(1) == 0), 'of the others not')
   end subroutine

   subroutine persistent()
      integer, asynchronous :: a(n, m), b(n, m)
      integer :: i
      type(MPI_Request) :: requests(2)

      call MPI_Send_init(a(:, ::2), 3*n, MPI_INTEGER, next, 4, MPI_COMM_WORLD, requests(1))
      call MPI_Recv_init(b(:, ::2), 3*n, MPI_INTEGER, before, 4, MPI_COMM_WORLD, requests(2))
      do i = 1, 3
         a = matrix(rank + i)
         b = -1
         call MPI_Startall(2, requests)
         call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
         a = matrix(before + i)
         call check(all(b(:, ::2) == a(:, ::2)) .and. all(b(:, 2::2) == -1), 'persistent')
      end do
      call MPI_Request_free(requests(1))
      call MPI_Request_free(requests(2))
   end subroutine

   subroutine of_three_dimensions()
      double precision :: a(0:4, 2:6, 3), b(0:4, 2:6, 3)
      integer :: i, j, k

      forall (i=0:4, j=2:6, k=1:3) a(i, j, k) = 1000*rank + 100*i + 10*j + k
      b = -1
      call MPI_Sendrecv(a(0:4:2, 3:6:3, :), 18, MPI_DOUBLE_PRECISION, next, 5, b(1:3, 2:3, :), 18, &
         MPI_DOUBLE_PRECISION, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      forall (i=0:4, j=2:6, k=1:3) a(i, j, k) = 1000*before + 100*i + 10*j + k
      call check(all(b(1:3, 2:3, :) == a(0:4:2, 3:6:3, :)), 'three dimensions')
      call check(count(b == -1) == 75 - 18, 'elements between them')
   end subroutine

   subroutine backwards()
      integer, asynchronous :: a(n, m), b(n, m)

      a = matrix(rank)
      b = -1
      call MPI_Sendrecv(a(n:1:-1, 2), n, MPI_INTEGER, next, 6, b(:, 1), n, MPI_INTEGER, before, 6, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Sendrecv(a(n:1:-2, m:1:-1), 3*m, MPI_INTEGER, next, 6, b(::2, :), 3*m, &
         MPI_INTEGER, before, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      a = matrix(before)
      call check(all(b(::2, :) == a(n:1:-2, m:1:-1)), 'backwards')
      call check(all(b(2::2, 1) == a(n - 1:1:-2, 2)), 'a column backwards')
   end subroutine

   subroutine part_of_a_section()
      integer :: a(n, m), b(7), i, j

      a = matrix(rank)
      call MPI_Sendrecv(a(1:3, :), 7, MPI_INTEGER, next, 7, b, 7, MPI_INTEGER, before, 7, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      a = matrix(before)
      call check(all(b == [((a(i, j), i=1, 3), j=1, 2), a(1, 3)]), 'some elements of a section')
      call MPI_Sendrecv(a(1:3, 1:0), 0, MPI_INTEGER, next, 7, b(1:6:2), 0, MPI_INTEGER, before, 7, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
   end subroutine

   subroutine broadcast()
      integer, asynchronous :: a(n, m), b(n, m)
      type(MPI_Request) :: request

      a = -1
      if (rank == 0) a = matrix(7)
      call MPI_Bcast(a(2:3, 2:3), 4, MPI_INTEGER, 0, MPI_COMM_WORLD)
      b = matrix(7)
      call check(all(a(2:3, 2:3) == b(2:3, 2:3)), 'bcast')
      if (rank /= 0) call check(count(a == -1) == n*m - 4, 'bcast leaves the rest')
      call MPI_Ibcast(a(:, ::3), 2*n, MPI_INTEGER, 0, MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(a(:, ::3) == b(:, ::3)), 'ibcast')
   end subroutine

   subroutine gathered()
      integer :: a(n, m), i
      integer, allocatable :: all_of(:, :), rows(:, :, :)

      a = matrix(rank)
      allocate (all_of(2*ranks, m), source=-1)
      call MPI_Allgather(a(1:4:3, 2), 2, MPI_INTEGER, all_of(:, 3), 2, MPI_INTEGER, MPI_COMM_WORLD)
      call check(all(all_of(:, 3) == [(10000*i + 102, 10000*i + 402, i=0, ranks - 1)]), 'allgather')
      all_of = -1
      call MPI_Gather(a(2, 1:2), 2, MPI_INTEGER, all_of(:, 2), 2, MPI_INTEGER, 0, MPI_COMM_WORLD)
      if (rank == 0) call check(all(all_of(:, 2) == [(10000*i + 201, 10000*i + 202, &
         i=0, ranks - 1)]), 'gather')
      ! Blocks of rows with gaps: every rank's is a slice of the array.
      allocate (rows(4, m, ranks), source=-1)
      call MPI_Allgather(a(1:2, :), 2*m, MPI_INTEGER, rows(1:2, :, :), 2*m, MPI_INTEGER, &
         MPI_COMM_WORLD)
      do i = 1, ranks
         a = matrix(i - 1)
         call check(all(rows(1:2, :, i) == a(1:2, :)) .and. all(rows(3:, :, i) == -1), 'slices')
      end do
      rows = -1
      a = matrix(rank)
      call MPI_Allgather(a(1:2, 1), 2, MPI_INTEGER, rows(1:2, 1, :), 2, MPI_INTEGER, &
         MPI_COMM_WORLD)
      call check(all(rows(1, 1, :) == [(10000*i + 101, i=0, ranks - 1)]), 'columns of slices')
      rows = -1 ! no type describes blocks of three in rows of two
      if (ranks > 1) then
         call MPI_Alltoall(spread([1, 2, 3], 2, ranks), 3, MPI_INTEGER, rows(1:2, 1:3, :), 3, &
            MPI_INTEGER, MPI_COMM_WORLD)
         call check(all(reshape(rows(1:2, 1:2, 1), [4]) == [1, 2, 3, 1]), 'blocks across rows')
         call check(all(rows(3:, :, :) == -1), 'blocks across rows leave the rest')
      end if
   end subroutine

   subroutine with_counts()
      integer :: x(4), i
      integer, allocatable :: y(:)
      integer :: counts(ranks), places(ranks)

      allocate (y(4*ranks + 8), source=-1)
      x = [(10*rank + i, i=1, 4)]
      counts = 2
      places = [(2*i, i=ranks - 1, 0, -1)]
      call MPI_Allgatherv(x(1:4:3), 2, MPI_INTEGER, y(2::2), counts, places, MPI_INTEGER, &
         MPI_COMM_WORLD)
      call check(all(y(2:4*ranks:2) == [(10*i + 1, 10*i + 4, i=ranks - 1, 0, -1)]), 'allgatherv')
      call check(all(y(1::2) == -1), 'allgatherv leaves the rest')
   end subroutine

   subroutine reduced()
      integer, asynchronous :: a(n, m), b(n, m)
      real :: x(2*n), y(n)

      a = matrix(rank)
      b = -1
      call MPI_Allreduce(a(2, :), b(3, :), m, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
      a = matrix(ranks - 1)
      call check(all(b(3, :) == a(2, :)) .and. count(b == -1) == (n - 1)*m, 'allreduce')
      x = 1
      call MPI_Allreduce(MPI_IN_PLACE, x(1::2), n, MPI_REAL, MPI_SUM, MPI_COMM_WORLD)
      call check(all(x(1::2) == ranks) .and. all(x(2::2) == 1), 'in place')
      call MPI_Reduce(x(2::2), y, n, MPI_REAL, MPI_SUM, 0, MPI_COMM_WORLD)
      if (rank == 0) call check(all(y == ranks), 'reduce')
      call MPI_Exscan(x(2::2), y(::2), n/2, MPI_REAL, MPI_SUM, MPI_COMM_WORLD)
      if (rank > 0) call check(all(y(::2) == rank), 'exscan')
   end subroutine

   subroutine pieces_of_larger_types()
      complex :: z(2*n), w(n)
      double precision :: x(2*n), y(2*n)
      type(MPI_Datatype) :: pair

      z = cmplx(rank, 1)
      call MPI_Sendrecv(z(::2), 2*n, MPI_REAL, next, 8, w, 2*n, MPI_REAL, before, 8, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call check(all(w == cmplx(before, 1)), 'reals of complex elements')
      call MPI_Type_contiguous(2, MPI_DOUBLE_PRECISION, pair)
      call MPI_Type_commit(pair)
      x = rank
      y = -1
      call MPI_Sendrecv(reshape(x, [2, n]), n, pair, next, 8, y, n, pair, before, 8, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call check(all(y == before), 'pairs')
      call pairs_of_rows(spread(x(1:4), 2, m), pair)
      call MPI_Type_free(pair)
   end subroutine

   subroutine pairs_of_rows(x, pair)
      double precision, intent(in) :: x(4, m)
      type(MPI_Datatype), intent(in) :: pair
      double precision :: y(4, m), z(2*m)

      y = x
      y(3:4, :) = 99
      call MPI_Sendrecv(y(1:2, :), m, pair, next, 8, z, m, pair, before, 8, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE)
      call check(all(z == before), 'pairs of a section')
   end subroutine

   subroutine made_types()
      integer, asynchronous :: a(n, m), c(2)
      type(MPI_Datatype) :: gap
      type(MPI_Request) :: request

      call MPI_Type_vector(2, 1, 2, MPI_INTEGER, gap)
      call MPI_Type_commit(gap)
      a = matrix(rank)
      call MPI_Irecv(c, 2, MPI_INTEGER, before, 9, MPI_COMM_WORLD, request)
      call MPI_Send(a(1, ::2), 1, gap, next, 9, MPI_COMM_WORLD) ! its first and third element
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(c == [10000*before + 101, 10000*before + 105]), 'a type with gaps')
      call MPI_Type_free(gap)
   end subroutine
end program
