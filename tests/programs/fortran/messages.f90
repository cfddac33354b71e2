! SPDX-License-Identifier: MIT
! Messages in mpi_f08: blocking, nonblocking, persistent, probed; requests counted from one.
! ranks: 1 2 5 33
! options: -O0 -O2 -O3
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all -Wall
! variant: integer-8; options: -O2; flags: -fdefault-integer-8
program messages
   use mpi_f08
   use checks
   implicit none
   integer :: rank, ranks, next, before

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   next = mod(rank + 1, ranks)
   before = mod(rank + ranks - 1, ranks)
   call in_a_ring()
   call with_requests()
   call persistent()
   call probed()
   call of_large_counts()
   call to_nobody()
   call MPI_Finalize()
   call checks_end()
contains
   subroutine in_a_ring()
      real :: x(3), y(3)
      character(5) :: word
      type(MPI_Status) :: status
      integer :: count, ierror

      x = rank
      call MPI_Sendrecv(x, 3, MPI_REAL, next, 4, y, 3, MPI_REAL, before, 4, MPI_COMM_WORLD, status)
      call check(all(y == before), 'sendrecv')
      call check(status%MPI_SOURCE == before .and. status%MPI_TAG == 4, 'fields of a status')
      call MPI_Get_count(status, MPI_REAL, count)
      call check(count == 3, 'count')
      word = 'abcde'
      call MPI_Sendrecv_replace(word, 5, MPI_CHARACTER, next, 1, before, MPI_ANY_TAG, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
      call check(word == 'abcde' .and. ierror == MPI_SUCCESS, 'characters')
   end subroutine

   subroutine with_requests()
      integer, asynchronous :: got(4), sent(4)
      integer :: i, index, indices(8), count
      type(MPI_Request) :: requests(8), one
      type(MPI_Status) :: statuses(8)
      logical :: flag

      sent = [(100*rank + i, i=1, 4)]
      do i = 1, 4
         call MPI_Irecv(got(i), 1, MPI_INTEGER, before, i, MPI_COMM_WORLD, requests(i))
         call MPI_Isend(sent(i), 1, MPI_INTEGER, next, i, MPI_COMM_WORLD, requests(4 + i))
      end do
      one = requests(1)
      call check(one == requests(1) .and. one /= MPI_REQUEST_NULL, 'handles are compared')
      call MPI_Waitall(8, requests, statuses)
      call check(all(got == [(100*before + i, i=1, 4)]), 'waitall')
      call check(all(statuses(1:4)%MPI_TAG == [1, 2, 3, 4]), 'statuses')
      call check(all([(requests(i) == MPI_REQUEST_NULL, i=1, 8)]), 'requests are gone')
      call MPI_Irecv(got(1), 1, MPI_INTEGER, before, 9, MPI_COMM_WORLD, requests(3))
      call MPI_Send(sent(2), 1, MPI_INTEGER, next, 9, MPI_COMM_WORLD)
      call MPI_Waitany(4, requests, index, MPI_STATUS_IGNORE)
      call check(index == 3, 'waitany counts from one')
      call MPI_Waitany(4, requests, index, MPI_STATUS_IGNORE)
      call check(index == MPI_UNDEFINED, 'waitany without a request')
      call MPI_Irecv(got(2), 1, MPI_INTEGER, before, 9, MPI_COMM_WORLD, requests(2))
      call MPI_Isend(sent(2), 1, MPI_INTEGER, next, 9, MPI_COMM_WORLD, one)
      call MPI_Waitsome(4, requests, count, indices, MPI_STATUSES_IGNORE)
      call check(count == 1 .and. indices(1) == 2, 'waitsome counts from one')
      call MPI_Wait(one, MPI_STATUS_IGNORE)
      call MPI_Testall(8, requests, flag, MPI_STATUSES_IGNORE)
      call check(flag, 'a flag is true')
      call MPI_Testany(8, requests, index, flag, MPI_STATUS_IGNORE)
      call check(flag .and. index == MPI_UNDEFINED, 'testany')
      call MPI_Irecv(got(2), 1, MPI_INTEGER, before, 77, MPI_COMM_WORLD, one)
      call MPI_Cancel(one)
      call MPI_Wait(one, statuses(1))
      call MPI_Test_cancelled(statuses(1), flag)
      call check(flag, 'a receive is cancelled')
   end subroutine

   subroutine persistent()
      type(MPI_Request) :: requests(2)
      double precision, asynchronous :: x, y
      integer :: i

      call MPI_Send_init(x, 1, MPI_DOUBLE_PRECISION, next, 5, MPI_COMM_WORLD, requests(1))
      call MPI_Recv_init(y, 1, MPI_DOUBLE_PRECISION, before, 5, MPI_COMM_WORLD, requests(2))
      do i = 1, 3
         x = rank + 0.5d0*i
         call MPI_Startall(2, requests)
         call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
         call MPI_F_sync_reg(y)
         call check(y == before + 0.5d0*i, 'persistent')
      end do
      call MPI_Request_free(requests(1))
      call MPI_Request_free(requests(2))
      call check(requests(1) == MPI_REQUEST_NULL, 'a freed request is null')
   end subroutine

   subroutine probed()
      type(MPI_Message) :: message
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      complex :: z(2), sent(2)
      integer :: count, in_integers(MPI_STATUS_SIZE)

      sent = cmplx(rank, -rank)
      call MPI_Isend(sent, 2, MPI_COMPLEX, next, 6, MPI_COMM_WORLD, request)
      call MPI_Mprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, message, status)
      call MPI_Get_count(status, MPI_COMPLEX, count)
      call MPI_Mrecv(z, count, MPI_COMPLEX, message, MPI_STATUS_IGNORE)
      call check(count == 2 .and. all(z == cmplx(before, -before)), 'mrecv')
      call check(message == MPI_MESSAGE_NULL, 'a message is received')
      call MPI_Status_f082f(status, in_integers)
      call check(in_integers(MPI_SOURCE) == before .and. in_integers(MPI_TAG) == 6, 'f082f')
      status%MPI_TAG = 0
      call MPI_Status_f2f08(in_integers, status)
      call check(status%MPI_TAG == 6, 'f2f08')
      call MPI_Wait(request, MPI_STATUS_IGNORE)
   end subroutine

   subroutine of_large_counts()
      integer(MPI_COUNT_KIND) :: count
      integer :: x(2), y(2)
      type(MPI_Status) :: status

      x = rank
      call MPI_Sendrecv(x, 2_MPI_COUNT_KIND, MPI_INTEGER, next, 1, y, 2_MPI_COUNT_KIND, &
         MPI_INTEGER, before, 1, MPI_COMM_WORLD, status)
      call MPI_Get_count(status, MPI_INTEGER, count)
      call check(count == 2 .and. all(y == before), 'the large form by the generic name')
   end subroutine

   subroutine to_nobody()
      type(MPI_Status) :: status
      integer :: x

      x = 5
      call MPI_Send(x, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
      call MPI_Recv(x, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, status)
      call check(status%MPI_SOURCE == MPI_PROC_NULL .and. x == 5, 'MPI_PROC_NULL')
   end subroutine
end program
