! SPDX-License-Identifier: MIT
! Asynchronous transfers of each rank's own file, while all use the same unit. (The runtime library
! loses memory with each asynchronous unit.)
! sanitizer: no
! options: -O0 -O2
! ranks: 1 2 5
! with: ranks.c
program own_asynchronous
   implicit none
   integer, external :: my_rank
   integer :: rank, round
   character(40) :: mine
   logical :: is_pending_now

   rank = my_rank()
   write (mine, '(a, i0)') 'asynchronous.', rank
   do round = 1, 20
      call check_asynchronous
   end do
   call finish
contains
   subroutine check_asynchronous
      integer, asynchronous :: sent(1000), got(1000)
      integer :: i, number

      sent = [(i * (rank + 1), i = 1, 1000)]
      got = 0
      open (12, file=trim(mine)//'.async', status='replace', form='unformatted', &
            asynchronous='yes')
      write (12, asynchronous='yes', id=number) sent
      wait (12, id=number)
      call meet
      rewind (12)
      read (12, asynchronous='yes') got
      wait (12)
      call expect(all(got == sent), 'an asynchronous transfer')
      inquire (12, pending=is_pending_now)
      call expect(.not. is_pending_now, 'nothing is pending')
      call meet
      close (12, status='delete')
   end subroutine
end program
