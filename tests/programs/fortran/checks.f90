! SPDX-License-Identifier: MIT
! What the programs of this folder check with.
module checks
   implicit none
   integer :: faults = 0
contains
   subroutine check(is_right, what)
      logical, intent(in) :: is_right
      character(*), intent(in) :: what
      if (is_right) return
      faults = faults + 1
      write (0, '(2a)') 'wrong: ', what
   end subroutine

   subroutine checks_end()
      if (faults /= 0) error stop 1
   end subroutine
end module
