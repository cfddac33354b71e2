# SPDX-License-Identifier: MIT
# Builds that find other faults, each in a directory of its own below the build's:
#
#     make check-thread       under ThreadSanitizer
#     make check-address      under AddressSanitizer and UndefinedBehaviorSanitizer
#     make check-chaos        with threads that dawdle at ordered atomic operations
#
# Each runs the tests that find the most races and leaks in a few minutes, with thorough=no the unit
# tests of them. VARIANT_TESTS names others, or is `all`. The directory is configured as this one
# was, with one option more.
variants = thread address chaos
options_of_thread = --enable-sanitizer=thread
options_of_address = --enable-sanitizer=address
options_of_chaos = --enable-chaos

# What threads share, from below: queues, the board, the wait, requests, messages, collectives. The
# long simulations of tests/coll are left to VARIANT_TESTS.
sharing_tests = $(filter-out tests/coll/coll tests/coll/scan,$(filter tests/sync/% tests/board/% \
	tests/rank/% tests/p2p/% tests/request/% tests/coll/% tests/rma/% tests/io/%,$(unit_tests)))
object_tests = $(filter tests/object/% tests/layout/% tests/op/%,$(unit_tests))

# Programs of windows and files: what ranks and their threads do to the same memory and state.
window_tests = tests/api/accumulate.c tests/api/locks.c \
	tests/programs/windows/accumulate_modes.c tests/programs/windows/by_threads.c \
	tests/programs/windows/random_epochs.c
file_tests = tests/api/files_shared.c tests/programs/files/failures_at_every_call.c \
	tests/programs/files/members_disagree.c tests/programs/files/opened_twice.c \
	tests/programs/files/random_views.c

# Locks that threads hold when they enter the loader, or when it calls them.
opened_tests = tests/base/lock_order tests/programs/globals/opened/at_once.c \
	tests/programs/globals/opened/many.c

tests_of_thread = $(sort $(sharing_tests) $(window_tests) $(file_tests))
tests_of_address = $(sort $(sharing_tests) $(object_tests) $(window_tests) $(file_tests))
tests_of_chaos = $(sort $(sharing_tests) $(window_tests) $(file_tests) $(opened_tests))

tests_of_variant = $(or $(VARIANT_TESTS),$(if $(filter no,$(thorough)),$(filter $(unit_tests), \
	$(tests_of_$*)),$(tests_of_$*)))
programs_of_variant = $(filter-out $(unit_tests),$(tests_of_variant))
units_of_variant = $(filter $(unit_tests),$(tests_of_variant))
# Programs take longest, so they come first: none is left alone at the end.
choice_of_variant = $(if $(filter all,$(tests_of_variant)),, \
	TESTS='$(programs_of_variant) $(units_of_variant)' check_PROGRAMS='$(units_of_variant)')

# Unit tests need the archive, programs in C all but the bindings for Fortran and the library's own
# archive, which are most of the time of building.
spared = lib/libheddle_fortran.%
if SHARED
spared += lib/libmpi_abi.a
endif
for_programs_in_c = $(if $(filter-out %.c,$(programs_of_variant)),,fortran_DATA= fortranmod_DATA= \
	fortran_SCRIPTS= execlib_DATA='$(filter-out $(spared),$(execlib_DATA))')

# The plugin does not contain the library: the variants have this directory's.
if PRIVATIZE
shared_with_variants = $(plugin)
endif
$(variants:%=check-%): check-%: $(shared_with_variants)
	@test -f $*/Makefile || { mkdir -p $* && cd $* && \
	  { test ! -f ../config.cache || sed /_OTHER_CC_/d ../config.cache >config.cache; } && \
	  eval "$(if $(filter /%,$(srcdir)),,../)$(srcdir)/configure -q -C $$(../config.status --config) \
	    OTHER_CC= $(options_of_$*)"; }
	@for file in $(shared_with_variants); do \
	  mkdir -p $*/$(dir $(plugin)) && cp -pu $$file $*/$$file || exit 1; done
	$(if $(programs_of_variant),$(MAKE) --no-print-directory -C $* -s all $(for_programs_in_c))
	$(MAKE) --no-print-directory -C $* check-TESTS $(choice_of_variant)

clean-variants:
	rm -rf $(variants)
.PHONY: clean-variants $(variants:%=check-%)

# Tests that an emulator carries, in a build for another processor (./bootstrap arm). For the others
# of tests/image it would need a word for each page of the address space that they reserve, and
# those of tests/coll that are left out take hours.
emulated_units = $(filter-out tests/base/limit tests/coll/coll tests/coll/scan, \
	$(filter tests/base/% tests/sync/% tests/layout/% tests/type/% tests/op/% tests/coll/% \
	tests/image/check tests/image/construct tests/image/exit_list tests/p2p/match tests/p2p/probe \
	tests/p2p/rendezvous tests/p2p/send,$(unit_tests)))
emulated_programs = tests/driver/pages.sh \
	$(addprefix tests/api/,collectives.c communicators.c datatypes.c files.c groups.c messages.c \
	one_sided.c persistent.c requests.c topologies.c windows.c) \
	$(addprefix tests/programs/,deadlocks/names_of_cxx.cc fortran/callbacks.f90 \
	fortran/deadlock.f90 fortran/expressions.f90 fortran/mpi.f90 fortran/mpif.f \
	fortran/sections.f90 globals/cxx/objects.cc globals/cxx/templates.cc \
	globals/cxx/thread_local.cc globals/fortran/units.f90 globals/fortran/variables.f90 \
	reports/leaks.c)
check-emulated:
	$(MAKE) --no-print-directory check thorough=no check_PROGRAMS='$(emulated_units)' \
	  TESTS='$(emulated_units) $(emulated_programs)'
.PHONY: check-emulated

# The library's C files with the compilers of other machines and makers that are installed.
check-cross:
	$(MAKE) --no-print-directory check TESTS=tests/driver/cross.sh check_PROGRAMS=
.PHONY: check-cross
