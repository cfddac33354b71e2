! SPDX-License-Identifier: MIT
! Every kind of static variable that Fortran has is each rank's own: module variables, SAVE, DATA,
! COMMON over two files and of two sizes, EQUIVALENCE, characters, namelists, allocatable and
! pointer arrays with their descriptors, objects and procedure pointers, and what gfortran makes
! static by itself.
! options: -O0 -O1 -O2 -O3
! ranks: 1 2 5
! with: ranks.c variables_other.f90
module kept
   implicit none
   type pair
      integer :: number = 5
      real(8), allocatable :: many(:)
      type(pair), pointer :: next => null()
   end type
   abstract interface
      integer function step(n)
         integer, intent(in) :: n
      end function
   end interface

   integer :: plain, initialised = 7, table(3, 2) = reshape([1, 2, 3, 4, 5, 6], [3, 2])
   complex(8) :: z = (1d0, -1d0)
   logical :: flag = .false.
   character(12) :: word = 'initial'
   character(:), allocatable :: text
   real(8), allocatable :: grows(:), plane(:, :)
   integer, target :: room(10) = 3
   integer, pointer :: window(:) => null(), one => room(2)
   type(pair), target :: first
   type(pair) :: pairs(2)
   procedure(step), pointer :: next_step => null()
   integer, protected :: counted = 0
   integer, parameter :: constant(3) = [10, 20, 30]
contains
   subroutine count_one
      counted = counted + 1
   end subroutine

   integer function by_one(n)
      integer, intent(in) :: n
      by_one = n + 1
   end function

   integer function by_two(n)
      integer, intent(in) :: n
      by_two = n + 2
   end function
end module

program own_variables
   use kept
   implicit none
   integer, external :: my_rank, common_sum, counter
   external :: common_set, blank_set
   integer :: rank, i
   integer :: of_main = 4             ! SAVE is implied
   real(8) :: large_of_main(50000)    ! static: the main program's
   integer :: overlaid, halves(2)
   real(8) :: whole
   equivalence (whole, halves), (overlaid, halves(2))
   integer :: size_of_mine, a, b
   common /several/ a, b, size_of_mine
   real(8) :: blank(4)
   common blank
   namelist /settings/ plain, word, flag, table
   character(200) :: line(20)

   rank = my_rank()
   call expect(plain == 0 .and. initialised == 7 .and. all(table(:, 2) == [4, 5, 6]), 'start')
   call expect(of_main == 4 .and. word == 'initial' .and. .not. flag, 'start of main')
   call expect(.not. allocated(grows) .and. .not. associated(window), 'start of arrays')
   call expect(associated(one, room(2)) .and. one == 3, 'a pointer that points from the start')
   call meet

   plain = rank
   initialised = initialised + rank
   table = table + rank
   z = z * rank
   flag = mod(rank, 2) == 1
   write (word, '(a, i0)') 'rank ', rank
   text = repeat('x', rank + 1)
   allocate (grows(rank + 1), plane(0:rank, -rank:rank))
   grows = [(real(i * rank, 8), i = 1, rank + 1)]
   plane = rank
   window => room(1 + mod(rank, 5):10:2)
   window = rank
   one = 100 + rank
   first%number = rank
   allocate (first%many(rank + 2), source=real(rank, 8))
   allocate (first%next)
   first%next%number = first%next%number + rank
   first%next%next => first
   pairs%number = [rank, -rank]
   next_step => by_one
   if (flag) next_step => by_two
   do i = 1, rank
      call count_one
   end do
   of_main = of_main + rank
   large_of_main = rank
   whole = 0
   overlaid = rank
   call common_set(rank)
   call blank_set(rank)
   call meet

   call expect(plain == rank .and. initialised == 7 + rank, 'module variables')
   call expect(all(table == reshape([1, 2, 3, 4, 5, 6], [3, 2]) + rank), 'an array with a start')
   call expect(z == (1d0, -1d0) * rank .and. flag .eqv. mod(rank, 2) == 1, 'complex and logical')
   call expect(len(text) == rank + 1 .and. verify(text, 'x') == 0, 'deferred length')
   call expect(size(grows) == rank + 1 .and. all(grows == [(i * rank, i = 1, rank + 1)]), 'grows')
   call expect(ubound(plane, 2) == rank .and. lbound(plane, 2) == -rank, 'bounds')
   call expect(sum(plane) == rank * (rank + 1) * (2 * rank + 1), 'plane')
   call expect(lbound(window, 1) == 1 .and. size(window) == (11 - mod(rank, 5)) / 2, 'window')
   call expect(room(2) == 100 + rank .and. associated(one, room(2)), 'a pointer to its target')
   call expect(all(window == rank .or. window == 100 + rank), 'window''s elements')
   call expect(first%number == rank .and. all(first%many == rank), 'an object')
   call expect(associated(first%next%next, first) .and. first%next%number == 5 + rank, 'a ring')
   call expect(all(pairs%number == [rank, -rank]), 'objects')
   call expect(next_step(1) == merge(3, 2, flag), 'a procedure pointer')
   call expect(counted == rank .and. all(constant == [10, 20, 30]), 'a protected variable')
   call expect(of_main == 4 + rank .and. all(large_of_main == rank), 'variables of main')
   call expect(halves(2) == rank .and. halves(1) == 0, 'equivalence')
   call expect(a == rank .and. b == 2 * rank .and. size_of_mine == 3, 'a common block')
   call expect(common_sum() == 3 * rank + 3 + 100 * rank, 'the same block elsewhere')
   call expect(all(blank == [1, 2, 3, 4] * rank), 'the blank common block')
   do i = 1, 10
      call expect(counter(rank) == i * (rank + 1), 'a saved local variable')
   end do
   call check_namelist
   call meet
   call finish
contains
   subroutine check_namelist
      line = ''
      write (line, nml=settings)
      plain = -1
      word = ''
      table = 0
      call meet
      read (line, nml=settings)
      call expect(plain == rank .and. table(2, 1) == 2 + rank, 'a namelist read back')
      write (line(1), '(a, i0)') 'rank ', rank
      call expect(word == line(1), 'a word of a namelist')
   end subroutine
end program
