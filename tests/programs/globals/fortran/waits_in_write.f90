! SPDX-License-Identifier: MIT
! A function in the list of PRINT or WRITE may wait for other ranks, which write to the standard
! units, too: each rank's statement is its own, and its record stays whole.
! options: -O0 -O2
! ranks: 1 2 5
! with: ranks.c
! environment: ASAN_OPTIONS=detect_leaks=0
! expect-stdout: ^sum +[0-9]+ ends$
! expect-stdout: ^parts of a line [0-9]+$
! expect-stdout: ^all is well$
! expect-stderr: ^error unit [0-9]+$
program waits_in_write
   implicit none
   integer, external :: my_rank
   integer :: i, rank

   rank = my_rank()
   do i = 1, 20
      print '(a, i8, a)', 'sum', met(i), ' ends'
      write (0, '(a, i0)') 'error unit ', met(rank)
      write (*, '(a)', advance='no') 'parts '
      write (6, '(a, i0)') 'of a line ', met(i)
   end do
   open (6, file='/dev/null')
   write (6, *) 'not seen', met(rank)
   close (6)
   if (rank == 0) write (*, '(a)') 'all is well'
   call finish
contains
   integer function met(number)
      integer, intent(in) :: number
      call meet
      met = number
   end function
end program
