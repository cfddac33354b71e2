! SPDX-License-Identifier: MIT
! The module heddle: jobs that end well, fail, abort and deadlock, each option, what a result tells,
! counts, contracts, and calls that fail on purpose.
! launch: alone
! ranks: 1
! options: -O0 -O2
! flags: -g -fheddle-faults
! with: checks.f90
! sanitizer: no
module bodies
   use mpi_f08
   use heddle
   implicit none
   integer :: own = 7
contains
   integer function sum_of_ranks()
      call MPI_Allreduce(int(heddle_rank()), sum_of_ranks, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
   end function

   subroutine computes()
      own = own + 1
      if (own /= 8) call heddle_fail('a variable of another rank')
      if (sum_of_ranks() /= 6) call heddle_fail('a wrong sum')
   end subroutine

   subroutine fails()
      if (heddle_rank() == 2) call heddle_fail('as it should', 'place.f90', 12)
      call MPI_Barrier(MPI_COMM_WORLD)
   end subroutine

   subroutine fails_here()
      call heddle_fail('without a place  ')
      own = 0 ! so that the call is no jump, which has no place
   end subroutine

   subroutine stops()
      if (heddle_rank() == 1) stop 3
      call MPI_Barrier(MPI_COMM_WORLD)
   end subroutine

   subroutine waits_in_vain()
      integer :: x

      if (heddle_rank() == 1) call MPI_Recv(x, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE)
   end subroutine

   subroutine begins_itself()
      integer :: provided

      call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
      call MPI_Finalize()
   end subroutine

   subroutine asks_for_the_level()
      integer :: provided

      call MPI_Query_thread(provided)
      if (provided /= MPI_THREAD_MULTIPLE) error stop 1
   end subroutine

   subroutine leaks()
      type(MPI_Comm) :: comm

      call MPI_Comm_dup(MPI_COMM_WORLD, comm)
   end subroutine

   subroutine writes_nowhere()
      integer, pointer :: nowhere

      nullify (nowhere)
      nowhere = 1
   end subroutine

   subroutine has_a_large_stack()
      real :: large(1000000)

      large = heddle_rank()
      call MPI_Allreduce(MPI_IN_PLACE, large, size(large), MPI_REAL, MPI_SUM, MPI_COMM_WORLD)
      if (large(1000000) /= 1) error stop 1
   end subroutine

   subroutine overlaps()
      integer, asynchronous :: x(2)
      type(MPI_Request) :: requests(2)
      integer :: error, class

      call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
      call MPI_Irecv(x, 2, MPI_INTEGER, heddle_rank(), 0, MPI_COMM_WORLD, requests(1))
      call MPI_Irecv(x, 2, MPI_INTEGER, heddle_rank(), 1, MPI_COMM_WORLD, requests(2), error)
      call MPI_Error_class(error, class)
      if (class == MPI_ERR_BUFFER) error stop 5
      call MPI_Send([1, 2], 2, MPI_INTEGER, heddle_rank(), 0, MPI_COMM_WORLD)
      call MPI_Send([1, 2], 2, MPI_INTEGER, heddle_rank(), 1, MPI_COMM_WORLD)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
   end subroutine

   subroutine counts()
      type(heddle_counters) :: before, after
      integer :: x, next

      next = mod(heddle_rank() + 1, 2)
      before = heddle_sent()
      call MPI_Sendrecv(next, 1, MPI_INTEGER, next, 0, x, 1, MPI_INTEGER, next, 0, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Barrier(MPI_COMM_WORLD)
      after = heddle_sent()
      if (after%messages - before%messages /= 1) error stop 1
      call heddle_expect_messages(before, 1, 1)
      call heddle_expect_bytes(before, 4, 4)
      call heddle_expect_collectives(before, 1, 2)
      if (heddle_count('messages') < 1 .or. heddle_count('no such counter') /= -1) error stop 2
   end subroutine

   subroutine sends_too_little()
      call heddle_expect_messages(heddle_sent(), 1, 2)
   end subroutine

   subroutine calls_fail()
      integer :: error, class

      call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
      call heddle_fail_call('MPI_Barrier', 2, MPI_ERR_OTHER)
      call heddle_fail_call('', 3, MPI_ERR_INTERN)
      call heddle_sleep_at_call('MPI_Barrier', 1, 0.001d0)
      call heddle_delay_messages(MPI_ANY_SOURCE, 0.001d0)
      call MPI_Barrier(MPI_COMM_WORLD, error)
      if (error /= MPI_SUCCESS) error stop 1
      call MPI_Barrier(MPI_COMM_WORLD, error)
      call MPI_Error_class(error, class)
      if (class /= MPI_ERR_OTHER) error stop 2
      call MPI_Barrier(MPI_COMM_WORLD, error)
      call MPI_Error_class(error, class)
      if (class /= MPI_ERR_INTERN) error stop 3
      call heddle_fail_call('MPI_Bcast', 1, MPI_ERR_OTHER)
      if (heddle_no_faults() /= 1) error stop 4
   end subroutine

   subroutine no_call_fails()
      call heddle_fail_call('MPI_Bcast', 1, MPI_ERR_OTHER)
   end subroutine

   subroutine ends_at_a_call()
      if (heddle_rank() == 1) call heddle_end_at_call('MPI_Barrier', 1, 9)
      call MPI_Barrier(MPI_COMM_WORLD)
   end subroutine

   ! An internal procedure sees variables of the procedure around it, which all ranks share.
   logical function shares_what_a_procedure_has()
      integer :: seen(4), status

      seen = 0
      status = heddle_run(4, tells)
      shares_what_a_procedure_has = status == 0 .and. all(seen == [1, 2, 3, 4])
   contains
      subroutine tells()
         seen(heddle_rank() + 1) = heddle_rank() + 1
      end subroutine
   end function

   logical function explores()
      type(heddle_result) :: result
      integer :: runs, first, status

      runs = 0
      status = heddle_run(3, takes_any_order, explore='all', explore_begins=begins, &
         explore_fails=never, result=result)
      explores = status == 0 .and. runs == result%schedules .and. runs >= 2 .and. &
         result%has_all_schedules /= 0
      call heddle_result_free(result)
      status = heddle_run(3, takes_any_order, explore='100', explore_fails=second_was_first, &
         result=result)
      explores = explores .and. status == 0 .and. &
         index(heddle_result_faults(result), 'from source 2') > 0
      call heddle_result_free(result)
   contains
      subroutine begins()
         runs = runs + 1
      end subroutine

      logical function never()
         never = .false.
      end function

      logical function second_was_first()
         second_was_first = first == 2
      end function

      subroutine takes_any_order()
         type(MPI_Status) :: status
         integer :: x, i

         if (heddle_rank() /= 0) &
            call MPI_Send(int(heddle_rank()), 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)
         if (heddle_rank() /= 0) return
         do i = 1, 2
            call MPI_Recv(x, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, status)
            if (i == 1) first = status%MPI_SOURCE
         end do
      end subroutine
   end function
end module

program jobs
   use bodies
   use checks
   use, intrinsic :: iso_c_binding, only: c_size_t
   implicit none
   interface
      integer(c_size_t) function result_bytes() bind(C, name='heddle_jobs_result_bytes')
         import
      end function
   end interface
   type(heddle_result) :: result
   type(heddle_rank_result) :: of_rank
   integer :: status

   call check(storage_size(result) / 8 == result_bytes(), 'the type is the structure')
   call check(heddle_rank() == -1, 'main is no rank')
   status = heddle_run(4, computes, name='sums', timeout=600d0, result=result)
   call check(status == 0 .and. result%status == 0 .and. result%ranks == 4, 'a job that ends well')
   call check(heddle_result_text(result) == '' .and. result%is_aborted == 0, 'says nothing')
   of_rank = heddle_result_rank(result, 3)
   call check(of_rank%end == HEDDLE_RETURNED .and. of_rank%sent%collectives == 1, 'rank 3')
   of_rank = heddle_result_rank(result, 4)
   call check(of_rank%end == 0, 'a rank that there is not')
   call heddle_result_free(result)
   call check(own == 7, 'main has its own variables')

   call ends(heddle_run(3, fails, result=result), 1, 'rank 2: place.f90:12: as it should')
   call ends(heddle_run(1, fails_here, result=result), 1, 'without a place')
   call ends(heddle_run(1, fails_here, result=result), 1, 'rank 0: jobs.f90:32: ')
   call ends(heddle_run(2, stops, result=result), 3, 'rank 1 ended with exit status 3')
   call ends(heddle_run(2, waits_in_vain, result=result), 65, 'deadlock', &
      'rank 1: MPI_RECV, called in bodies::waits_in_vain (jobs.f90:')

   call ends(heddle_run(2, begins_itself, leaves_init=.true., result=result), 0, '')
   call ends(heddle_run(2, asks_for_the_level, thread_level=MPI_THREAD_MULTIPLE, &
      result=result), 0, '')
   call ends(heddle_run(2, leaks, forbids_leaks=.true., result=result), 1, '', &
      leaks='communicator')
   call ends(heddle_run(2, leaks, forbids_findings=.true., result=result), 1, '', &
      leaks='communicator')
   call ends(heddle_run(1, writes_nowhere, survives_faults=.true., result=result), 139, '')
   call ends(heddle_run(2, has_a_large_stack, stack_bytes=64000000_8, result=result), 0, '')
   call ends(heddle_run(1, overlaps, result=result), 5, '')
   call ends(heddle_run(1, overlaps, buffers=HEDDLE_BUFFERS_PASS, result=result), 0, '')
   call ends(heddle_run(2, sends_too_little, has_no_counters=.true., result=result), 1, &
      'nothing is counted')
   call check(explores(), 'the schedules of a job')
   call ends(heddle_run(2, computes, fault_rank=HEDDLE_EVERY_RANK, fault_memory=100000, order=5, &
      result=result), 1, 'wrong sum')

   call ends(heddle_run(2, counts, result=result), 0, '')
   call ends(heddle_run(1, sends_too_little, result=result), 1, '0 messages, expected 1 to 2')
   call ends(heddle_run(2, calls_fail, result=result), 0, '', &
      faults='call 2 of MPI_Barrier, in bodies::calls_fail (jobs.f90:')
   call ends(heddle_run(1, no_call_fails, result=result), 1, 'only 0 came until MPI_Finalize')
   call ends(heddle_run(2, ends_at_a_call, result=result), 9, 'rank 1')
   call check(shares_what_a_procedure_has(), 'shared variables')
   call checks_end()
contains
   ! Each text has that in it.
   subroutine ends(is, expected, text, report, leaks, faults)
      integer, intent(in) :: is, expected
      character(*), intent(in) :: text
      character(*), intent(in), optional :: report, leaks, faults

      call check(is == expected .and. result%status == expected, 'a status: '//text)
      call look(heddle_result_text(result), text)
      if (present(report)) call look(heddle_result_report(result), report)
      if (present(leaks)) call look(heddle_result_leaks(result), leaks)
      if (present(faults)) call look(heddle_result_faults(result), faults)
      call check(heddle_result_findings(result) == '' .or. present(leaks), 'findings')
      call heddle_result_free(result)
   end subroutine

   subroutine look(text, part)
      character(*), intent(in) :: text, part

      call check(index(text, part) > 0, part//' in: '//text)
   end subroutine
end program
