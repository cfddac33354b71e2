! SPDX-License-Identifier: MIT
! Fortran's intrinsics about the process, asked by ranks at once: arguments, environment, the
! current directory, random numbers from a given start, the processor time.
! options: -O0 -O2
! ranks: 1 2 5
! arguments: first "a second one"
! environment: TEST_WORD=word HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0
! with: ranks.c
program own_arguments
   implicit none
   integer, external :: my_rank
   integer :: rank, round, length, status, seed_length
   integer, allocatable :: seed(:)
   character(20) :: text
   character(500) :: command
   real :: numbers(10), again(10), seconds

   rank = my_rank()
   call meet
   do round = 1, 100
      call expect(command_argument_count() == 2, 'two arguments')
      call get_command_argument(1, text)
      call expect(text == 'first', 'the first argument')
      call get_command_argument(2, text, length, status)
      call expect(text == 'a second one' .and. length == 12 .and. status == 0, 'the second one')
      call get_command_argument(3, text, length, status)
      call expect(text == '' .and. length == 0 .and. status > 0, 'no third one')
      call get_command(command, length)
      call expect(index(command(:length), 'first a second one') > 0, 'the command')
      call get_environment_variable('TEST_WORD', text)
      call expect(text == 'word', 'the environment')
      call get_environment_variable('PMI_RANK', text)
      read (text, *) length
      call expect(length == rank, 'the environment of the rank')
   end do
   call random_seed(size=seed_length)
   allocate (seed(seed_length), source=17 + rank)
   call random_seed(put=seed)
   call meet
   call random_number(numbers)
   call meet
   call random_seed(put=seed)
   call meet
   call random_number(again)
   call expect(all(numbers == again), 'random numbers come again')
   deallocate (seed)
   seconds = 0
   do while (rank == 0 .and. seconds < 0.4)
      call cpu_time(seconds)
   end do
   call meet
   call cpu_time(seconds)
   call expect((rank == 0) .eqv. seconds >= 0.4, 'the time of the rank, not of all')
   call finish
end program
