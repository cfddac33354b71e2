# SPDX-License-Identifier: MIT
# The files that are installed as the library, made of libheddle.a.
EXTRA_DIST += %D%/interposed.txt
if SHARED
execlib_DATA += lib/libmpi_abi.so.1
endif
if STATIC
execlib_DATA += lib/libmpi_abi.a
endif
CLEANFILES += lib/guest_space.o lib/libc_start.o lib/libmpi_abi.so lib/libmpi_abi.so.1 \
	lib/libmpi_abi.o \
	lib/libmpi_abi.a \
	lib/exports.map

# Sources decide by visibility what the library shows; this keeps what other archives bring inside.
lib/exports.map: %D%/interposed.txt
	$(AM_V_GEN)mkdir -p lib && { echo '{ global: MPI_*; PMPI_*; heddle_*;'; \
	  sed -nE 's/^(\w+) .*/\1;/p' $(srcdir)/%D%/interposed.txt; echo 'local: *; };'; } >$@

# Not in libheddle.a: unit tests and tools, which are linked with that, start as C programs do.
EXTRA_DIST += %D%/job/libc_start.c
lib/libc_start.o: %D%/job/libc_start.c %D%/job/start.h %D%/image/whole/whole.h
	$(AM_V_CC)mkdir -p lib && $(CC) $(DEFS) $(AM_CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -c -o $@ \
	  $(srcdir)/%D%/job/libc_start.c

# Not there either: it is linked last, and its thread-local variable has the highest addresses.
EXTRA_DIST += %D%/image/guest/guest_space.c
lib/guest_space.o: %D%/image/guest/guest_space.c %D%/image/guest/guest.h
	$(AM_V_CC)mkdir -p lib && $(CC) $(DEFS) $(AM_CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -c -o $@ \
	  $(srcdir)/%D%/image/guest/guest_space.c

# Not there either (base/built.h). lib/commit changes only when the commit does; a tarball has one.
# Tests that install may make it at the same time, so each has a file of its own.
EXTRA_DIST += %D%/base/built.c %D%/base/built.h
CLEANFILES += lib/built.o lib/commit
lib/commit: FORCE
	@mkdir -p lib && new=$@.$$$$ && { if test -e $(srcdir)/.git; then \
	  git -C $(srcdir) describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null; \
	  else cat $(srcdir)/lib/commit.txt 2>/dev/null; fi || \
	  cat $@ 2>/dev/null || echo unknown; } >$$new && \
	  if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi
FORCE:
configured = $(if $(filter no,$(enable_privatize)),shared,private) globals, programs by gcc \
	$(compiler_version)$(if $(filter yes,$(have_fortran)),$(comma) Fortran)$(if $(filter-out no, \
	$(enable_sanitizer)),$(comma) sanitizer $(enable_sanitizer))$(if $(filter-out no, \
	$(enable_chaos)),$(comma) chaos)
lib/built.o: %D%/base/built.c %D%/base/built.h lib/commit
	$(AM_V_CC)$(CC) $(DEFS) $(AM_CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) \
	  -DHEDDLE_COMMIT="\"commit $$(cat lib/commit)\"" \
	  -DHEDDLE_CONFIGURED='"$(strip $(configured))"' \
	  -c -o $@ $(srcdir)/%D%/base/built.c
dist-hook:
	cp lib/commit $(distdir)/lib/commit.txt

# The loader runs the constructors of the library before all others (job/libc_start.c); a sanitizer
# wants to be first itself. A process that has used the library keeps it: exit handlers are its.
comma = ,
lib/libmpi_abi.so.1: libheddle.a lib/libc_start.o lib/built.o lib/guest_space.o lib/exports.map
	$(AM_V_CCLD)mkdir -p lib && $(CC) $(AM_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -o $@ \
	  -Wl,-soname,libmpi_abi.so.1 $(no_undefined) -Wl,--version-script=lib/exports.map \
	  $(if $(SANITIZER_FLAGS),,-Wl$(comma)-z$(comma)initfirst) $(auxiliary) -Wl,-z,nodelete \
	  lib/libc_start.o lib/built.o -Wl,--whole-archive libheddle.a -Wl,--no-whole-archive \
	  $(library_LIBS) $(LIBS) lib/guest_space.o
	@ln -sf libmpi_abi.so.1 lib/libmpi_abi.so

# The auxiliary library, which brings jemalloc when a process starts (base/heap_kinds.h). It has no
# code of its own.
if JEMALLOC
auxiliary = '-Wl,--auxiliary=$$ORIGIN/heddle/jemalloc.so'
if SHARED
heddlelib_DATA += lib/heddle/jemalloc.so
endif
endif
CLEANFILES += lib/heddle/jemalloc.so
lib/heddle/jemalloc.so:
	$(AM_V_CCLD)mkdir -p lib/heddle && $(CC) $(LDFLAGS) -shared -nostdlib -o $@ \
	  -Wl,-z,nodlopen $(CXX_FIRST) $(JEMALLOC_LIBS)

# One relocatable object whose hidden names are local: a program sees no name but the public ones.
lib/libmpi_abi.a: libheddle.a lib/libc_start.o lib/built.o
	$(AM_V_AR)mkdir -p lib && $(LD) -r -o lib/libmpi_abi.o lib/libc_start.o lib/built.o \
	  --whole-archive libheddle.a && \
	  $(OBJCOPY) --localize-hidden lib/libmpi_abi.o && rm -f $@ && \
	  $(AR) rcs $@ lib/libmpi_abi.o

install-library-link:
if SHARED
	$(MKDIR_P) "$(DESTDIR)$(libdir)"
	cd "$(DESTDIR)$(libdir)" && ln -sf libmpi_abi.so.1 libmpi_abi.so
endif
uninstall-library-link:
	rm -f "$(DESTDIR)$(libdir)/libmpi_abi.so"
.PHONY: install-library-link uninstall-library-link
