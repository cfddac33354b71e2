! SPDX-License-Identifier: MIT
! Units are each rank's own: all ranks use the same numbers at once, for files of their own, for one
! file that all read, for scratch files, for standard output sent elsewhere. Files that the program
! leaves open are complete when the rank ends.
! options: -O0 -O2
! ranks: 1 2 5
! with: ranks.c
program own_units
   implicit none
   integer, external :: my_rank
   integer :: rank, round, unit, status, number
   character(40) :: name, text, mine
   logical :: is_open, exists

   rank = my_rank()
   write (mine, '(a, i0)') 'units.', rank
   if (rank == 0) then
      open (30, file='units.common', status='replace')
      write (30, '(i0)') 10, 20, 30
      close (30)
   end if
   call meet
   do round = 1, 20
      call check_own_file
      call check_common_file
   end do
   call check_scratch
   call check_direct
   call check_no_file
   call check_standard
   call meet
   open (77, file=trim(mine)//'.left', status='replace')
   write (77, '(a)') 'left open'
   if (rank == 0) write (*, '(a)') 'all is well'
   call finish
contains
   subroutine check_own_file
      open (10, file=mine, status='replace', action='readwrite')
      call meet
      inquire (10, opened=is_open, name=name)
      call expect(is_open .and. index(name, trim(mine)) > 0, 'the unit is mine')
      write (10, '(a)', advance='no') 'rank '
      call meet
      write (10, '(i0)') rank
      write (10, *) round
      flush (10)
      inquire (file=mine, opened=is_open, number=number, exist=exists)
      call expect(is_open .and. exists .and. number == 10, 'the file is of unit 10')
      rewind (10)
      read (10, '(a)') text
      read (10, *) number
      write (name, '(a, i0)') 'rank ', rank
      call expect(text == name .and. number == round, 'what I wrote')
      read (10, *, iostat=status) number
      call expect(is_iostat_end(status), 'the end of the file')
      backspace (10)
      call meet
      close (10, status='delete')
      inquire (file=mine, exist=exists)
      inquire (10, opened=is_open)
      call expect(.not. exists .and. .not. is_open, 'the file is gone')
   end subroutine

   subroutine check_common_file
      integer :: numbers(3)

      open (newunit=unit, file='units.common', status='old', action='read')
      call meet
      read (unit, *) numbers
      call expect(all(numbers == [10, 20, 30]), 'what the first rank wrote')
      call meet
      close (unit)
      if (rank > 0) open (newunit=unit, file='units.common', status='old', action='read')
      call meet
      inquire (file='units.common', opened=is_open, number=number)
      call expect((is_open .eqv. rank > 0) .and. number == merge(unit, -1, rank > 0), 'whose it is')
      call meet
      if (rank > 0) close (unit)
   end subroutine

   subroutine check_scratch
      integer :: values(100), i

      open (12, status='scratch', form='unformatted')
      do i = 1, 100
         write (12) i * (rank + 1)
      end do
      call meet
      rewind (12)
      do i = 1, 100
         read (12) values(i)
      end do
      call expect(all(values == [(i * (rank + 1), i = 1, 100)]), 'a scratch file')
      close (12)
   end subroutine

   subroutine check_direct
      integer :: i, value

      open (11, file=trim(mine)//'.direct', access='direct', recl=4, status='replace')
      do i = 10, 1, -1
         write (11, rec=i) i + rank
      end do
      call meet
      read (11, rec=7) value
      call expect(value == 7 + rank, 'a record of a file of direct access')
      close (11, status='delete')
   end subroutine

   ! Without a name, the unit's number is in it; two ranks would write to the same file.
   subroutine check_no_file
      integer :: other

      if (rank == 0) then
         write (40, '(a)') 'by the unit alone'
         inquire (40, name=name)
         call expect(index(name, 'fort.40') > 0, 'the name of the unit')
         close (40)
         inquire (file='fort.40', exist=exists)
         call expect(exists, 'a file of its name')
         open (41, form='unformatted')
         write (41) rank
         rewind (41)
         read (41) other
         call expect(other == rank, 'an unformatted file of its name')
         close (41, status='delete')
         read (40, '(a)') text
         call expect(text == 'by the unit alone', 'the file again')
         close (40, status='delete')
         inquire (file='fort.40', exist=exists)
         call expect(.not. exists, 'deleted')
      end if
   end subroutine

   subroutine check_standard
      inquire (6, opened=is_open)
      call expect(is_open, 'standard output is connected')
      open (6, file=trim(mine)//'.output', status='replace')
      call meet
      write (*, '(a, i0)') 'diverted ', rank
      print '(a)', 'again'
      close (6)
      call meet
      open (13, file=trim(mine)//'.output', status='old')
      read (13, '(a)') text
      write (name, '(a, i0)') 'diverted ', rank
      call expect(text == name, 'what went to unit 6')
      read (13, '(a)') text
      call expect(text == 'again', 'what was printed')
      close (13, status='delete')
   end subroutine
end program
