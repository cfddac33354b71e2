! SPDX-License-Identifier: MIT
! Heats a plate; what is heated, and where, comes from a number, the first argument. The second one
! precedes each line of output, and names the files.
module settings
   use plate_grid, only: dp
   implicit none
   integer :: columns = 40, rows = 24, steps = 60, how_many = 4
   logical :: wander = .true.
   character(16) :: kind = 'plain'
   real(dp) :: limits(2) = [0.2_dp, 0.8_dp]
   namelist /plate/ columns, rows, steps, how_many, wander, kind, limits
end module

program heated_plate
   use plate_grid
   use plate_solver
   use settings
   implicit none
   integer(8) :: state, drawn
   common /random_state/ state, drawn
   real(8), external :: draw
   character(30) :: number, name = '?'
   real(dp) :: sums(100)
   integer :: step, i, counted = 0
   equivalence (sums(1), first_sum)
   real(dp) :: first_sum

   call get_command_argument(1, number)
   call get_command_argument(2, name)
   read (number, *) i
   state = 1000 + 77 * i
   call read_settings
   call grid_make(columns, rows)
   title = trim(name)//' '//trim(kind)
   matrix => diffuse
   do i = 1, how_many
      call grid_add_source(between(), between(), 1 + draw())
   end do
   call report_open(name)
   do step = 1, steps
      if (wander) call move_sources
      call grid_heat
      previous = field
      call solve(previous(1:width, 1:height), inner)
      call count_step
      sums(1 + mod(step - 1, size(sums))) = sum(inner)
      call report_step(step)
   end do
   print '(a, 1x, 3i7, 2f16.8)', trim(title), solves, iterations, counted, first_sum, heat_given
   print '(a, 1x, 20i4)', trim(title), history(:20)
   print '(a, 1x, a, i7, i12)', trim(title), 'random numbers', drawn, state
   call report_close
   call grid_free_sources(sources)
   if (associated(sources)) error stop 'sources are left'
contains
   ! From a text of namelists, which differs with the number.
   subroutine read_settings
      character(120) :: text(2)
      character(*), parameter :: kinds(3) = [character(8) :: 'steel', 'copper', 'slate']

      write (text(1), '(a, i0, a, i0, a)') '&plate columns = ', 30 + int(20 * draw()), &
         ', rows = ', 20 + int(10 * draw()), ', '
      write (text(2), '(3a, i0, a)') 'kind = "', trim(kinds(1 + int(3 * draw()))), &
         '", how_many = ', 2 + int(6 * draw()), ' /'
      read (text, nml=plate)
      conductance = conductance + draw() / 10
   end subroutine

   real(dp) function between()
      between = limits(1) + (limits(2) - limits(1)) * draw()
   end function

   subroutine move_sources
      type(source), pointer :: each

      each => sources
      do while (associated(each))
         each%x = min(max(each%x + (draw() - 0.5_dp) / 10, 0._dp), 1._dp)
         each%y = min(max(each%y + (draw() - 0.5_dp) / 10, 0._dp), 1._dp)
         each => each%next
      end do
   end subroutine

   subroutine count_step
      integer :: own = 0 ! saved, since it is initialised

      own = own + 1
      counted = counted + own
   end subroutine
end program
