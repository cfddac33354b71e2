# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md

# The compiler plugin that makes a program's global variables each rank's own.
# One version of GCC loads it: there is one for each, in a folder with the version's name.
plugin = lib/heddle/gcc-$(compiler_version)/heddle_privatize.so
other_versions = $(foreach pair,$(other_compilers),$(firstword $(subst =, ,$(pair))))
other_plugins = $(other_versions:%=lib/heddle/gcc-%/heddle_privatize.so)
pluginsourcedir = $(heddlelibdir)/plugin
if PRIVATIZE
plugins = $(plugin) $(other_plugins)
nobase_pluginsource_DATA = $(plugin_sources) $(plugin_headers) $(plugin_lists)
else
plugins =
endif
EXTRA_DIST += $(plugin_sources) $(plugin_headers)

plugin_sources = \
	%D%/accesses.cc \
	%D%/alignment.cc \
	%D%/allocations.cc \
	%D%/allocators.cc \
	%D%/assembler.cc \
	%D%/calls.cc \
	%D%/counts.cc \
	%D%/debuginfo.cc \
	%D%/derived.cc \
	%D%/described.cc \
	%D%/fortran_calls.cc \
	%D%/frames.cc \
	%D%/language.cc \
	%D%/layout.cc \
	%D%/locals.cc \
	%D%/loops.cc \
	%D%/lower.cc \
	%D%/names.cc \
	%D%/objects.cc \
	%D%/plugin.cc \
	%D%/rewrite.cc \
	%D%/scope.cc \
	%D%/select.cc \
	%D%/table.cc \
	%D%/types.cc \
	%D%/values.cc \
	%D%/warn.cc \
	%D%/wide.cc
plugin_headers = %D%/loops.h %D%/mpi_calls.h %D%/privatize.h %D%/processor.h %D%/versions.h \
	include/mpi_types.h \
	lib/api/generated/buffers.def lib/api/generated/requests.def lib/image/described.h \
	lib/image/libc_variable.def lib/image/record.h
if FORTRAN
plugin_lists = fortran/wide.def
fortran_sources_are_there = lib/heddle/fortran/stamp
else
plugin_lists =
fortran_sources_are_there =
endif

# heddle-plugin finds the sources where they are installed.
plugin_links = lib/heddle/plugin/stamp
$(plugin_links):
	@mkdir -p $(@D) && ln -sfn "$(abs_srcdir)/lib" $(@D)/lib && \
	  ln -sfn "$(abs_srcdir)/include" $(@D)/include && \
	  ln -sfn "$(abs_builddir)/fortran" $(@D)/fortran && touch $@
plugin_needs = $(plugin_sources) $(plugin_headers) $(plugin_lists) | bin/heddle-plugin \
	$(plugin_links)
# make itself keeps these plugins up to date; those that a user adds have a sum of their sources.
plugin_flags = -O2 -g -Wall -Wextra $(WERROR)
$(plugin): $(plugin_needs)
	$(AM_V_CXX)bin/heddle-plugin -no-modules -cxx='$(PLUGIN_CXX)' -flags='$(plugin_flags)' \
	  '$(WRAPPER_CC)' && rm -f $(@D)/sum
$(other_plugins): lib/heddle/gcc-%/heddle_privatize.so: $(fortran_sources_are_there) $(plugin_needs)
	$(AM_V_CXX)bin/heddle-plugin -flags='$(plugin_flags)' \
	  $(patsubst $*=%,%,$(filter $*=%,$(other_compilers))) && rm -f $(@D)/sum

# What is of one version is installed in the folder that it is built in; what heddle-plugin has
# added goes, too.
other_modules = $(foreach version,$(other_versions),$(wildcard $(addprefix \
	lib/heddle/fortran/$(firstword $(subst ., ,$(version)))*/,*.mod */*.mod)))
install-plugins:
	for file in $(plugins) $(other_modules); do \
	  folder="$(DESTDIR)$(libdir)/$$(dirname "$${file#lib/}")" && $(MKDIR_P) "$$folder" && \
	  $(INSTALL_DATA) "$$file" "$$folder" && rm -f "$$folder/sum" || exit 1; \
	done
uninstall-plugins:
	rm -rf "$(DESTDIR)$(heddlelibdir)"/gcc-[1-9]* "$(DESTDIR)$(heddlelibdir)/plugin" \
	  "$(DESTDIR)$(fortrandir)"/[1-9]*
clean-plugins:
	rm -rf lib/heddle/gcc-[1-9]* lib/heddle/plugin
.PHONY: install-plugins uninstall-plugins clean-plugins
