# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md

# mpiexec, heddle-globals, the wrappers, GDB's script, and their manual pages.
bin_PROGRAMS += bin/mpiexec
bin_mpiexec_SOURCES = \
	%D%/completion.c \
	%D%/completion.h \
	%D%/configfile.c \
	%D%/configfile.h \
	%D%/fail.c \
	%D%/fail.h \
	%D%/foreign.c \
	%D%/foreign.h \
	%D%/mpiexec.c \
	%D%/options.c \
	%D%/options.h \
	%D%/program.c \
	%D%/program.h \
	%D%/setting.c \
	%D%/setting.h
bin_mpiexec_LDADD = lib/built.o libheddle.a $(heddle_LIBS)
if LIBDW
bin_PROGRAMS += bin/heddle-globals
bin_heddle_globals_SOURCES = \
	%D%/globals.c \
	%D%/listing.c \
	%D%/listing.h \
	%D%/names.c \
	%D%/names.h \
	%D%/uninstrumented.c \
	%D%/uninstrumented.h
bin_heddle_globals_LDADD = libheddle.a $(heddle_LIBS) -lelf -lstdc++
endif

# The executable of several programs finds the library from where it is itself.
EXTRA_DIST += %D%/launch.c %D%/python.c
CLEANFILES += lib/launch.o bin/heddle-launch bin/heddle-python
lib/launch.o: %D%/launch.c
	$(AM_V_CC)mkdir -p lib && $(WRAPPER_CC) -std=gnu11 $(WARNINGS) $(WERROR) -O2 -fPIE \
	  $(SANITIZER_FLAGS) -c -o $@ $(srcdir)/%D%/launch.c
if SHARED
launchers = bin/heddle-launch bin/heddle-python
else
launchers =
endif
start_archive = $(if $(filter yes,$(enable_privatize)),lib/heddle/start.a,lib/heddle/start_shared.a)
link_launcher = $(WRAPPER_CC) -pie $(SANITIZER_FLAGS) -o $(1) lib/launch.o lib/heddle/module.o \
	-Wl,--wrap=__libc_start_main $(start_archive) -Llib -lmpi_abi -Wl,-rpath,'$$ORIGIN'/$(2)
bin/heddle-launch: lib/launch.o lib/libmpi_abi.so.1 lib/heddle/module.o $(start_archive)
	$(AM_V_CCLD)mkdir -p bin && $(call link_launcher,$@,../lib)
# Not linked as the wrappers link: its code is to be copied.
link_python = $(WRAPPER_CC) -std=gnu11 $(WARNINGS) $(WERROR) -O2 -fPIE -pie -o $(1) \
	$(srcdir)/%D%/python.c -Wl,--no-as-needed -Llib -lmpi_abi -ldl -Wl,-rpath,'$$ORIGIN'/$(2)
bin/heddle-python: %D%/python.c lib/libmpi_abi.so.1
	$(AM_V_CCLD)mkdir -p bin && $(call link_python,$@,../lib)
install-launcher:
if SHARED
	$(MKDIR_P) "$(DESTDIR)$(bindir)"
	$(call link_launcher,"$(DESTDIR)$(bindir)/heddle-launch",$(call relative,$(libdir)))
	$(call link_python,"$(DESTDIR)$(bindir)/heddle-python",$(call relative,$(libdir)))
endif
uninstall-launcher:
	rm -f "$(DESTDIR)$(bindir)/heddle-launch" "$(DESTDIR)$(bindir)/heddle-python"

# GDB loads it with the library of that name, from the same directory.
execlib_DATA += lib/libmpi_abi.so.1-gdb.py
EXTRA_DIST += $(gdb_sources) %D%/wrapper/mpicc.in %D%/wrapper/heddle-plugin.in
CLEANFILES += lib/libmpi_abi.so.1-gdb.py
gdb_sources = \
	%D%/gdb/library.py \
	%D%/gdb/ranks.py \
	%D%/gdb/handles.py \
	%D%/gdb/queues.py \
	%D%/gdb/private.py \
	%D%/gdb/copies.py
lib/libmpi_abi.so.1-gdb.py: $(gdb_sources) include/mpi_types.h
	$(AM_V_GEN)mkdir -p lib && { echo 'CONSTANTS = {'; sed -nE \
	  's/^#define (MPI_\w+) +\(\(MPI_(\w+)\)(0x\w+)\).*/    ("\2", \3): "\1",/p' \
	  $(srcdir)/include/mpi_types.h; echo '}'; cat $(addprefix $(srcdir)/,$(gdb_sources)); } >$@

# The build tree has the layout of a prefix, and a wrapper finds the rest from where it is itself:
# the build tree, a prefix, and a prefix that was moved all work alike.
wrapper_names = mpicc mpicxx heddle-plugin
if FORTRAN
wrapper_names += mpifort
endif
wrappers = $(addprefix bin/,$(wrapper_names))
CLEANFILES += $(wrappers) bin/mpirun bin/mpic++ bin/mpiCC bin/mpif77 bin/mpif90
$(wrappers): %D%/wrapper/mpicc.in %D%/wrapper/heddle-plugin.in Makefile $(plugin_parts)
	$(AM_V_GEN)mkdir -p bin && $(call make_wrapper,../lib,../include) && chmod +x $@
compiler_of_mpicc = $(WRAPPER_CC)
compiler_of_mpicxx = $(WRAPPER_CXX)
compiler_of_mpifort = $(WRAPPER_FC)
compiler_of_heddle_plugin = $(PLUGIN_CXX)
source_of_heddle_plugin = heddle-plugin.in
# What plugins and modules are made of: others are of another Heddle.
plugin_parts = $(plugin_sources) $(plugin_headers) lib/fortran/heddle.f90 lib/fortran/modules.py \
	$(wildcard $(srcdir)/lib/api/table/*.table)
plugin_sum = $$(cd $(srcdir) && cat $(patsubst $(srcdir)/%,%,$(plugin_parts)) | cksum | \
	cut -d ' ' -f 1)
wrapper_name = $(notdir $(lastword $(or $(wrapper),$@)))
make_wrapper = sed -e 's|@libdir[@]|$(1)|' -e 's|@includedir[@]|$(2)|' \
	-e 's|@compiler[@]|$(compiler_of_$(subst -,_,$(wrapper_name)))|' -e 's|@name[@]|$(wrapper_name)|' \
	-e "s|@plugin_sum[@]|$(plugin_sum)|" \
	-e 's|@privatize[@]|$(enable_privatize)|' -e 's|@sanitizer[@]|$(SANITIZER_FLAGS)|' \
	-e 's|@static_libs[@]|$(static_libs)|' -e 's|@default_pie[@]|$(default_pie)|' \
	-e 's|@version[@]|$(PACKAGE_VERSION)|' -e 's|@processor[@]|$(host_cpu)|' \
	-e 's|@emulator[@]|$(if $(wrapper),,$(EMULATOR))|' \
	$(srcdir)/%D%/wrapper/$(or $(source_of_$(subst -,_,$(wrapper_name))),mpicc.in) \
	>"$(or $(wrapper),$@)"
# Other names that people know, below a directory.
link_names = cd $(1) && ln -sf mpiexec mpirun && ln -sf mpicxx mpic++ && ln -sf mpicxx mpiCC \
	$(if $(filter mpifort,$(wrapper_names)),&& ln -sf mpifort mpif90 && ln -sf mpifort mpif77)

relative = $$(realpath -m --relative-to="$(bindir)" "$(1)")
install-wrappers:
	$(MKDIR_P) "$(DESTDIR)$(bindir)"
	for name in $(wrapper_names); do \
	  $(MAKE) $(AM_MAKEFLAGS) install-wrapper wrapper="$(DESTDIR)$(bindir)/$$name" \
	    wrapper_lib="$(call relative,$(libdir))" wrapper_include="$(call relative,$(includedir))" \
	    || exit 1; \
	done
	$(call link_names,"$(DESTDIR)$(bindir)")
install-wrapper:
	$(call make_wrapper,$(wrapper_lib),$(wrapper_include))
	chmod 755 "$(wrapper)"
uninstall-wrappers:
	cd "$(DESTDIR)$(bindir)" && rm -f $(wrapper_names) mpic++ mpiCC mpif77 mpif90 mpirun

# CMake's find_package(Heddle) finds the commands from where its own files are.
cmakedir = $(libdir)/cmake/Heddle
cmake_texts = HeddleConfig.cmake HeddleConfigVersion.cmake HeddleAddTest.cmake
cmake_files = $(addprefix lib/cmake/Heddle/,$(cmake_texts))
CLEANFILES += $(cmake_files)
EXTRA_DIST += %D%/cmake/HeddleConfig.cmake.in %D%/cmake/HeddleConfigVersion.cmake.in \
	%D%/cmake/HeddleAddTest.cmake
make_cmake = sed -e "s|@bindir[@]|$(1)|" -e 's|@version[@]|$(PACKAGE_VERSION)|' \
	$(wildcard $(addprefix $(srcdir)/%D%/cmake/,$(2) $(2).in))
$(cmake_files): $(wildcard $(srcdir)/%D%/cmake/*) Makefile
	$(AM_V_GEN)mkdir -p $(@D) && $(call make_cmake,../../../bin,$(@F)) >$@
install-cmake:
	$(MKDIR_P) "$(DESTDIR)$(cmakedir)"
	$(foreach file,$(cmake_texts),$(call make_cmake,$(call relative_to_cmake),$(file)) \
	  >"$(DESTDIR)$(cmakedir)/$(file)" && ):
relative_to_cmake = $$(realpath -m --relative-to="$(cmakedir)" "$(bindir)")
uninstall-cmake:
	cd "$(DESTDIR)$(cmakedir)" && rm -f $(cmake_texts)
	-rmdir "$(DESTDIR)$(cmakedir)" "$(DESTDIR)$(libdir)/cmake"
.PHONY: install-cmake uninstall-cmake

# What bash needs to complete options: each command writes its own from its own table of options.
completionsdir = $(datadir)/bash-completion/completions
completions_DATA = share/completions/mpiexec share/completions/mpicc
CLEANFILES += $(completions_DATA)
share/completions/mpiexec: bin/mpiexec
share/completions/mpicc: bin/mpicc
$(completions_DATA):
	$(AM_V_GEN)mkdir -p share/completions && $(if $(filter %mpiexec,$@),$(EMULATOR)) \
	  bin/$(notdir $@) -completion >$@
completions_of_mpicc = mpicxx mpic++ mpiCC mpifort mpif90 mpif77
install-completion-links:
	$(MKDIR_P) "$(DESTDIR)$(completionsdir)"
	cd "$(DESTDIR)$(completionsdir)" && ln -sf mpiexec mpirun && \
	  for name in $(completions_of_mpicc); do ln -sf mpicc $$name; done
uninstall-completion-links:
	cd "$(DESTDIR)$(completionsdir)" && rm -f mpirun $(completions_of_mpicc)

dist_man1_MANS += %D%/man/heddle-gdb.1 %D%/man/heddle-globals.1 %D%/man/heddle-plugin.1 \
	%D%/man/mpiexec.1 %D%/man/mpicc.1
dist_man7_MANS = %D%/man/heddle.7
EXTRA_DIST += %D%/man/variables.py
# Pages under the other names that commands and functions have.
pages_of_mpicc = mpicxx.1 mpic++.1 mpiCC.1 mpifort.1 mpif90.1 mpif77.1
pages_of_heddle_run = heddle_result_free.3 heddle_rank.3 heddle_fail.3 heddle_place.3 \
	heddle_result_found.3 heddle_sent.3 heddle_count.3 heddle_expect_messages.3 \
	heddle_expect_bytes.3 heddle_expect_collectives.3
pages_of_heddle_explore = heddle_same.3 heddle_same_bits.3
install-page-links:
	$(MKDIR_P) "$(DESTDIR)$(man1dir)" "$(DESTDIR)$(man3dir)"
	cd "$(DESTDIR)$(man1dir)" && ln -sf mpiexec.1 mpirun.1 && \
	  for page in $(pages_of_mpicc); do ln -sf mpicc.1 $$page; done
	cd "$(DESTDIR)$(man3dir)" && \
	  for page in $(pages_of_heddle_run); do ln -sf heddle_run.3 $$page; done && \
	  for page in $(pages_of_heddle_explore); do ln -sf heddle_explore.3 $$page; done
uninstall-page-links:
	cd "$(DESTDIR)$(man1dir)" && rm -f mpirun.1 $(pages_of_mpicc)
	cd "$(DESTDIR)$(man3dir)" && rm -f $(pages_of_heddle_run) $(pages_of_heddle_explore)
.PHONY: install-launcher uninstall-launcher install-wrapper install-wrappers uninstall-wrappers \
	install-page-links uninstall-page-links install-completion-links uninstall-completion-links
