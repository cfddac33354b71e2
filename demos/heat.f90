! SPDX-License-Identifier: MIT
! Heat in a plate: a grid of processes, each with a part of the plate and a frame of its neighbours'
! edges around it. The edges are sections of the array, sent and received as they lie: rows of an
! array of Fortran have gaps. At the end the plate is a picture, written by rank 0.
!
!     mpiexec -n 6 ./heat [picture.pgm]
module plate
   use mpi_f08
   implicit none
   integer, parameter :: size_of_plate(2) = [240, 320], steps = 4000
   real, parameter :: hot = 100, cold = 0

   type(MPI_Comm) :: grid
   integer :: parts(2), place(2)  ! of the grid; this process's
   integer :: first(2), last(2)   ! what of the plate is this process's
   integer :: up, down, left, right
   real, allocatable, asynchronous :: now(:, :), next(:, :)
contains
   pure integer function start_of(part, dimension)
      integer, intent(in) :: part, dimension
      start_of = part*size_of_plate(dimension)/parts(dimension) + 1
   end function

   subroutine set_up()
      integer :: ranks, rank, d, j

      call MPI_Comm_size(MPI_COMM_WORLD, ranks)
      parts = 0
      call MPI_Dims_create(ranks, 2, parts)
      call MPI_Cart_create(MPI_COMM_WORLD, 2, parts, [.false., .true.], .true., grid)
      call MPI_Comm_rank(grid, rank)
      call MPI_Cart_coords(grid, rank, 2, place)
      call MPI_Cart_shift(grid, 0, 1, up, down)
      call MPI_Cart_shift(grid, 1, 1, left, right)
      do d = 1, 2
         first(d) = start_of(place(d), d)
         last(d) = start_of(place(d) + 1, d) - 1
      end do
      allocate (now(first(1) - 1:last(1) + 1, first(2) - 1:last(2) + 1), source=cold)
      if (up == MPI_PROC_NULL) &
         now(0, :) = [(hot*sin(3.14159*j/80)**2, j=first(2) - 1, last(2) + 1)]
      next = now
   end subroutine

   ! The four edges, without corners: the heat of a point needs none.
   subroutine exchange(u)
      real, asynchronous, intent(inout) :: u(first(1) - 1:, first(2) - 1:)
      type(MPI_Request) :: requests(8)

      associate (r => last(1) - first(1) + 1, c => last(2) - first(2) + 1)
         call MPI_Irecv(u(first(1) - 1, first(2):last(2)), c, MPI_REAL, up, 1, grid, requests(1))
         call MPI_Irecv(u(last(1) + 1, first(2):last(2)), c, MPI_REAL, down, 2, grid, requests(2))
         call MPI_Irecv(u(first(1):last(1), first(2) - 1), r, MPI_REAL, left, 3, grid, requests(3))
         call MPI_Irecv(u(first(1):last(1), last(2) + 1), r, MPI_REAL, right, 4, grid, requests(4))
         call MPI_Isend(u(last(1), first(2):last(2)), c, MPI_REAL, down, 1, grid, requests(5))
         call MPI_Isend(u(first(1), first(2):last(2)), c, MPI_REAL, up, 2, grid, requests(6))
         call MPI_Isend(u(first(1):last(1), last(2)), r, MPI_REAL, right, 3, grid, requests(7))
         call MPI_Isend(u(first(1):last(1), first(2)), r, MPI_REAL, left, 4, grid, requests(8))
      end associate
      call MPI_Waitall(8, requests, MPI_STATUSES_IGNORE)
   end subroutine

   subroutine step()
      integer :: i, j

      do j = first(2), last(2)
         do i = first(1), last(1)
            next(i, j) = 0.25*(now(i - 1, j) + now(i + 1, j) + now(i, j - 1) + now(i, j + 1))
         end do
      end do
      now(first(1):last(1), first(2):last(2)) = next(first(1):last(1), first(2):last(2))
   end subroutine

   ! Rank 0 receives each part where it belongs in the whole: a section with gaps again.
   subroutine draw(file)
      character(*), intent(in) :: file
      real, allocatable :: whole(:, :)
      type(MPI_Request) :: request
      integer :: rank, other, at(2), from(2), to(2), d, unit

      call MPI_Comm_rank(grid, rank)
      call MPI_Isend(now(first(1):last(1), first(2):last(2)), product(last - first + 1), MPI_REAL, &
         0, 5, grid, request)
      if (rank == 0) then
         allocate (whole(size_of_plate(1), size_of_plate(2)))
         do other = 0, product(parts) - 1
            call MPI_Cart_coords(grid, other, 2, at)
            do d = 1, 2
               from(d) = start_of(at(d), d)
               to(d) = start_of(at(d) + 1, d) - 1
            end do
            call MPI_Recv(whole(from(1):to(1), from(2):to(2)), product(to - from + 1), MPI_REAL, &
               other, 5, grid, MPI_STATUS_IGNORE)
         end do
         print '(a, f0.6)', 'mean temperature ', sum(dble(whole))/size(whole)
         open (newunit=unit, file=file, access='stream', form='unformatted', status='replace')
         write (unit) 'P5'//new_line('a')//text(size_of_plate(2))//' '//text(size_of_plate(1)), &
            new_line('a')//'255'//new_line('a'), achar(nint(255*sqrt(transpose(whole)/hot)))
         close (unit)
      end if
      call MPI_Wait(request, MPI_STATUS_IGNORE)
   end subroutine

   function text(number)
      integer, intent(in) :: number
      character(:), allocatable :: text
      character(12) :: digits

      write (digits, '(i0)') number
      text = trim(digits)
   end function
end module

program heat
   use plate
   implicit none
   character(200) :: file
   integer :: i

   call MPI_Init()
   call get_command_argument(1, file)
   if (file == '') file = 'heat.pgm'
   call set_up()
   do i = 1, steps
      call exchange(now)
      call step()
   end do
   call draw(trim(file))
   call MPI_Comm_free(grid)
   call MPI_Finalize()
end program
