# SPDX-License-Identifier: MIT
# The bindings for Fortran: a library above the standard's ABI, the modules of one compiler, and
# what builds them for another. The compiler of programs builds all of it.
EXTRA_DIST += %D%/README.md \
	%D%/constants.py \
	%D%/convert.py \
	%D%/declare.py \
	%D%/generate.py \
	%D%/heddle.f90 \
	%D%/modules.py \
	%D%/modules.sh \
	%D%/pfunit.F90 \
	%D%/wide.py \
	$(fortran_binding_headers) $(fortran_binding_once) $(fortran_binding_twice)

fortran_binding_headers = \
	%D%/callback.h \
	%D%/cell.h \
	%D%/constants.h \
	%D%/glue.h \
	%D%/info.h \
	%D%/names.h \
	%D%/section.h \
	%D%/section_cache.h \
	%D%/section_copy.h \
	%D%/section_map.h \
	%D%/site.h \
	%D%/thunk.h \
	%D%/loops.h \
	%D%/wide.h \
	%D%/wide_callback.h
fortran_binding_once = \
	%D%/callback.c \
	%D%/cell.c \
	%D%/equal.c \
	%D%/glue.c \
	%D%/info.c \
	%D%/keyval.c \
	%D%/section.c \
	%D%/section_cache.c \
	%D%/section_copy.c \
	%D%/section_map.c \
	%D%/site.c \
	%D%/thunk.c \
	%D%/loops.c \
	%D%/wide.c \
	%D%/wide_callback.c
# Procedures: once for the names of MPI_, once for those of PMPI_.
fortran_binding_twice = \
	%D%/attribute.c \
	%D%/environment.c \
	%D%/memory.c \
	%D%/removed.c \
	%D%/spawn.c \
	%D%/strings.c \
	%D%/wide_attribute.c

fortrandir = $(heddlelibdir)/fortran
fortranmoddir = $(fortrandir)/$(fortran_version)
fortranwidemoddir = $(fortranmoddir)/integer-8
if FORTRAN
fortran_chapters = $(filter-out vocabulary,$(patsubst %.table,%,$(notdir \
	$(wildcard $(srcdir)/lib/api/table/*.table))))
fortran_sources_of = $(patsubst $(srcdir)/%,%,$(filter %/$(1).c,$(fortran_binding_once) \
	$(fortran_binding_twice)))
fortran_once_objects = $(patsubst %.c,fortran/%.o,$(notdir $(fortran_binding_once)))
fortran_twice_names = $(patsubst %.c,%,$(notdir $(fortran_binding_twice)))
fortran_objects = $(fortran_once_objects) \
	$(fortran_twice_names:%=fortran/%.o) $(fortran_twice_names:%=fortran/p_%.o) \
	$(fortran_chapters:%=fortran/of_%.o) $(fortran_chapters:%=fortran/p_of_%.o) \
	$(fortran_chapters:%=fortran/of_wide_%.o) $(fortran_chapters:%=fortran/p_of_wide_%.o)

if SHARED
execlib_DATA += lib/libheddle_fortran.so.1
endif
if STATIC
execlib_DATA += lib/libheddle_fortran.a
endif
CLEANFILES += lib/libheddle_fortran.so lib/libheddle_fortran.so.1 lib/libheddle_fortran.a

fortran_generator = $(PYTHON) $(srcdir)/%D%/generate.py
fortran/stamp: $(wildcard $(srcdir)/lib/api/table/*.table) lib/api/generate.py \
		tests/abi/constants.tsv %D%/generate.py %D%/constants.py %D%/convert.py %D%/declare.py \
		%D%/modules.py %D%/wide.py
	$(AM_V_GEN)mkdir -p fortran && $(fortran_generator) fortran && touch $@

# The plugin's list: it is as old as its last change.
fortran/wide.def: fortran/stamp
	@test -f $@

# The procedures have no prototypes: the compiler of Fortran has them.
fortran_FLAGS = -std=gnu11 $(filter-out -Wmissing-prototypes,$(WARNINGS)) $(WERROR) -O2 -g -fPIC \
	-ftls-model=initial-exec -falign-functions=64 -pthread $(SANITIZER_FLAGS)
fortran_CC = $(WRAPPER_CC) $(AM_CPPFLAGS) -Ifortran $(fortran_FLAGS)
$(fortran_objects): $(fortran_binding_headers) include/mpi.h include/mpi_functions.h fortran/stamp
fortran/of_%.o: fortran/stamp
	$(AM_V_CC)$(fortran_CC) -c -o $@ fortran/$*.c
fortran/p_of_%.o: fortran/stamp
	$(AM_V_CC)$(fortran_CC) -DFORTRAN_PROFILING -c -o $@ fortran/$*.c
fortran/p_%.o: %D%/%.c
	$(AM_V_CC)$(fortran_CC) -DFORTRAN_PROFILING -c -o $@ $<
fortran/%.o: %D%/%.c
	$(AM_V_CC)$(fortran_CC) -c -o $@ $<

fortran/exports.map: fortran/stamp
	$(AM_V_GEN)echo '{ global: mpi_*; pmpi_*; heddle_*; local: *; };' >$@
lib/libheddle_fortran.so.1: $(fortran_objects) fortran/exports.map lib/libmpi_abi.so.1
	$(AM_V_CCLD)$(WRAPPER_CC) $(fortran_FLAGS) $(LDFLAGS) -shared -o $@ \
	  -Wl,-soname,libheddle_fortran.so.1 $(no_undefined) \
	  -Wl,--version-script=fortran/exports.map $(fortran_objects) -Llib -lmpi_abi
	@ln -sf libheddle_fortran.so.1 lib/libheddle_fortran.so
lib/libheddle_fortran.a: $(fortran_objects)
	$(AM_V_AR)rm -f $@ && $(AR) rcs $@ $(fortran_objects)

# The modules, for the compiler that configure has found, and their sources for others.
fortran_folder = lib/heddle/fortran
fortran_texts = $(addprefix $(fortran_folder)/,mpif.h mpi_heddle.f90 mpi.f90 mpi_f08.f90)
fortran_modules = $(addprefix $(fortran_folder)/$(fortran_version)/,mpi_heddle.mod mpi.mod \
	mpi_f08.mod heddle.mod)
fortran_DATA = $(fortran_texts) $(fortran_folder)/heddle.f90 $(fortran_folder)/pfunit.F90
fortran_SCRIPTS = $(fortran_folder)/modules.sh
fortranmod_DATA = $(fortran_modules)
fortran_wide_modules = $(addprefix $(fortran_folder)/$(fortran_version)/integer-8/, \
	mpi_heddle_8.mod mpi.mod mpi_f08.mod)
fortranwidemod_DATA = $(fortran_wide_modules)
$(fortran_texts): fortran/stamp
	$(AM_V_GEN)mkdir -p $(@D) && cp fortran/$(@F) $@
$(fortran_folder)/modules.sh: %D%/modules.sh
	$(AM_V_GEN)mkdir -p $(@D) && cp $< $@
$(fortran_folder)/heddle.f90 $(fortran_folder)/pfunit.F90: $(fortran_folder)/%: %D%/%
	$(AM_V_GEN)mkdir -p $(@D) && cp $< $@
$(fortran_folder)/stamp: $(fortran_texts) $(fortran_folder)/heddle.f90 $(fortran_folder)/modules.sh
	$(AM_V_GEN)sh $(fortran_folder)/modules.sh '$(WRAPPER_FC)' && touch $@
$(fortran_modules) $(fortran_wide_modules): $(fortran_folder)/stamp
clean-fortran:
	rm -rf fortran $(fortran_folder)
install-fortran-link:
if SHARED
	$(MKDIR_P) "$(DESTDIR)$(libdir)"
	cd "$(DESTDIR)$(libdir)" && ln -sf libheddle_fortran.so.1 libheddle_fortran.so
endif
uninstall-fortran-link:
	rm -f "$(DESTDIR)$(libdir)/libheddle_fortran.so"
else
clean-fortran install-fortran-link uninstall-fortran-link:
endif
.PHONY: clean-fortran install-fortran-link uninstall-fortran-link
