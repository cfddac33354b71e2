! SPDX-License-Identifier: MIT
! A Fortran program without a call of MPI runs as ranks; ERROR STOP ends a rank with its status.
! launch: HEDDLE_NP
! ranks: 1 4
! expect-status: 7
! expect-stderr: ^ERROR STOP 7$
program own_stop
   implicit none
   integer :: calls = 0, i

   do i = 1, 1000
      call count
   end do
   if (calls == 1000) error stop 7
contains
   subroutine count
      calls = calls + 1
   end subroutine
end program
