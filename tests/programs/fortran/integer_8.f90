! SPDX-License-Identifier: MIT
! INTEGERs and LOGICALs of 8 bytes, in mpif.h, mpi and mpi_f08: arrays and statuses that are
! converted, constants known by their addresses, what does not fit 4 bytes, addresses that are
! INTEGERs. Other programs of this folder have a variant with such INTEGERs.
! ranks: 1 2 5
! options: -O0 -O2 -O3
! flags: -w -fdefault-integer-8
! with: checks.f90
! variant: checked; options: -O1; flags: -fcheck=all
! environment: HEDDLE_LEAKS=3
program integer_8
   use mpi
   use checks
   implicit none
   integer :: rank, ranks, ierror

   call MPI_Init(ierror)
   call check(kind(rank) == 8 .and. MPI_INTEGER == MPI_INTEGER8, 'an INTEGER')
   call check(MPI_LOGICAL == MPI_LOGICAL8, 'a LOGICAL')
   rank = -1
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
   call check(rank >= 0 .and. rank < ranks .and. ierror == 0, 'all 8 bytes are written')
   call messages()
   call topologies()
   call types()
   call refused()
   call with_mpif()
   call with_f08()
   call MPI_Finalize(ierror)
   call checks_end()
contains
   subroutine messages()
      integer :: x(100), y(100), statuses(MPI_STATUS_SIZE, 2), status(MPI_STATUS_SIZE)
      integer :: requests(2), many(40), places(40), next, before, i, count
      logical :: flag

      next = mod(rank + 1, ranks)
      before = mod(rank + ranks - 1, ranks)
      x = [(2_8**40 + 1000*rank + i, i=1, 100)]
      call MPI_Irecv(y, 100, MPI_INTEGER, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, requests(1), ierror)
      call MPI_Isend(x, 100, MPI_INTEGER, next, 7, MPI_COMM_WORLD, requests(2), ierror)
      statuses = -1
      call MPI_Waitall(2, requests, statuses, ierror)
      call check(all(y == x + 1000*(before - rank)), 'numbers of 8 bytes')
      call check(statuses(MPI_SOURCE, 1) == before .and. statuses(MPI_TAG, 1) == 7, 'a status')
      call MPI_Get_count(statuses(:, 1), MPI_INTEGER, count, ierror)
      call check(count == 100 .and. all(requests == MPI_REQUEST_NULL), 'its count')
      many = MPI_REQUEST_NULL
      call MPI_Waitsome(40, many, count, places, MPI_STATUSES_IGNORE, ierror)
      call check(count == MPI_UNDEFINED, 'many requests')
      flag = .false.
      call MPI_Testall(40, many, flag, MPI_STATUSES_IGNORE, ierror)
      call check(flag, 'a LOGICAL that is written')
      call MPI_Allreduce(MPI_IN_PLACE, x, 100, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
      call check(x(100) == ranks*(2_8**40 + 100) + 500*ranks*(ranks - 1), 'a sum of 8 bytes')
      flag = rank == ranks - 1
      call MPI_Allreduce(MPI_IN_PLACE, flag, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierror)
      call check(flag, 'a LOGICAL that is reduced')
      call MPI_Gatherv(rank, 1, MPI_INTEGER, many, [(1, i=1, ranks)], [(i, i=0, ranks - 1)], &
         MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
      call check(rank /= 0 .or. all(many(:ranks) == [(i, i=0, ranks - 1)]), 'counts of a gather')
      call MPI_Recv(x, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, status, ierror)
      call check(status(MPI_SOURCE) == MPI_PROC_NULL, 'a status of nothing')
   end subroutine

   subroutine topologies()
      integer :: comm, dims(2), coords(2), place, group, part, others(1), weights(1), n
      logical :: periods(2), flag

      dims = 0
      call MPI_Dims_create(ranks, 2, dims, ierror)
      call check(product(dims) == ranks, 'dimensions')
      call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., comm, ierror)
      call MPI_Cart_get(comm, 2, dims, periods, coords, ierror)
      call check(periods(1) .and. .not. periods(2), 'periods')
      call MPI_Cart_rank(comm, coords, place, ierror)
      call check(place == rank, 'coordinates')
      call MPI_Comm_free(comm, ierror)
      call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [rank], MPI_UNWEIGHTED, 1, [rank], &
         MPI_UNWEIGHTED, MPI_INFO_NULL, .false., comm, ierror)
      call MPI_Dist_graph_neighbors_count(comm, n, n, flag, ierror)
      call check(n == 1 .and. .not. flag, 'a graph without weights')
      call MPI_Comm_free(comm, ierror)
      call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [rank], [3_8], 1, [rank], [4_8], &
         MPI_INFO_NULL, .false., comm, ierror)
      call MPI_Dist_graph_neighbors(comm, 1, others, weights, 1, others, MPI_UNWEIGHTED, ierror)
      call check(others(1) == rank .and. weights(1) == 3, 'weights')
      call MPI_Comm_free(comm, ierror)
      call MPI_Comm_group(MPI_COMM_WORLD, group, ierror)
      call MPI_Group_range_incl(group, 1, reshape([ranks - 1, 0_8, -1_8], [3, 1]), part, ierror)
      call MPI_Group_translate_ranks(part, 1, [0_8], group, others, ierror)
      call check(others(1) == ranks - 1, 'a range of ranks')
      call MPI_Group_free(part, ierror)
      call MPI_Group_free(group, ierror)
   end subroutine

   subroutine types()
      integer :: x(12), y(12), type, before(3), n(4), kinds(3), place, extent
      integer(MPI_ADDRESS_KIND) :: places(3)

      x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
      y = 0
      call MPI_Address(x, place, ierror)
      call MPI_Get_address(x, places(1), ierror)
      call check(place == places(1), 'an address that is an INTEGER')
      call MPI_Type_struct(1, [2_8], [place], [MPI_INTEGER], type, ierror)
      call MPI_Type_commit(type, ierror)
      call MPI_Sendrecv(MPI_BOTTOM, 1, type, 0, 0, y, 2, MPI_INTEGER, 0, 0, MPI_COMM_SELF, &
         MPI_STATUS_IGNORE, ierror)
      call check(y(1) == 1 .and. y(2) == 2, 'MPI_BOTTOM')
      call MPI_Type_free(type, ierror)
      call MPI_Type_vector(3, 1, 2, MPI_INTEGER, type, ierror)
      call MPI_Type_extent(type, extent, ierror)
      call check(extent == 40, 'an extent that is an INTEGER')
      call MPI_Type_get_envelope(type, n(1), n(2), n(3), n(4), ierror)
      call check(all(n == [3_8, 0_8, 1_8, int(MPI_COMBINER_VECTOR, 8)]), 'an envelope')
      before = -1
      kinds = MPI_DATATYPE_NULL
      call MPI_Type_get_contents(type, 3, 0, 1, before, places, kinds, ierror)
      call check(all(before == [3, 1, 2]) .and. kinds(1) == MPI_INTEGER8 .and. &
         kinds(2) == MPI_DATATYPE_NULL, 'contents')
      call MPI_Type_free(type, ierror)
   end subroutine

   ! Nothing is cut to 4 bytes.
   subroutine refused()
      integer :: comm, type, x, code, class

      call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
      call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
      call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierror)
      call MPI_Send(x, 1, MPI_INTEGER, 2_8**32, 0, comm, code)
      call MPI_Error_class(code, class, ierror)
      call check(class == MPI_ERR_RANK, 'a rank that does not fit')
      call MPI_Send(x, 1, MPI_INTEGER, 0, 2_8**32 + 1, comm, code)
      call MPI_Error_class(code, class, ierror)
      call check(class == MPI_ERR_TAG, 'a tag that does not fit')
      call MPI_Type_vector(2, 1, 2_8**33, MPI_INTEGER, type, code)
      call check(code /= MPI_SUCCESS, 'a stride that does not fit')
      call MPI_Type_contiguous(2_8**33, MPI_INTEGER, type, code)
      call check(code /= MPI_SUCCESS, 'a count of a type that does not fit')
      call MPI_Send(x, 1, MPI_2INTEGER, MPI_PROC_NULL, 0, comm, code)
      call check(code /= MPI_SUCCESS, 'MPI_2INTEGER')
      call MPI_Send(x, 2_8**33, MPI_INTEGER, MPI_PROC_NULL, 0, comm, code)
      call check(code == MPI_SUCCESS, 'a large count')
      call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL, ierror)
      call MPI_Comm_free(comm, ierror)
   end subroutine
end program

subroutine with_mpif()
   use checks
   implicit none
   include 'mpif.h'
   integer :: x(3), rank, ranks, ierror, i, status(MPI_STATUS_SIZE), keyval
   integer(MPI_ADDRESS_KIND) :: value
   logical :: flag
   external :: add

   call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
   call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierror)
   x = rank
   call MPI_ALLREDUCE(MPI_IN_PLACE, x, 3, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
   call check(all(x == ranks - 1), 'MPI_IN_PLACE of mpif.h')
   call MPI_SENDRECV(rank, 1, MPI_INTEGER, 0, 3, x, 1, MPI_INTEGER, 0, 3, MPI_COMM_SELF, status, &
      ierror)
   call check(x(1) == rank .and. status(MPI_TAG) == 3, 'a message of mpif.h')
   call MPI_COMM_CREATE_KEYVAL(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, value, ierror)
   value = 2_8**50
   call MPI_COMM_SET_ATTR(MPI_COMM_WORLD, keyval, value, ierror)
   call MPI_COMM_DUP(MPI_COMM_WORLD, i, ierror)
   value = 0
   call MPI_COMM_GET_ATTR(i, keyval, value, flag, ierror)
   call check(flag .and. value == 2_8**50, 'MPI_COMM_DUP_FN of mpif.h')
   call MPI_COMM_FREE(i, ierror)
   call MPI_COMM_FREE_KEYVAL(keyval, ierror)
end subroutine

module wide_operations
   use mpi_f08
   use, intrinsic :: iso_c_binding
   implicit none
contains
   subroutine join(invec, inoutvec, len, datatype)
      type(c_ptr), value :: invec, inoutvec
      integer :: len
      type(MPI_Datatype) :: datatype
      integer, pointer :: a(:), b(:)

      if (datatype /= MPI_INTEGER) error stop 'the type of an operation'
      call c_f_pointer(invec, a, [len])
      call c_f_pointer(inoutvec, b, [len])
      b = a + b
   end subroutine
end module

subroutine with_f08()
   use wide_operations
   use checks
   implicit none
   integer :: x(10), rank, ranks, bytes
   type(MPI_Op) :: op
   type(MPI_Status) :: status
   type(c_ptr) :: address

   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   x = 2_8**40
   call MPI_Op_create(join, .true., op)
   call MPI_Allreduce(MPI_IN_PLACE, x, 10, MPI_INTEGER, op, MPI_COMM_WORLD)
   call check(all(x == ranks*2_8**40), 'an operation of the program')
   call MPI_Op_free(op)
   x = rank
   call MPI_Sendrecv(x(1:10:3), 4, MPI_INTEGER, 0, status%MPI_TAG*0, x(2:5), 4, MPI_INTEGER, 0, 0, &
      MPI_COMM_SELF, status)
   call check(all(x == rank) .and. status%MPI_SOURCE == 0, 'a section with gaps')
   call MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0)
   call MPI_Buffer_detach(address, bytes)
   call check(c_associated(address, c_loc(MPI_BUFFER_AUTOMATIC)), 'MPI_BUFFER_AUTOMATIC')
end subroutine
