! SPDX-License-Identifier: MIT
! The other file: the common blocks in other shapes, one of them longer; local variables that stay.
block data starts
   integer :: a, b, extra(100), c
   common /several/ a, b, c, extra
   data c /3/
end block data

subroutine common_set(rank)
   implicit none
   integer, intent(in) :: rank
   integer :: pair(2), c, extra(100)
   common /several/ pair, c, extra

   pair = [rank, 2 * rank]
   extra = rank
end subroutine

integer function common_sum()
   implicit none
   integer :: everything(103)
   common /several/ everything

   common_sum = sum(everything)
end function

subroutine blank_set(rank)
   implicit none
   integer, intent(in) :: rank
   real(8) :: first, others(3), unused(1000)
   common first, others, unused

   first = rank
   others = [2, 3, 4] * rank
end subroutine

integer function counter(rank)
   implicit none
   integer, intent(in) :: rank
   integer, save :: count
   real(8) :: workspace(100000) ! too large for the stack: gfortran makes it static
   character(8), save :: last
   data count /0/, last /'none'/

   count = count + 1 + rank
   workspace = count
   if (last /= 'none') read (last, *) workspace(1)
   if (last /= 'none' .and. workspace(1) /= workspace(2) - 1 - rank) count = -1
   write (last, '(i8)') count
   counter = count
end function
