! SPDX-License-Identifier: MIT
! Runs each test of a pFUnit suite as a job of its own. A program that has this file among its
! sources gets this main procedure in place of that of libpfunit: pFUnit's runner, printers and
! options see a suite whose tests start jobs. docs/TESTING.md says how to build it.
module heddle_pfunit
   use funit
   use pfunit, only: MpiContext, MpiTestCase
   use pf_testvector, only: TestVector
   use pf_testfailure, only: TestFailure
   use pf_testfailurevector, only: TestFailureVector
   use pf_exception, only: Exception
   use heddle
   implicit none
   private
   public :: run_as_jobs

   ! What a test has thrown.
   type :: failure
      character(:), allocatable :: message, file
      integer :: line
   end type

   ! A test that runs one of the program's in a job.
   type, extends(TestCase) :: job
      integer :: number, ranks
      logical :: disabled
   contains
      procedure :: runMethod
      procedure :: is_disabled
   end type

   procedure(LoadTests_interface), pointer :: load_tests => null()
   procedure(), pointer :: initialize_rank => null(), finalize_rank => null()

contains

   logical function run_as_jobs(load, extra_initialize, extra_finalize)
      procedure(LoadTests_interface) :: load
      procedure() :: extra_initialize, extra_finalize

      load_tests => load
      initialize_rank => extra_initialize
      finalize_rank => extra_finalize
      run_as_jobs = generic_run(load_jobs, SerialContext())
   end function

   function load_jobs() result(jobs)
      type(TestSuite) :: jobs
      type(TestSuite), target :: suite
      type(TestVector), target :: tests
      class(Test), pointer :: its
      type(job) :: one
      integer :: i

      suite = load_tests()
      call suite%getTestCases(tests)
      jobs = TestSuite()
      do i = 1, int(tests%size())
         its => tests%at(i)
         one%number = i
         one%ranks = 1
         one%disabled = its%is_disabled()
         select type (its)
         class is (MpiTestCase)
            one%ranks = ranks_of(its%getNumProcessesRequested())
         end select
         call one%setName(its%getName())
         call jobs%tests%push_back(one)
      end do
   end function

   ! A test for all processes gets as many ranks as the environment says.
   integer function ranks_of(requested)
      integer, intent(in) :: requested
      character(16) :: text
      integer :: error

      ranks_of = requested
      if (requested > 0) return
      call get_environment_variable('HEDDLE_NP', text)
      read (text, *, iostat=error) ranks_of
      if (error /= 0 .or. ranks_of < 1) ranks_of = 4
   end function

   logical function is_disabled(this)
      class(job), intent(in) :: this

      is_disabled = this%disabled
   end function

   ! All ranks share the variables of this procedure, but those of modules they have for
   ! themselves.
   recursive subroutine runMethod(this)
      class(job), intent(inout) :: this
      procedure(LoadTests_interface), pointer :: load
      procedure(), pointer :: first, last
      type(failure), allocatable :: failures(:)
      type(heddle_result) :: result
      integer :: i, status

      load => load_tests
      first => initialize_rank
      last => finalize_rank
      allocate (failures(0))
      status = heddle_run(int(this%ranks), run_test, name=this%getName(), &
         survives_faults=.true., result=result)
      do i = 1, size(failures)
         call throw(failures(i)%message, SourceLocation(failures(i)%file, failures(i)%line))
      end do
      if (status /= 0) call throw(heddle_result_text(result)//new_line('a')// &
         heddle_result_report(result))
      call heddle_result_free(result)
   contains
      recursive subroutine run_test()
         type(TestSuite), target :: suite
         type(TestVector), target :: tests
         type(TestResult), target :: its_result
         type(MpiContext) :: context
         class(Test), pointer :: its

         call first()
         suite = load()
         call suite%getTestCases(tests)
         its => tests%at(this%number)
         its_result = TestResult()
         context = MpiContext()
         call its%run(its_result, context)
         if (heddle_rank() == 0) then
            call take(its_result%getFailures())
            call take(its_result%getErrors())
         end if
         call last()
      end subroutine

      subroutine take(several)
         type(TestFailureVector), pointer, intent(in) :: several
         type(TestFailure), pointer :: one
         class(Exception), pointer :: thrown
         integer :: i, k

         do i = 1, int(several%size())
            one => several%at(i)
            do k = 1, int(one%exceptions%size())
               thrown => one%exceptions%at(k)
               failures = [failures, failure(thrown%getMessage(), thrown%getFileName(), &
                  thrown%getLineNumber())]
            end do
         end do
      end subroutine
   end subroutine
end module

subroutine funit_main(load_tests, extra_initialize, extra_finalize)
   use funit, only: finalize, LoadTests_interface, stub
   use heddle_pfunit
   implicit none
   procedure(LoadTests_interface) :: load_tests
   procedure() :: extra_initialize, extra_finalize

   call finalize(stub, run_as_jobs(load_tests, extra_initialize, extra_finalize))
end subroutine
