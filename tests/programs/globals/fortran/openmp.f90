! SPDX-License-Identifier: MIT
! OpenMP in Fortran ranks: the threads of a team share their rank's variables, also those of common
! blocks and modules; threadprivate ones are each thread's; pools, tasks and nested regions.
! options: -O0 -O2 -O3
! flags: -fopenmp
! ranks: 1 2 4
! with: ranks.c
! sanitizer: no
module team
   use omp_lib
   implicit none
   integer, parameter :: threads = 3, rounds = 20
   integer :: rank, total, by_thread(0:threads - 1) = 0
   integer :: mine = 1
   integer, allocatable :: numbers(:)
   integer :: in_block, own_in_block
   common /one_for_all/ in_block
   common /own/ own_in_block
   !$omp threadprivate(mine, /own/)
contains
   recursive integer function fibonacci(n) result(found)
      integer, intent(in) :: n
      integer :: first, second

      found = n
      if (n < 2) return
      !$omp task shared(first)
      first = fibonacci(n - 1)
      !$omp end task
      !$omp task shared(second)
      second = fibonacci(n - 2)
      !$omp end task
      !$omp taskwait
      !$omp atomic
      total = total + 1
      found = first + second
   end function
end module

program own_openmp
   use team
   implicit none
   integer, external :: my_rank
   integer :: i, round, found
   integer, save :: sum_of_all

   rank = my_rank()
   call meet
   do round = 1, rounds
      total = 0
      !$omp parallel num_threads(threads)
      by_thread(omp_get_thread_num()) = by_thread(omp_get_thread_num()) + rank + 1
      mine = mine + rank
      own_in_block = round * (rank + 1)
      !$omp atomic
      total = total + rank + 1
      !$omp end parallel
      call expect(total == threads * (rank + 1), 'a sum of all threads')
   end do
   call expect(all(by_thread == rounds * (rank + 1)), 'what each thread did')

   total = 0
   !$omp parallel num_threads(threads) reduction(+:total)
   total = mine + own_in_block
   !$omp end parallel
   call expect(total == threads * (1 + rounds * rank + rounds * (rank + 1)), 'threadprivate')
   own_in_block = 5 + rank
   !$omp parallel num_threads(threads) copyin(own_in_block) reduction(+:total)
   total = total + own_in_block
   !$omp end parallel
   call expect(total == threads * (6 + rank + rounds * (2 * rank + 1)), 'copyin')

   allocate (numbers(1000))
   sum_of_all = 0
   !$omp parallel do num_threads(threads) reduction(+:sum_of_all) schedule(dynamic, 7)
   do i = 1, 1000
      numbers(i) = i * rank
      sum_of_all = sum_of_all + numbers(i)
   end do
   call expect(sum_of_all == 500500 * rank .and. sum(numbers) == sum_of_all, 'a loop')

   total = 0
   !$omp parallel num_threads(threads)
   !$omp single
   found = fibonacci(10 + rank)
   !$omp end single
   !$omp end parallel
   call expect(found == nth(10 + rank) .and. total == nth(11 + rank) - 1, 'tasks')

   in_block = 0
   call omp_set_max_active_levels(2)
   !$omp parallel num_threads(2)
   !$omp parallel num_threads(2)
   !$omp critical
   in_block = in_block + rank + my_rank()
   !$omp end critical
   !$omp end parallel
   !$omp end parallel
   call expect(in_block == 8 * rank, 'nested regions')
   call meet
   call finish
contains
   integer function nth(n)
      integer, intent(in) :: n
      integer :: k, before, after

      nth = 0
      after = 1
      do k = 1, n
         before = nth
         nth = after
         after = before + after
      end do
   end function
end program
