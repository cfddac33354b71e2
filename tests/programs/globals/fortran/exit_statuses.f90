! SPDX-License-Identifier: MIT
! Each rank ends as it likes; the job's status is that of the lowest rank that failed. (The
! runtime library loses memory when it ends a program.)
! sanitizer: no
! ranks: 6
! with: ranks.c
! expect-status: 3
! expect-stderr: ^STOP all is well$
! expect-stderr: ^STOP 3$
! expect-stderr: ^ERROR STOP too bad$
! expect-stderr: Fortran runtime error: .*nowhere
! expect-stdout: ^ the last line of rank +5$
program own_statuses
   implicit none
   integer, external :: my_rank
   integer :: rank

   rank = my_rank()
   call finish
   select case (rank)
   case (0)
      stop 'all is well'
   case (1)
      stop 3
   case (2)
      error stop 'too bad'
   case (3)
      open (10, file='/nowhere/at/all', status='old')
   case (4)
      call exit(9)
   end select
   print *, 'the last line of rank', rank
end program
