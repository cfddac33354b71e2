! SPDX-License-Identifier: MIT
block data of_the_library
   integer :: steps, numbers(4)
   common /of_library/ steps, numbers
   data steps /1/, numbers /1, 2, 3, 4/
end block data

module part
   implicit none
   integer, allocatable :: kept(:)
end module

subroutine part_grow(rank)
   use part
   implicit none
   integer, intent(in) :: rank
   integer :: steps, numbers(4)
   common /of_library/ steps, numbers

   numbers = numbers * 2
   allocate (kept(rank), source=1)
end subroutine

integer function part_sum()
   use part
   implicit none
   integer :: steps, numbers(4)
   common /of_library/ steps, numbers

   part_sum = sum(numbers) + sum(kept)
end function

subroutine part_open(name)
   character(*), intent(in) :: name
   open (15, file=name, status='replace')
end subroutine

subroutine part_close
   close (15)
end subroutine
