! SPDX-License-Identifier: MIT
! Windows in mpi_f08: sections with gaps at the origin, memory that a window brings, attributes,
! requests, atomic operations.
! ranks: 1 2 5 33
! options: -O0 -O2 -O3
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! environment: HEDDLE_LEAKS=3
program one_sided
   use mpi_f08
   use checks
   use, intrinsic :: iso_c_binding
   implicit none
   integer :: rank, ranks, next

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   next = mod(rank + 1, ranks)
   call sections()
   call atomics()
   call of_its_memory()
   call attributes()
   call MPI_Finalize()
   call checks_end()
contains
   subroutine sections()
      integer, asynchronous :: memory(20), x(5, 4), y(5, 4)
      type(MPI_Win) :: win
      type(MPI_Request) :: request
      integer :: i, j

      memory = -1
      forall (i=1:5, j=1:4) x(i, j) = 1000*rank + 10*i + j
      y = -1
      call MPI_Win_create(memory, int(80, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
      call MPI_Win_fence(0, win)
      call MPI_Put(x(2, :), 4, MPI_INTEGER, next, 3_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win)
      call MPI_Win_fence(0, win)
      call MPI_Get(y(1:5:2, 2:3), 4, MPI_INTEGER, next, 3_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win)
      call MPI_Win_fence(0, win)
      call check(all(memory(4:7) == [(1000*mod(rank + ranks - 1, ranks) + 20 + j, j=1, 4)]), 'put')
      call check(all(y(1:5:2, 2) == x(2, 1:3)) .and. y(1, 3) == x(2, 4), 'get')
      call check(count(y == -1) == 16, 'get leaves the rest')
      call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win)
      call MPI_Rput(x(1:4:3, 1), 2, MPI_INTEGER, next, 10_MPI_ADDRESS_KIND, 2, MPI_INTEGER, win, &
         request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call MPI_Win_unlock(next, win)
      call MPI_Barrier(MPI_COMM_WORLD)
      call check(memory(12) == 1000*mod(rank + ranks - 1, ranks) + 41, 'rput')
      call MPI_Win_free(win)
      call check(win == MPI_WIN_NULL, 'a freed window')
   end subroutine

   subroutine atomics()
      integer(8), asynchronous :: counter, one, before
      type(MPI_Win) :: win
      integer(8) :: compared

      counter = 0
      one = 1
      call MPI_Win_create(counter, 8_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)
      call MPI_Win_lock_all(0, win)
      call MPI_Fetch_and_op(one, before, MPI_INTEGER8, 0, 0_MPI_ADDRESS_KIND, MPI_SUM, win)
      call MPI_Win_flush(0, win)
      call check(before >= 0 .and. before < 2*ranks, 'fetch_and_op')
      call MPI_Accumulate(one, 1, MPI_INTEGER8, 0, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER8, MPI_SUM, &
         win)
      call MPI_Win_unlock_all(win)
      call MPI_Barrier(MPI_COMM_WORLD)
      call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)
      compared = 2*ranks
      call MPI_Compare_and_swap(compared, compared, before, MPI_INTEGER8, 0, 0_MPI_ADDRESS_KIND, &
         win)
      call MPI_Win_unlock(0, win)
      call check(before == 2*ranks, 'compare_and_swap')
      call MPI_Win_free(win)
   end subroutine

   subroutine of_its_memory()
      type(MPI_Win) :: win
      type(c_ptr) :: address
      real, pointer :: own(:)
      real, asynchronous :: got(3)

      call MPI_Win_allocate(12_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win)
      call c_f_pointer(address, own, [3])
      own = rank
      call MPI_Win_fence(0, win)
      call MPI_Get(got, 3, MPI_REAL, next, 0_MPI_ADDRESS_KIND, 3, MPI_REAL, win)
      call MPI_Win_fence(0, win)
      call check(all(got == next), 'memory that a window brings')
      call MPI_Win_free(win)
   end subroutine

   subroutine attributes()
      integer, target :: memory(3)
      type(MPI_Win) :: win
      integer(MPI_ADDRESS_KIND) :: value
      logical :: flag

      call MPI_Win_create(memory, 12_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
      call MPI_Win_get_attr(win, MPI_WIN_BASE, value, flag)
      call check(flag .and. value == transfer(c_loc(memory), value), 'MPI_WIN_BASE')
      call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag)
      call check(flag .and. value == 12, 'MPI_WIN_SIZE')
      call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, value, flag)
      call check(flag .and. value == 4, 'MPI_WIN_DISP_UNIT')
      call MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, value, flag)
      call check(flag .and. value == MPI_WIN_FLAVOR_CREATE, 'MPI_WIN_CREATE_FLAVOR')
      call MPI_Win_free(win)
   end subroutine
end program
