! SPDX-License-Identifier: MIT
! GNU Fortran's functions that are given a unit, and internal files: each rank's own, while all use
! the same units.
! options: -O0 -O2
! ranks: 1 2 5
! with: ranks.c
module texts
   implicit none
   character(12), save :: lines(3) = ['first ', 'second', 'third ']
   character(30), save :: buffer = ' '
end module

program own_positions
   use texts
   implicit none
   integer, external :: my_rank
   integer :: rank, round, status, place
   character(40) :: mine
   character :: letter

   rank = my_rank()
   write (mine, '(a, i0)') 'positions.', rank
   do round = 1, 20
      call check_stream
      call check_letters
      call check_internal
   end do
   call check_standard
   call finish
contains
   subroutine check_stream
      integer(8) :: large
      integer :: facts(13)

      open (10, file=trim(mine)//'.stream', status='replace', access='stream', form='formatted')
      call meet
      write (10, '(a)') repeat('x', 10 + rank)
      call expect(ftell(10) == 11 + rank, 'ftell tells of my unit')
      call ftell(10, large)
      call expect(large == 11 + rank, 'and so does the subroutine')
      call meet
      flush (10)
      call fstat(10, facts, status)
      call expect(status == 0 .and. facts(8) == 11 + rank, 'the size of my file')
      call fseek(10, 2, 0, status)
      call expect(status == 0 .and. ftell(10) == 2, 'fseek moves my unit')
      call meet
      call expect(fnum(10) > 2 .and. .not. isatty(10), 'my file')
      call expect(fnum(99) == -1, 'a unit that is not open')
      close (10, status='delete')
   end subroutine

   subroutine check_letters
      integer :: i

      open (11, file=trim(mine)//'.letters', status='replace', access='stream')
      do i = 0, 9
         call fputc(11, achar(97 + mod(rank + i, 26)), status)
         call expect(status == 0, 'a letter is written')
      end do
      call meet
      call flush(11)
      rewind (11)
      do i = 0, 9
         status = fgetc(11, letter)
         call expect(status == 0 .and. letter == achar(97 + mod(rank + i, 26)), 'my letter')
      end do
      call expect(fgetc(11, letter) == -1, 'the end of my letters')
      call meet
      close (11, status='delete')
   end subroutine

   subroutine check_internal
      integer :: a, b

      write (buffer, '(i5, 1x, i5)') rank, round
      call meet
      read (buffer, *) a, b
      call expect(a == rank .and. b == round, 'an internal file')
      write (lines(2), '(i0)') 100 + rank
      call meet
      read (lines(2), *) a
      call expect(a == 100 + rank, 'an internal file of several records')
   end subroutine

   ! Ranks but the first find the end of standard input, which is empty here in any case.
   subroutine check_standard
      call expect(fget(letter) == -1, 'the end of standard input')
      open (6, file=trim(mine)//'.output', status='replace')
      do place = 1, 3
         call fput(achar(64 + place + mod(rank, 20)), status)
      end do
      close (6)
      open (13, file=trim(mine)//'.output', status='old')
      read (13, '(a)', iostat=status) buffer
      call expect(buffer(1:1) == achar(65 + mod(rank, 20)) .and. buffer(4:) == ' ', 'put to unit 6')
      close (13, status='delete')
   end subroutine
end program
