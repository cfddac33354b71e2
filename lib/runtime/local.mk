# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md

# The objects that the wrappers link into every program. The compiler of programs builds them,
# without a sanitizer. The priority of a constructor before all others is for implementations: we
# are one.
start_FLAGS = -std=gnu11 $(WARNINGS) $(WERROR) -Wno-prio-ctor-dtor -O2 -fPIC \
	-ftls-model=initial-exec \
	$(if $(SANITIZER_FLAGS),-DHEDDLE_IS_SANITIZED)
private_FLAGS = $(indirect_access) -fplugin=$(plugin)

heddlelib_DATA += lib/heddle/start_shared.a lib/heddle/module.o
if PRIVATIZE
heddlelib_DATA += lib/heddle/fortran.o lib/heddle/jobs.a lib/heddle/jobs_faults.o \
	lib/heddle/openmp.a lib/heddle/races.a lib/heddle/start.a lib/heddle/streams.a
if SHARED
heddlelib_DATA += lib/heddle/program.so
endif
endif
CLEANFILES += lib/heddle/main.o lib/heddle/module.o lib/heddle/program.o lib/heddle/program.so \
	lib/heddle/fortran.o \
	lib/heddle/start.o lib/heddle/start.a lib/heddle/start_shared.a \
	$(cxx_objects) lib/heddle/streams.a lib/heddle/accesses.o lib/heddle/races.a \
	$(openmp_objects) lib/heddle/openmp.a $(jobs_objects) lib/heddle/jobs_faults.o \
	lib/heddle/jobs.a

EXTRA_DIST += \
	%D%/start/archive.sh \
	%D%/start/main.c \
	%D%/start/module.c \
	$(program_sources) $(program_headers) $(fortran_sources) $(fortran_headers) \
	%D%/jobs/faults.c %D%/jobs/jobs.h %D%/jobs/rank.c %D%/jobs/run.c \
	%D%/cxx/handlers.cc %D%/cxx/streams.cc %D%/races/accesses.c \
	%D%/openmp/order.c %D%/openmp/order.h %D%/openmp/task.c

start_headers = lib/image/moved_info.h lib/image/start.h lib/image/record.h
lib/heddle/main.o: %D%/start/main.c $(start_headers)
	$(AM_V_CC)mkdir -p lib/heddle && \
	  $(WRAPPER_CC) $(DEFS) $(AM_CPPFLAGS) $(start_FLAGS) -c -o $@ $(srcdir)/%D%/start/main.c
lib/heddle/module.o: %D%/start/module.c $(start_headers)
	$(AM_V_CC)mkdir -p lib/heddle && \
	  $(WRAPPER_CC) $(DEFS) $(AM_CPPFLAGS) $(start_FLAGS) -c -o $@ $(srcdir)/%D%/start/module.c

# Objects that an executable gets: with private globals, and where all ranks share them.
# Their own variables need the module object, which a build system may have left out.
archive_start = sh $(srcdir)/%D%/start/archive.sh $@
lib/heddle/start.a: lib/heddle/main.o lib/heddle/program.o lib/heddle/module.o \
		%D%/start/archive.sh
	$(AM_V_AR)$(WRAPPER_CC) -r -nostdlib -o lib/heddle/start.o lib/heddle/main.o \
	  lib/heddle/program.o && $(archive_start) lib/heddle/start.o lib/heddle/module.o
lib/heddle/start_shared.a: lib/heddle/main.o lib/heddle/module.o %D%/start/archive.sh
	$(AM_V_AR)$(archive_start) lib/heddle/main.o lib/heddle/module.o

# Functions of libc with a state of their own, which is each rank's when the plugin compiles them.
program_sources = \
	%D%/program/buffer.c \
	%D%/program/child.c \
	%D%/program/clock.c \
	%D%/program/environment.c \
	%D%/program/getopt.c \
	%D%/program/input.c \
	%D%/program/openmp.c \
	%D%/program/output.c \
	%D%/program/random.c \
	%D%/program/reopen.c \
	%D%/program/table.c \
	%D%/program/wide.c \
	%D%/program/zone.c
program_headers = %D%/program/program.h lib/job/start.h
lib/heddle/program.o: $(plugin) $(program_sources) $(program_headers)
	$(AM_V_CC)$(WRAPPER_CC) $(AM_CPPFLAGS) $(start_FLAGS) -D_GNU_SOURCE $(private_FLAGS) \
	  -fplugin-arg-heddle_privatize-shared=__environ \
	  -r -nostdlib -o $@ $(addprefix $(srcdir)/,$(program_sources))

# The same for programs that the plugin has not seen (image/whole/own_libc.h).
lib/heddle/program.so: $(plugin) $(program_sources) $(program_headers) \
		lib/heddle/module.o
	$(AM_V_CCLD)$(WRAPPER_CC) $(AM_CPPFLAGS) $(start_FLAGS) -D_GNU_SOURCE $(private_FLAGS) \
	  -DHEDDLE_IS_LIBRARY -fplugin-arg-heddle_privatize-shared=__environ -shared \
	  -Wl,--hash-style=sysv -Wl,-z,norelro -o $@ $(addprefix $(srcdir)/,$(program_sources)) \
	  lib/heddle/module.o

# Fortran's runtime library keeps units and arguments for the process: this stands in front of it.
fortran_sources = \
	%D%/fortran/arguments.c \
	%D%/fortran/files.c \
	%D%/fortran/intrinsics.c \
	%D%/fortran/standard.c \
	%D%/fortran/statements.c \
	%D%/fortran/units.c
fortran_headers = %D%/fortran/runtime.h
lib/heddle/fortran.o: $(plugin) $(fortran_sources) $(fortran_headers)
	$(AM_V_CC)$(WRAPPER_CC) $(AM_CPPFLAGS) $(start_FLAGS) -D_GNU_SOURCE $(private_FLAGS) \
	  -r -nostdlib -o $@ $(addprefix $(srcdir)/,$(fortran_sources))

# jobs.a has what Fortran's module `heddle` declares, with a variable that says to the start object
# to run main once: only programs that call it get it. jobs_faults.o (-fheddle-faults) defines the
# functions of MPI, so in an archive each program in C and Fortran would get it.
jobs_objects = lib/heddle/jobs_rank.o lib/heddle/jobs_run.o
$(jobs_objects) lib/heddle/jobs_faults.o: lib/heddle/jobs_%.o: %D%/jobs/%.c %D%/jobs/jobs.h \
		$(plugin) \
		include/heddle.h include/heddle/called.h include/heddle/calls.h include/heddle/faults.h
	$(AM_V_CC)$(WRAPPER_CC) $(AM_CPPFLAGS) $(start_FLAGS) -D_GNU_SOURCE $(private_FLAGS) -c -o $@ \
	  $<
lib/heddle/jobs.a: $(jobs_objects)
	$(AM_V_AR)rm -f $@ && $(AR) rcs $@ $(jobs_objects)

# The standard streams of C++, and what its library keeps for the process; of an archive, so that
# only programs that name them get them.
cxx_objects = lib/heddle/handlers.o lib/heddle/streams.o
$(cxx_objects): lib/heddle/%.o: %D%/cxx/%.cc $(plugin)
	$(AM_V_CXX)$(WRAPPER_CXX) -std=gnu++17 -Wall -Wextra $(WERROR) -Wno-prio-ctor-dtor -O2 -fPIC \
	  -ftls-model=initial-exec $(private_FLAGS) -c -o $@ $<
lib/heddle/streams.a: $(cxx_objects)
	$(AM_V_AR)rm -f $@ && $(AR) rcs $@ $(cxx_objects)

# races.a has the functions that programs call which are compiled with -fheddle-races.
lib/heddle/accesses.o: %D%/races/accesses.c $(start_headers)
	$(AM_V_CC)mkdir -p lib/heddle && $(WRAPPER_CC) $(DEFS) $(AM_CPPFLAGS) $(start_FLAGS) -c -o $@ \
	  $(srcdir)/%D%/races/accesses.c
lib/heddle/races.a: lib/heddle/accesses.o
	$(AM_V_AR)rm -f $@ && $(AR) rcs $@ lib/heddle/accesses.o

# openmp.a has the functions that programs for OpenMP and ThreadSanitizer call.
openmp_objects = lib/heddle/order.o lib/heddle/task.o
$(openmp_objects): lib/heddle/%.o: %D%/openmp/%.c %D%/openmp/order.h lib/base/tsan.h \
		lib/openmp/depend.h lib/openmp/loops.h \
		$(start_headers)
	$(AM_V_CC)mkdir -p lib/heddle && $(WRAPPER_CC) $(AM_CPPFLAGS) $(start_FLAGS) -D_GNU_SOURCE -c \
	  -o $@ $<
lib/heddle/openmp.a: $(openmp_objects)
	$(AM_V_AR)rm -f $@ && $(AR) rcs $@ $(openmp_objects)
