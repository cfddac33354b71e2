! SPDX-License-Identifier: MIT
! Sections with gaps that no call may copy before it returns, or that need more than one type:
! nonblocking and persistent reductions, types with gaps, partitions, files, windows.
! ranks: 1 2 5 33
! options: -O0 -O2 -O3
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! environment: HEDDLE_LEAKS=3
program sections_pending
   use mpi_f08
   use checks
   implicit none
   integer :: rank, ranks, next, before
   integer, parameter :: n = 6, m = 5
   integer, asynchronous :: a(n, m), b(n, m)

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   next = mod(rank + 1, ranks)
   before = mod(rank + ranks - 1, ranks)
   call reduced_later()
   call reduced_by_many_requests()
   call reduced_often()
   call reduced_by_an_own_operation()
   call each_rank_its_own_section()
   call exchanged_with_types()
   call types_with_gaps()
   call structures_in_sections()
   call counts_of_types_with_gaps()
   call partitions()
   call windows()
   call files()
   call MPI_Finalize()
   call checks_end()
contains
   subroutine reset()
      integer :: i, j

      forall (i=1:n, j=1:m) a(i, j) = 100*i + j
      b = -1
   end subroutine

   subroutine reduced_later()
      type(MPI_Request) :: request
      logical :: flag

      call reset()
      call MPI_Iallreduce(a(2, :), b(3, :), m, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request)
      b(4, :) = -2 ! what lies between the elements may change meanwhile
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(b(3, :) == ranks*a(2, :)), 'iallreduce')
      call check(count(b == -1) == (n - 2)*m .and. all(b(4, :) == -2), 'iallreduce and the rest')
      call reset()
      call MPI_Iallreduce(MPI_IN_PLACE, a(::2, ::2), 9, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
         request)
      flag = .false.
      do while (.not. flag)
         call MPI_Test(request, flag, MPI_STATUS_IGNORE)
      end do
      call check(all(a(::2, 1) == ranks*[101, 301, 501]) .and. a(2, 1) == 201, 'in place')
      call reset()
      call MPI_Ireduce(a(:, 2), b(1:n:2, 1:2), n, MPI_INTEGER, MPI_MAX, ranks - 1, MPI_COMM_WORLD, &
         request)
      if (rank /= ranks - 1) b = -3 ! only the root's is significant
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      if (rank == ranks - 1) call check(all(b(1:n:2, 1:2) == reshape(a(:, 2), [3, 2])), 'ireduce')
      if (rank /= ranks - 1) call check(all(b == -3), 'ireduce leaves other ranks alone')
      call reset()
      call MPI_Iscan(a(1, :), b(6, :), m, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(b(6, :) == (rank + 1)*a(1, :)), 'iscan')
   end subroutine

   subroutine reduced_by_many_requests()
      type(MPI_Request) :: requests(3)
      integer :: done, indices(3), i, count
      logical :: flag
      integer, asynchronous :: c(3, 4)
      integer, parameter :: pairs(2, 3) = reshape([1, 1, 2, 2, 3, 3], [2, 3])
      integer, asynchronous :: ones(2, 3)

      ones = pairs
      c = 0
      do i = 1, 3
         call MPI_Iallreduce(ones(:, i), c(i, 1:3:2), 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
            requests(i))
      end do
      call MPI_Waitany(3, requests, done, MPI_STATUS_IGNORE)
      call check(all(c(done, 1:3:2) == done*ranks), 'waitany')
      call MPI_Waitsome(3, requests, count, indices, MPI_STATUSES_IGNORE)
      do i = 1, count
         call check(all(c(indices(i), 1:3:2) == indices(i)*ranks), 'waitsome')
      end do
      call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE)
      do i = 1, 3
         call check(all(c(i, 1:3:2) == i*ranks), 'waitall')
      end do
      call check(all(c(:, 2:4:2) == 0), 'nothing between them')
      c = 0
      do i = 1, 3
         call MPI_Iallreduce(ones(:, i), c(i, 1:3:2), 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
            requests(i))
      end do
      flag = .false.
      do while (.not. flag)
         call MPI_Request_get_status(requests(2), flag, MPI_STATUS_IGNORE)
      end do
      call check(all(c(2, 1:3:2) == 2*ranks), 'request_get_status')
      flag = .false.
      do while (.not. flag)
         call MPI_Testall(3, requests, flag, MPI_STATUSES_IGNORE)
      end do
      call check(all(c(:, 1) == [1, 2, 3]*ranks), 'testall')
   end subroutine

   subroutine reduced_often()
      type(MPI_Request) :: requests(2)
      integer :: i

      call MPI_Allreduce_init(a(2, :), b(3, :), m, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
         MPI_INFO_NULL, requests(1))
      call MPI_Exscan_init(a(:, 4), b(::2, ::4), n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
         MPI_INFO_NULL, requests(2))
      do i = 1, 3
         call reset()
         a(2, :) = i*[1, 2, 3, 4, 5]
         call MPI_Startall(2, requests)
         call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
         call check(all(b(3, 2:4) == i*ranks*[2, 3, 4]), 'allreduce_init')
         if (rank > 0) call check(b(1, 1) == rank*a(1, 4), 'exscan_init')
         if (rank > 0) call check(b(5, 5) == rank*a(6, 4), 'exscan_init, the last element')
         b = i
         call MPI_Start(requests(1))
         call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
         call check(all(b(3, :) == i*ranks*[1, 2, 3, 4, 5]), 'started again')
         call check(all(b(4, :) == i), 'started again and the rest')
      end do
      b = 7
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(b == 7), 'an inactive request writes nothing')
      call MPI_Request_free(requests(1))
      call MPI_Request_free(requests(2))
   end subroutine

   subroutine add(in, inout, len, datatype)
      use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
      type(c_ptr), value :: in, inout
      integer :: len
      type(MPI_Datatype) :: datatype
      integer, pointer :: x(:), y(:)

      call c_f_pointer(in, x, [2*len])
      call c_f_pointer(inout, y, [2*len])
      y = x + y
   end subroutine

   subroutine reduced_by_an_own_operation()
      type(MPI_Op) :: op
      type(MPI_Datatype) :: pair
      type(MPI_Request) :: request

      call MPI_Op_create(add, .true., op)
      call MPI_Type_contiguous(2, MPI_INTEGER, pair)
      call MPI_Type_commit(pair)
      call reset()
      call MPI_Iallreduce(a(1:4, 2:3), b(3:6, 3:4), 4, pair, op, MPI_COMM_WORLD, request)
      call MPI_Type_free(pair)
      call MPI_Op_free(op)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(b(3:6, 3:4) == ranks*a(1:4, 2:3)), 'an own operation')
   end subroutine

   subroutine each_rank_its_own_section()
      integer, asynchronous :: c(m)
      type(MPI_Request) :: request

      call reset()
      if (mod(rank, 2) == 0) then
         call MPI_Iallreduce(a(1, :), c, m, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request)
         call MPI_Wait(request, MPI_STATUS_IGNORE)
      else
         b(1:m, 1) = a(1, :)
         call MPI_Iallreduce(b(1:m, 1), b(m:1:-1, 2), m, MPI_INTEGER, MPI_SUM, &
            MPI_COMM_WORLD, request)
         call MPI_Wait(request, MPI_STATUS_IGNORE)
         c = b(m:1:-1, 2)
      end if
      call check(all(c == ranks*a(1, :)), 'layouts differ')
   end subroutine

   subroutine exchanged_with_types()
      integer, allocatable, asynchronous :: c(:, :), d(:, :)
      integer, asynchronous :: counts(ranks), places(ranks)
      integer :: i
      type(MPI_Datatype), asynchronous :: types(ranks)
      type(MPI_Request) :: request

      allocate (c(2, ranks), d(2, ranks), source=-1)
      c(1, :) = [(100*rank + i, i=1, ranks)]
      counts = 1
      places = [(4*i, i=0, ranks - 1)]
      types = MPI_INTEGER
      call MPI_Ialltoallw(c(1, :), counts, places, types, d(2, :), counts, places, types, &
         MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(d(2, :) == [(100*i + rank + 1, i=0, ranks - 1)]), 'ialltoallw')
      call check(all(d(1, :) == -1), 'ialltoallw leaves the rest')
   end subroutine

   subroutine types_with_gaps()
      integer, asynchronous :: c(2), x(3), y(n), z(3)
      type(MPI_Datatype) :: gap, corners
      type(MPI_Request) :: requests(2)

      call MPI_Type_vector(2, 1, 2, MPI_INTEGER, gap)
      call MPI_Type_commit(gap)
      call MPI_Type_create_indexed_block(3, 1, [0, 4, 7], MPI_INTEGER, corners)
      call MPI_Type_commit(corners)
      call reset()
      call MPI_Irecv(c, 2, MPI_INTEGER, before, 9, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(a(1, ::2), 1, gap, next, 9, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(c == [101, 105]), 'a type with gaps')
      call MPI_Irecv(b(2:n:2, 1:3), 1, corners, before, 9, MPI_COMM_WORLD, requests(1))
      z = [1, 2, 3]
      call MPI_Isend(z, 3, MPI_INTEGER, next, 9, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(b(2, 1) == 1 .and. b(4, 2) == 2 .and. b(4, 3) == 3, 'in two dimensions')
      call check(count(b == -1) == n*m - 3, 'a type with gaps leaves the rest')
      call MPI_Recv_init(b(n:1:-1, 5), 2, gap, before, 9, MPI_COMM_WORLD, requests(1))
      call MPI_Start(requests(1))
      y = [1, 2, 3, 4, 5, 6]
      call MPI_Send(y(::2), 1, gap, next, 9, MPI_COMM_WORLD)
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
      call check(all(b(:, 5) == [-1, -1, -1, 5, -1, 1]), 'backwards')
      call MPI_Request_free(requests(1))
      call MPI_Type_free(corners)
      call MPI_Sendrecv(a(1:3, 1), 1, gap, next, 9, x(::2), 2, MPI_INTEGER, before, 9, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call check(all(x(::2) == [101, 301]), 'and a type without')
      call MPI_Type_free(gap)
   end subroutine

   subroutine structures_in_sections()
      type :: point
         sequence
         double precision :: x
         integer :: i, j
      end type
      type(point), asynchronous :: p(2*n), q(2*n)
      type(MPI_Datatype) :: type, spaced
      type(MPI_Request) :: requests(2)
      integer :: i

      p = [(point(i, i, -i), i=1, 2*n)]
      q = point(0, 0, 0)
      call MPI_Type_create_struct(2, [1, 1], [8_MPI_ADDRESS_KIND, 0_MPI_ADDRESS_KIND], &
         [MPI_INTEGER, MPI_DOUBLE_PRECISION], type)
      call MPI_Type_create_resized(type, 0_MPI_ADDRESS_KIND, 16_MPI_ADDRESS_KIND, spaced)
      call MPI_Type_commit(spaced)
      call MPI_Irecv(q(2::2), n, spaced, before, 10, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(p(::2), n, spaced, next, 10, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(q(2::2)%x == p(::2)%x) .and. all(q(2::2)%i == p(::2)%i), 'structures')
      call check(all(q%j == 0) .and. all(q(1::2)%i == 0), 'components that no type names')
      call MPI_Type_free(type)
      call MPI_Type_free(spaced)
   end subroutine

   subroutine counts_of_types_with_gaps()
      integer, allocatable, asynchronous :: c(:, :)
      integer, asynchronous :: counts(ranks), places(ranks), own(2)
      integer :: i
      type(MPI_Datatype) :: gap, spaced
      type(MPI_Request) :: request

      allocate (c(2, 4*ranks), source=-1)
      call MPI_Type_vector(2, 1, 2, MPI_INTEGER, gap)
      call MPI_Type_create_resized(gap, 0_MPI_ADDRESS_KIND, 16_MPI_ADDRESS_KIND, spaced)
      call MPI_Type_commit(spaced)
      counts = 1
      places = [(i, i=ranks - 1, 0, -1)]
      own = [rank, -rank]
      call MPI_Iallgatherv(own, 2, MPI_INTEGER, c(2, :), counts, places, spaced, &
         MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(c(2, 1::4) == [(i, i=ranks - 1, 0, -1)]), 'iallgatherv')
      call check(all(c(2, 3::4) == [(-i, i=ranks - 1, 0, -1)]), 'iallgatherv, second elements')
      call check(count(c == -1) >= 6*ranks, 'iallgatherv leaves the rest')
      call MPI_Type_free(gap)
      call MPI_Type_free(spaced)
   end subroutine

   subroutine partitions()
      integer, asynchronous :: x(2*n, 4), y(n, 4)
      type(MPI_Request) :: requests(2)
      integer :: i

      x = reshape([(i, i=1, 8*n)], [2*n, 4])
      y = 0
      call MPI_Psend_init(x(::2, :), 4, int(n, MPI_COUNT_KIND), MPI_INTEGER, next, 11, &
         MPI_COMM_WORLD, MPI_INFO_NULL, requests(1))
      call MPI_Precv_init(y, 4, int(n, MPI_COUNT_KIND), MPI_INTEGER, before, 11, MPI_COMM_WORLD, &
         MPI_INFO_NULL, requests(2))
      call MPI_Startall(2, requests)
      call MPI_Pready_range(0, 3, requests(1))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(y == x(::2, :)), 'partitions')
      call MPI_Request_free(requests(1))
      call MPI_Request_free(requests(2))
   end subroutine

   subroutine windows()
      integer, asynchronous :: there(8), here(8)
      type(MPI_Win) :: win
      type(MPI_Datatype) :: gap

      there = 0
      here = [1, 2, 3, 4, 5, 6, 7, 8]
      call MPI_Type_vector(2, 1, 2, MPI_INTEGER, gap)
      call MPI_Type_commit(gap)
      call MPI_Win_create(there, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
      call MPI_Win_fence(0, win)
      call MPI_Put(here(::2), 1, gap, next, 1_MPI_ADDRESS_KIND, 2, MPI_INTEGER, win)
      call MPI_Accumulate(here(2::2), 4, MPI_INTEGER, next, 4_MPI_ADDRESS_KIND, 4, MPI_INTEGER, &
         MPI_SUM, win)
      call MPI_Win_fence(0, win)
      call check(all(there == [0, 1, 5, 0, 2, 4, 6, 8]), 'put and accumulate')
      call MPI_Type_free(gap)
      call MPI_Win_free(win)
   end subroutine

   subroutine files()
      integer, asynchronous :: x(2*n), y(2*n)
      type(MPI_File) :: file
      character(40) :: name

      write (name, '(a, i0)') 'sections_pending.', rank
      x = rank
      y = -1
      call MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE + MPI_MODE_RDWR + &
         MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file)
      call MPI_File_write_at_all_begin(file, 0_MPI_OFFSET_KIND, x(::2), n, MPI_INTEGER)
      call MPI_File_write_at_all_end(file, x(::2), MPI_STATUS_IGNORE)
      call MPI_File_read_at_all_begin(file, 0_MPI_OFFSET_KIND, y(2::2), n, MPI_INTEGER)
      call MPI_File_read_at_all_end(file, y(2::2), MPI_STATUS_IGNORE)
      call check(all(y(2::2) == rank) .and. all(y(::2) == -1), 'split collective access')
      call MPI_File_close(file)
   end subroutine
end program
