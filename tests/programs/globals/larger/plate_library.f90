! SPDX-License-Identifier: MIT
! A heated plate: a field on a grid, sources that wander over it, and a solver of the equations of
! one step by conjugate gradients. The library: all its state is in modules and common blocks.
module plate_grid
   implicit none
   integer, parameter :: dp = kind(1d0)
   type source
      real(dp) :: x = 0.5_dp, y = 0.5_dp, heat = 1
      type(source), pointer :: next => null()
   end type
   real(dp), allocatable, target :: field(:, :), previous(:, :)
   real(dp), pointer :: inner(:, :) => null()
   type(source), pointer :: sources => null()
   integer :: width = 0, height = 0, steps_done = 0
   character(:), allocatable :: title
   real(dp), protected :: heat_given = 0
contains
   subroutine grid_make(columns, rows)
      integer, intent(in) :: columns, rows

      width = columns
      height = rows
      allocate (field(0:width + 1, 0:height + 1), source=0._dp)
      allocate (previous, mold=field)
      inner => field(1:width, 1:height)
      title = 'plate'
   end subroutine

   subroutine grid_add_source(x, y, heat)
      real(dp), intent(in) :: x, y, heat
      type(source), pointer :: added

      allocate (added)
      added%x = x
      added%y = y
      added%heat = heat
      added%next => sources
      sources => added
   end subroutine

   subroutine grid_heat
      type(source), pointer :: each
      integer :: i, k

      each => sources
      do while (associated(each))
         i = 1 + int(each%x * (width - 1))
         k = 1 + int(each%y * (height - 1))
         inner(i, k) = inner(i, k) + each%heat
         heat_given = heat_given + each%heat
         each => each%next
      end do
   end subroutine

   recursive subroutine grid_free_sources(first)
      type(source), pointer, intent(inout) :: first

      if (.not. associated(first)) return
      call grid_free_sources(first%next)
      deallocate (first)
   end subroutine
end module

! Random numbers with their state in a common block, which the program looks into.
block data random_start
   integer(8) :: state, drawn
   common /random_state/ state, drawn
   data state /17/, drawn /0/
end block data

real(8) function draw()
   implicit none
   integer(8) :: state, drawn
   common /random_state/ state, drawn

   state = mod(state * 48271_8, 2147483647_8)
   drawn = drawn + 1
   draw = real(state, 8) / 2147483647d0
end function

module plate_solver
   use plate_grid
   implicit none
   abstract interface
      subroutine operator(x, y)
         import dp
         real(dp), intent(in) :: x(:, :)
         real(dp), intent(out) :: y(:, :)
      end subroutine
   end interface
   procedure(operator), pointer :: matrix => null()
   real(dp) :: tolerance = 1e-9_dp, conductance = 0.3_dp
   integer :: iterations = 0, solves = 0, history(50) = 0
   real(dp), allocatable, private, save :: residual(:, :), direction(:, :), image(:, :)
contains
   subroutine diffuse(x, y)
      real(dp), intent(in) :: x(:, :)
      real(dp), intent(out) :: y(:, :)
      integer :: i, k, columns, rows

      columns = size(x, 1)
      rows = size(x, 2)
      do k = 1, rows
         do i = 1, columns
            y(i, k) = (1 + 4 * conductance) * x(i, k)
            if (i > 1) y(i, k) = y(i, k) - conductance * x(i - 1, k)
            if (i < columns) y(i, k) = y(i, k) - conductance * x(i + 1, k)
            if (k > 1) y(i, k) = y(i, k) - conductance * x(i, k - 1)
            if (k < rows) y(i, k) = y(i, k) - conductance * x(i, k + 1)
         end do
      end do
   end subroutine

   subroutine solve(right, x)
      real(dp), intent(in) :: right(:, :)
      real(dp), intent(inout) :: x(:, :)
      real(dp) :: before, now, step
      integer :: round

      if (.not. allocated(residual)) then
         allocate (residual, mold=right)
         allocate (direction, mold=right)
         allocate (image, mold=right)
      end if
      call matrix(x, image)
      residual = right - image
      direction = residual
      before = sum(residual**2)
      do round = 1, 200
         if (sqrt(before) < tolerance) exit
         call matrix(direction, image)
         step = before / sum(direction * image)
         x = x + step * direction
         residual = residual - step * image
         now = sum(residual**2)
         direction = residual + (now / before) * direction
         before = now
         iterations = iterations + 1
      end do
      solves = solves + 1
      history(1 + mod(solves - 1, size(history))) = round - 1
   end subroutine
end module
