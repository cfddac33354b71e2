! SPDX-License-Identifier: MIT
! The procedures that MPI-3 removed, which old codes call, in mpif.h and in mpi: types made of
! addresses that are INTEGERs, the bounds of types, error handlers of communicators.
! ranks: 1 2 5
! options: -O0 -O2 -O3
! flags: -w
! environment: HEDDLE_LEAKS=3
! variant: checked; options: -O1; flags: -fcheck=all
! with: checks.f90
module handled
   implicit none
   integer :: errors = 0
contains
   subroutine handle(comm, code)
      integer :: comm, code
      errors = errors + 1
   end subroutine
end module

program removed
   use mpi
   use checks
   implicit none
   integer :: ierror, rank, ranks

   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
   call send_a_particle()
   call send_with_mpif()
   call ask_for_bounds()
   call handle_errors()
   call MPI_Finalize(ierror)
   call checks_end()
contains
   subroutine send_a_particle()
      type :: particle
         sequence
         double precision :: place(3)
         integer :: number
         character :: kind
         real :: charge
      end type
      type(particle) :: mine, other
      integer :: addresses(4), types(4), type, next, last

      types = [MPI_DOUBLE_PRECISION, MPI_INTEGER, MPI_CHARACTER, MPI_REAL]
      call MPI_Address(mine%place, addresses(1), ierror)
      call MPI_Address(mine%number, addresses(2), ierror)
      call MPI_Address(mine%kind, addresses(3), ierror)
      call PMPI_Address(mine%charge, addresses(4), ierror)
      call MPI_Type_struct(4, [3, 1, 1, 1], addresses - addresses(1), types, type, ierror)
      call MPI_Type_commit(type, ierror)
      mine = particle([1d0, 2d0, 3d0] * rank, rank, achar(65 + rank), 0.5 * rank)
      next = mod(rank + 1, ranks)
      last = mod(rank + ranks - 1, ranks)
      call MPI_Sendrecv(mine, 1, type, next, 0, other, 1, type, last, 0, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE, ierror)
      call check(all(other%place == [1d0, 2d0, 3d0] * last) .and. other%number == last .and. &
         other%kind == achar(65 + last) .and. other%charge == 0.5 * last, 'MPI_TYPE_STRUCT')
      call MPI_Type_free(type, ierror)
   end subroutine

   subroutine ask_for_bounds()
      integer :: type, extent, lower, upper

      call MPI_Type_hindexed(2, [1, 1], [-8, 16], MPI_DOUBLE_PRECISION, type, ierror)
      call MPI_Type_extent(type, extent, ierror)
      call MPI_Type_lb(type, lower, ierror)
      call MPI_Type_ub(type, upper, ierror)
      call check(lower == -8 .and. upper == 24 .and. extent == 32, 'the bounds of a type')
      call MPI_Type_free(type, ierror)
      call MPI_Type_hvector(2, 1, huge(1), MPI_DOUBLE_PRECISION, type, ierror)
      call MPI_Type_extent(type, extent, ierror)
      call PMPI_Type_lb(type, lower, ierror)
      call check(lower == 0 .and. extent == MPI_UNDEFINED, 'an extent that is no INTEGER')
      call MPI_Type_free(type, ierror)
   end subroutine

   subroutine handle_errors()
      use handled
      integer :: handler, other, comm

      call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
      call MPI_Errhandler_create(handle, handler, ierror)
      call MPI_Errhandler_set(comm, handler, ierror)
      call MPI_Send(rank, 1, MPI_INTEGER, ranks, 0, comm, ierror)
      call MPI_Errhandler_get(comm, other, ierror)
      call check(errors == 1 .and. other == handler, 'an error handler')
      call MPI_Errhandler_free(other, ierror)
      call MPI_Errhandler_free(handler, ierror)
      call MPI_Errhandler_set(comm, MPI_ERRORS_RETURN, ierror)
      call MPI_Send(rank, 1, MPI_INTEGER, ranks, 0, comm, ierror)
      call check(errors == 1 .and. ierror /= MPI_SUCCESS, 'MPI_ERRORS_RETURN')
      call MPI_Comm_free(comm, ierror)
   end subroutine
end program

! Two columns of every other element, and blocks at places given in bytes.
subroutine send_with_mpif()
   use checks
   implicit none
   include 'mpif.h'
   integer, asynchronous :: numbers(8), got(4)
   integer :: type, place, ierror, requests(2)
   integer, parameter :: many = 40
   integer :: row(3 * many), packed(many), i, blocks

   numbers = [1, 2, 3, 4, 5, 6, 7, 8]
   got = 0
   call MPI_TYPE_HVECTOR(4, 1, 8, MPI_INTEGER, type, ierror)
   call MPI_TYPE_COMMIT(type, ierror)
   call MPI_IRECV(got, 4, MPI_INTEGER, 0, 1, MPI_COMM_SELF, requests(1), ierror)
   call MPI_ISEND(numbers, 1, type, 0, 1, MPI_COMM_SELF, requests(2), ierror)
   call MPI_WAITALL(2, requests, MPI_STATUSES_IGNORE, ierror)
   call check(all(got == [1, 3, 5, 7]), 'MPI_TYPE_HVECTOR')
   call MPI_TYPE_FREE(type, ierror)

   row = [(i, i = 1, 3 * many)]
   call MPI_TYPE_HINDEXED(many, [(1, i = 1, many)], [(12 * i, i = 0, many - 1)], MPI_INTEGER, &
      type, ierror)
   call MPI_TYPE_COMMIT(type, ierror)
   place = 0
   call MPI_PACK(row, 1, type, packed, 4 * many, place, MPI_COMM_SELF, ierror)
   call check(place == 4 * many .and. all(packed == [(3 * i + 1, i = 0, many - 1)]), &
      'MPI_TYPE_HINDEXED')
   call MPI_TYPE_FREE(type, ierror)
   call MPI_TYPE_STRUCT(many, [(1, i = 1, many)], [(4 * i, i = 0, many - 1)], &
      [(MPI_INTEGER, i = 1, many)], blocks, ierror)
   call MPI_TYPE_SIZE(blocks, i, ierror)
   call check(i == 4 * many, 'MPI_TYPE_STRUCT of many')
   call MPI_TYPE_FREE(blocks, ierror)
end subroutine
