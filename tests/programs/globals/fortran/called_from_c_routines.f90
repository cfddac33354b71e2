! SPDX-License-Identifier: MIT
module called
   use iso_c_binding
   implicit none
   integer(c_int), bind(c) :: started_with = 11
   integer(c_int), bind(c) :: limit
   real(c_double), bind(c) :: grid(3, 2)
contains
   subroutine apply(function, times) bind(c)
      type(c_funptr), value :: function
      integer(c_int), value :: times
      integer(c_int) :: i, unused
      interface
         integer(c_int) function callback(n) bind(c)
            import c_int
            integer(c_int), value :: n
         end function
      end interface
      procedure(callback), pointer :: call_back

      call c_f_procpointer(function, call_back)
      do i = 1, times
         unused = call_back(i)
      end do
   end subroutine
end module

subroutine fill(by)
   use called
   implicit none
   real(8), intent(in) :: by
   integer :: count, i
   real(8) :: values(4)
   common /shared/ count, values

   count = limit
   do i = 1, limit
      values(i) = i * by
   end do
   grid = reshape([(started_with + i, i = 1, 6)], [3, 2])
end subroutine

real(8) function total()
   implicit none
   integer :: count
   real(8) :: values(4)
   common /shared/ count, values

   total = sum(values(:count))
end function
