! SPDX-License-Identifier: MIT
! What the plate looks like, on a unit that stays open and in a file of records.
subroutine report_open(name)
   implicit none
   character(*), intent(in) :: name
   character(30) :: prefix
   integer :: lines, records
   common /report/ lines, records, prefix

   prefix = name
   lines = 0
   records = 0
   open (21, file=trim(name)//'.text', status='replace')
   open (22, file=trim(name)//'.records', status='replace', access='direct', recl=24)
end subroutine

subroutine report_step(step)
   use plate_grid
   implicit none
   integer, intent(in) :: step
   character(30) :: prefix
   integer :: lines, records, where(2)
   common /report/ lines, records, prefix
   character(10), save :: shades = ' .:-=+*#%@'
   character(80) :: row
   real(dp) :: most
   integer :: i, k, shade

   records = records + 1
   where = maxloc(inner)
   write (22, rec=records) sum(inner), where, step, lines
   if (mod(step, 10) /= 0) return
   most = maxval(inner)
   write (21, '(a, i4, a, f12.6)') 'step', step, ' most', most
   do k = 1, height, 3
      row = ''
      do i = 1, width
         shade = 1 + int(9 * max(inner(i, k), 0._dp) / most)
         row(i:i) = shades(shade:shade)
      end do
      write (21, '(a)') trim(row)
      lines = lines + 1
   end do
end subroutine

subroutine report_close
   implicit none
   character(30) :: prefix
   integer :: lines, records, where(2), step, lines_then, i, status
   common /report/ lines, records, prefix
   real(8) :: total
   character(80) :: line

   do i = 1, records, 13
      read (22, rec=i) total, where, step, lines_then
      print '(a, 1x, a, 4i5, f14.7)', trim(prefix), 'record', step, where, lines_then, total
   end do
   rewind (21)
   do
      read (21, '(a)', iostat=status) line
      if (status /= 0) exit
      print '(a, 1x, a)', trim(prefix), trim(line)
   end do
   close (21, status='delete')
   close (22, status='delete')
   print '(a, 1x, a, 2i6)', trim(prefix), 'lines and records', lines, records
end subroutine
