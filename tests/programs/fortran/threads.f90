! SPDX-License-Identifier: MIT
! Threads of OpenMP that exchange sections with gaps at once: each has types of its own, which are
! freed with MPI.
! ranks: 1 2 5
! options: -O0 -O2
! flags: -fopenmp
! sanitizer: no
! with: checks.f90
! environment: HEDDLE_LEAKS=3 OMP_NUM_THREADS=3
program threads
   use mpi_f08
   use omp_lib
   use checks
   implicit none
   integer :: rank, ranks, provided, round

   call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
   call check(provided == MPI_THREAD_MULTIPLE, 'MPI_THREAD_MULTIPLE')
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   do round = 1, 20
      !$omp parallel
      call exchange(omp_get_thread_num(), round)
      !$omp end parallel
   end do
   call MPI_Finalize()
   call checks_end()
contains
   subroutine exchange(thread, round)
      integer, intent(in) :: thread, round
      integer, asynchronous :: a(6, 8), b(6, 8)
      type(MPI_Request) :: requests(2)
      logical :: is_right

      a = 1000*rank + 10*thread + round
      b = -1
      call MPI_Irecv(b(2:5:3, ::2), 8, MPI_INTEGER, mod(rank + ranks - 1, ranks), thread, &
         MPI_COMM_WORLD, requests(1))
      call MPI_Isend(a(1 + thread, :), 8, MPI_INTEGER, mod(rank + 1, ranks), thread, &
         MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      is_right = all(b(2:5:3, ::2) == 1000*mod(rank + ranks - 1, ranks) + 10*thread + round) .and. &
         count(b == -1) == 40
      !$omp critical
      call check(is_right, 'sections of a thread')
      !$omp end critical
   end subroutine
end program
