! SPDX-License-Identifier: MIT
! Makes the mistake that the first argument names; the second tells ranks apart. A script beside
! this folder, fortran_errors.sh, runs it. With ONLY_FORTRAN it is a program without MPI, whose
! messages are what is expected.
module values
   implicit none
   type :: value
      integer :: number
   contains
      procedure :: read_value
      generic :: read(formatted) => read_value
   end type
contains
   subroutine read_value(to, unit, edit, list, status, message)
      class(value), intent(inout) :: to
      integer, intent(in) :: unit, list(:)
      character(*), intent(in) :: edit
      integer, intent(out) :: status
      character(*), intent(inout) :: message
      status = 0
      if (edit /= 'DT' .and. size(list) >= 0 .and. len(message) > 0) read (unit, *) to%number
   end subroutine
   integer function stopping()
      character(8) :: how
      stopping = 1
      call get_command_argument(3, how)
      if (how == 'stop') stop 5
      if (how == 'exit') call exit(5)
      error stop 5
   end function
end module

program errors
#ifndef ONLY_FORTRAN
   use mpi
#endif
   use values
   implicit none
   character(24) :: what, mine, text
   character(4) :: short, wrong_word = 'odd'
   integer :: i, n, status, numbers(4), wrong_number = 77
   integer, asynchronous :: later
   real :: x
   logical :: is_so
   type(value) :: own
   namelist /list/ n

   call get_command_argument(1, what)
   call get_command_argument(2, mine)
   n = 0
   select case (what)
   case ('open_old')
      open (20, file='nowhere/at/all', status='old')
   case ('open_new')
      open (20, file='two.lines', status='new')
   case ('open_newunit')
      open (newunit=n, file='nowhere/at/all', status='old')
   case ('open_word')
      open (20, file=mine, form=wrong_word)
   case ('open_again')
      open (20, file='two.lines')
      open (20, file='nowhere/at/all', status='old')
   case ('open_other_form')
      open (20, file='two.lines')
      open (20, file='two.lines', form='unformatted')
   case ('open_length')
      open (20, file=mine, access='direct', recl=-wrong_number)
   case ('open_label_of_end')
      open (20, file='two.lines')
      do
         read (20, *, err=10) n
      end do
   case ('close_scratch')
      open (20, status='scratch')
      close (20, status='keep')
   case ('close_word')
      open (20, file='two.lines')
      close (20, status=wrong_word)
   case ('read_end')
      open (20, file='two.lines')
      read (20, *) n, n, n
   case ('read_end_message')
      open (20, file='two.lines')
      read (20, *, iomsg=text) n, n, n
   case ('read_end_twice')
      open (20, file='two.lines')
      read (20, *, iostat=status) n, n, n
      read (20, *) n
   case ('read_end_formatted')
      open (20, file='two.lines')
      read (20, '(i1/i1/i1)') n, n, n
   case ('read_end_unformatted')
      open (20, file='two.lines', form='unformatted')
      read (20) n, x
   case ('read_end_array')
      open (20, file='two.lines')
      read (20, *) numbers
   case ('read_end_then_count')
      open (20, file='two.lines')
      read (20, *) n, n, n, (numbers(i), i=1, stopping())
   case ('read_integer')
      open (20, file='words')
      read (20, *) n
   case ('read_integer_formatted')
      open (20, file='words')
      read (20, '(i5)') n
   case ('read_real')
      open (20, file='words')
      read (20, *) x
   case ('read_logical')
      open (20, file='words')
      read (20, *) is_so
   case ('read_type')
      open (20, file='words')
      read (20, *) own
   case ('read_other_type')
      open (20, file='two.lines')
      read (20, '(l1)') n
   case ('read_format')
      open (20, file='two.lines')
      text = '(i5,'
      read (20, text) n
   case ('read_record_end')
      open (20, file='two.lines', pad='no')
      read (20, '(a10)') text(:10)
   case ('read_record_end_advance')
      open (20, file='two.lines')
      read (20, '(i1, a10)', advance='no', size=n, err=10) n, text
   case ('read_record_none')
      open (20, file='two.lines', access='direct', recl=2)
      read (20, rec=9) short(1:2)
   case ('read_direct_without')
      open (20, file='two.lines', access='direct', recl=2)
      read (20) short(1:2)
   case ('read_what_is_written')
      open (20, file=mine, action='write')
      read (20, *) n
   case ('read_namelist')
      open (20, file='wrong.list')
      read (20, list)
   case ('read_namelist_end')
      open (20, file='words')
      read (20, list)
   case ('read_internal')
      text = 'words'
      read (text, *) n
   case ('read_internal_end')
      text = ' '
      read (text, *) n
   case ('read_negative')
      read (-wrong_number, *) n
   case ('read_default')
      read (33, *) n
   case ('read_input')
      read (*, *) n
   case ('write_long')
      open (20, file=mine, recl=4)
      write (20, '(a)') 'more than four'
   case ('write_long_direct')
      open (20, file=mine, access='direct', recl=4)
      write (20, rec=1) 'more than four'
   case ('write_long_internal')
      write (short, '(a)') 'more than four'
   case ('write_to_read')
      open (20, file='two.lines', action='read')
      write (20, *) n
   case ('write_type')
      open (20, file=mine)
      write (20, '(i5, i5)') 1, 2.5
   case ('write_format')
      open (20, file=mine)
      text = '(z'
      write (20, text) n
   case ('write_no_edit')
      open (20, file=mine)
      write (20, '(''nothing'')') n
   case ('write_after_end')
      open (20, file=mine)
      endfile (20)
      write (20, *) n
   case ('write_default')
      write (33, *) n
   case ('write_output')
      write (*, '(a, i5)') 'before the mistake', 2.5
   case ('write_error')
      write (0, '(a, i5)') 'before the mistake', 2.5
   case ('write_two_units')
      open (20, file=mine)
      open (21, file=trim(mine)//'b', recl=4)
      write (20, *) 'whole'
      write (20, *) nested()
   case ('backspace_direct')
      open (20, file=mine, access='direct', recl=4)
      backspace (20)
   case ('rewind_direct')
      open (20, file=mine, access='direct', recl=4)
      rewind (20)
   case ('endfile_direct')
      open (20, file=mine, access='direct', recl=4)
      endfile (20)
   case ('flush_none')
      flush (20)
   case ('wait_id')
      open (20, file='two.lines', asynchronous='yes')
      read (20, *, asynchronous='yes', id=n) later
      wait (20, id=wrong_number)
   case ('wait_end')
      open (20, file='two.lines', asynchronous='yes')
      read (20, *, asynchronous='yes') later, later, later
      wait (20)
   case ('wait_then_close')
      open (20, file='two.lines', asynchronous='yes')
      read (20, *, asynchronous='yes') later, later, later
      close (20)
   case ('wait_then_rewind')
      open (20, file='two.lines', asynchronous='yes')
      read (20, *, asynchronous='yes') later, later, later
      rewind (20)
   case ('read_asynchronous')
      open (20, file='words')
      read (20, *, asynchronous='yes') later
      wait (20)
   case ('in_list')
      open (20, file=mine)
      write (20, *) 'whole'
      write (20, *) 'part', stopping()
   case ('in_list_of_output')
      print *, 'whole'
      print *, 'part', stopping()
#ifndef ONLY_FORTRAN
   case ('among_waiting')
      call MPI_Init(status)
      if (mine == 'own.1') read (text, *) n
      if (mine == 'own.2') open (20, file='two.lines')
      if (mine == 'own.2') read (20, *) n, n, n
      call MPI_Barrier(MPI_COMM_WORLD, status)
#endif
   end select
10 print '(a)', 'ends'
contains
   integer function nested()
      write (21, '(a)') 'more than four'
      nested = 1
   end function
end program
