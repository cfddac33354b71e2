# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md

# The compiler plugin that makes a program's global variables each rank's own.
if PRIVATIZE
heddlelib_DATA += lib/heddle/heddle_privatize.so
endif
EXTRA_DIST += $(plugin_sources) $(plugin_headers)
CLEANFILES += lib/heddle/heddle_privatize.so

plugin_sources = \
	%D%/accesses.cc \
	%D%/alignment.cc \
	%D%/assembler.cc \
	%D%/calls.cc \
	%D%/counts.cc \
	%D%/debuginfo.cc \
	%D%/derived.cc \
	%D%/fortran_calls.cc \
	%D%/language.cc \
	%D%/layout.cc \
	%D%/lower.cc \
	%D%/names.cc \
	%D%/plugin.cc \
	%D%/rewrite.cc \
	%D%/select.cc \
	%D%/table.cc \
	%D%/types.cc \
	%D%/warn.cc \
	%D%/wide.cc
plugin_headers = %D%/mpi_calls.h %D%/privatize.h include/mpi_types.h \
	lib/api/generated/buffers.def lib/image/libc_variable.def lib/image/record.h
if FORTRAN
plugin_fortran = -DHAS_FORTRAN -Ifortran
plugin_lists = fortran/wide.def
endif
lib/heddle/heddle_privatize.so: $(plugin_sources) $(plugin_headers) $(plugin_lists)
	$(AM_V_CXX)mkdir -p lib/heddle && $(WRAPPER_CXX) -std=gnu++17 -O2 -g -Wall -Wextra $(WERROR) \
	  -fPIC -shared -fno-rtti -isystem $(plugin_include) -I$(srcdir)/lib -I$(srcdir)/include \
	  $(plugin_fortran) -o $@ \
	  $(addprefix $(srcdir)/,$(plugin_sources))
