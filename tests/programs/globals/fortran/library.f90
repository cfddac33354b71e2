! SPDX-License-Identifier: MIT
! The variables of a Fortran library and of the program that uses them are private alike, and so are
! the units of both.
! options: -O0 -O2
! ranks: 1 2 5
! library: library_part.f90
! with: ranks.c
program own_library
   implicit none
   integer, external :: my_rank, part_sum
   integer :: rank, steps, numbers(4)
   common /of_library/ steps, numbers
   character(20) :: name, text

   rank = my_rank()
   call expect(steps == 1 .and. all(numbers == [1, 2, 3, 4]), 'start')
   call meet
   numbers = numbers + rank
   steps = rank
   call part_grow(rank)
   call meet
   call expect(part_sum() == 2 * (10 + 4 * rank) + rank, 'what program and library did')
   call expect(all(numbers == ([1, 2, 3, 4] + rank) * 2), 'what the library did')
   write (name, '(a, i0)') 'library.', rank
   call part_open(name)
   call meet
   write (15, '(a)') name
   call part_close
   open (15, file=name)
   read (15, '(a)') text
   call expect(text == name, 'a unit that the library opened')
   close (15, status='delete')
   call finish
end program
