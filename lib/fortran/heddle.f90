! SPDX-License-Identifier: MIT
! The module heddle: whole MPI jobs inside one program, as heddle.h and heddle/faults.h have them.
! docs/FORTRAN.md has an example, the manual page heddle_run(3) says more. It contains interfaces
! and constants only; lib/runtime/jobs has the procedures.
module heddle
   use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t, c_long, c_ptr, c_size_t
   implicit none
   public
   private :: c_double, c_int, c_int64_t, c_long, c_ptr, c_size_t

   integer(c_int), parameter :: HEDDLE_EVERY_RANK = -1
   ! The option buffers.
   integer(c_int), parameter :: HEDDLE_BUFFERS_ARE_AN_ERROR = 0
   integer(c_int), parameter :: HEDDLE_BUFFERS_ARE_TOLD = 1
   integer(c_int), parameter :: HEDDLE_BUFFERS_PASS = 2
   ! How a rank has ended.
   integer(c_int), parameter :: HEDDLE_RETURNED = 1, HEDDLE_QUIT = 2, HEDDLE_UNWOUND = 3
   integer(c_int), parameter :: HEDDLE_LEFT = 4

   type, bind(C) :: heddle_counters
      integer(c_int64_t) :: messages = 0, bytes = 0, collectives = 0
   end type

   type, bind(C) :: heddle_window_counters
      integer(c_int64_t) :: puts = 0, put_bytes = 0, gets = 0, get_bytes = 0
      integer(c_int64_t) :: accumulates = 0, accumulate_bytes = 0
   end type

   type, bind(C) :: heddle_rank_result
      integer(c_int) :: end = 0, status = 0
      type(heddle_counters) :: sent
      type(heddle_window_counters) :: windows
   end type

   ! struct heddle_result, whose texts are those of the functions below.
   type, bind(C) :: heddle_result
      integer(c_int) :: status, is_aborted
      type(c_ptr), private :: text, report, leaks
      integer(c_int) :: ranks
      type(c_ptr), private :: rank
      integer(c_int) :: signal
      type(c_ptr), private :: recorded, faults
      integer(c_int) :: missed_faults
      type(c_ptr), private :: findings
      integer(c_long) :: schedules
      integer(c_int) :: has_all_schedules, has_faulted
      type(c_ptr), private :: summary
   end type

   abstract interface
      subroutine heddle_procedure()
      end subroutine
      logical function heddle_question()
      end function
   end interface

   ! ---- jobs ----------------------------------------------------------------------------------
   interface
      ! Runs a job and returns its status. Each rank calls the procedure between MPI_Init and
      ! MPI_Finalize, unless leaves_init is true. The options are the members of struct
      ! heddle_options, but wants_summary, and of struct heddle_faults. Without a result errors are
      ! written.
      integer(c_int) function heddle_run(ranks, body, name, timeout, stack_bytes, thread_level, &
         leaves_init, forbids_leaks, survives_faults, buffers, has_no_counters, forbids_findings, &
         explore, explore_begins, explore_fails, fault_rank, fault_memory, order, result)
         import
         integer(c_int), intent(in) :: ranks
         procedure(heddle_procedure) :: body
         character(*), intent(in), optional :: name, explore
         real(c_double), intent(in), optional :: timeout
         integer(c_size_t), intent(in), optional :: stack_bytes
         integer(c_int), intent(in), optional :: thread_level, buffers
         logical, intent(in), optional :: leaves_init, forbids_leaks, survives_faults
         logical, intent(in), optional :: has_no_counters, forbids_findings
         procedure(heddle_procedure), optional :: explore_begins
         procedure(heddle_question), optional :: explore_fails
         integer(c_int), intent(in), optional :: fault_rank, fault_memory, order
         type(heddle_result), intent(out), optional :: result
      end function

      subroutine heddle_result_free(result) bind(C, name="heddle_jobs_result_free")
         import
         type(heddle_result), intent(inout) :: result
      end subroutine

      type(heddle_rank_result) function heddle_result_rank(result, rank) &
         bind(C, name="heddle_jobs_result_rank")
         import
         type(heddle_result), intent(in) :: result
         integer(c_int), value :: rank
      end function
   end interface

   ! The result's texts, which are empty if there is nothing to report.
   interface
      pure integer(c_size_t) function heddle_text_length_(result, which) &
         bind(C, name="heddle_jobs_text_length")
         import
         type(heddle_result), intent(in) :: result
         integer(c_int), value :: which
      end function
   end interface
   integer(c_int), parameter, private :: TEXT = 0, REPORT = 1, LEAKS = 2, FAULTS = 3, FINDINGS = 4
   interface
      function heddle_result_text(result)
         import
         type(heddle_result), intent(in) :: result
         character(heddle_text_length_(result, TEXT)) :: heddle_result_text
      end function
      function heddle_result_report(result)
         import
         type(heddle_result), intent(in) :: result
         character(heddle_text_length_(result, REPORT)) :: heddle_result_report
      end function
      function heddle_result_leaks(result)
         import
         type(heddle_result), intent(in) :: result
         character(heddle_text_length_(result, LEAKS)) :: heddle_result_leaks
      end function
      function heddle_result_faults(result)
         import
         type(heddle_result), intent(in) :: result
         character(heddle_text_length_(result, FAULTS)) :: heddle_result_faults
      end function
      function heddle_result_findings(result)
         import
         type(heddle_result), intent(in) :: result
         character(heddle_text_length_(result, FINDINGS)) :: heddle_result_findings
      end function
   end interface

   ! ---- in a rank -----------------------------------------------------------------------------
   interface
      integer(c_int) function heddle_rank() bind(C, name="heddle_rank")
         import
      end function
      ! Ends the job with the text and the place of the call, or that which is given.
      subroutine heddle_fail(text, file, line)
         import
         character(*), intent(in) :: text
         character(*), intent(in), optional :: file
         integer(c_int), intent(in), optional :: line
      end subroutine
      type(heddle_counters) function heddle_sent() bind(C, name="heddle_sent")
         import
      end function
      integer(c_int64_t) function heddle_count(name)
         import
         character(*), intent(in) :: name
      end function
      subroutine heddle_expect_messages(before, least, most)
         import
         type(heddle_counters), intent(in) :: before
         integer(c_int), intent(in) :: least, most
      end subroutine
      subroutine heddle_expect_bytes(before, least, most)
         import
         type(heddle_counters), intent(in) :: before
         integer(c_int), intent(in) :: least, most
      end subroutine
      subroutine heddle_expect_collectives(before, least, most)
         import
         type(heddle_counters), intent(in) :: before
         integer(c_int), intent(in) :: least, most
      end subroutine
   end interface

   ! ---- calls that fail on purpose ------------------------------------------------------------
   ! Functions have the names of C, such as 'MPI_Send'; a blank one stands for any.
   interface
      subroutine heddle_fail_call(function, n, error_class)
         import
         character(*), intent(in) :: function
         integer(c_int), intent(in) :: n, error_class
      end subroutine
      subroutine heddle_end_at_call(function, n, status)
         import
         character(*), intent(in) :: function
         integer(c_int), intent(in) :: n, status
      end subroutine
      subroutine heddle_sleep_at_call(function, n, seconds)
         import
         character(*), intent(in) :: function
         integer(c_int), intent(in) :: n
         real(c_double), intent(in) :: seconds
      end subroutine
      subroutine heddle_delay_messages(peer, seconds)
         import
         integer(c_int), intent(in) :: peer
         real(c_double), intent(in) :: seconds
      end subroutine
      integer(c_int) function heddle_no_faults() bind(C, name="heddle_jobs_no_faults")
         import
      end function
   end interface
end module
