# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/abi.c \
	%D%/advice.c \
	%D%/advice.h \
	%D%/attribute.c \
	%D%/buffer.c \
	%D%/check.c \
	%D%/check.h \
	%D%/check_message.h \
	%D%/check_object.c \
	%D%/check_object.h \
	%D%/check_window.h \
	%D%/collective.c \
	%D%/collective.h \
	%D%/collective_common.c \
	%D%/collective_neighbor.c \
	%D%/collective_reduce.c \
	%D%/collective_sides.h \
	%D%/comm.c \
	%D%/comm_make.c \
	%D%/completion.h \
	%D%/datatype.c \
	%D%/datatype.h \
	%D%/datatype_array.c \
	%D%/datatype_construct.c \
	%D%/datatype_query.c \
	%D%/env.c \
	%D%/errhandler.c \
	%D%/error.c \
	%D%/error_table.c \
	%D%/error_table.h \
	%D%/error_text.def \
	%D%/exchange.c \
	%D%/explain.c \
	%D%/explain.h \
	%D%/file.c \
	%D%/file.h \
	%D%/file_access.c \
	%D%/file_view.c \
	%D%/followed.c \
	%D%/followed.h \
	%D%/generalized.c \
	%D%/generated/abi.c \
	%D%/generated/abi.h \
	%D%/generated/buffers.def \
	%D%/generated/caching.c \
	%D%/generated/caching.h \
	%D%/generated/collectives.c \
	%D%/generated/collectives.h \
	%D%/generated/communicators.c \
	%D%/generated/communicators.h \
	%D%/generated/datatypes.c \
	%D%/generated/datatypes.h \
	%D%/generated/deprecated.c \
	%D%/generated/deprecated.h \
	%D%/generated/environment.c \
	%D%/generated/environment.h \
	%D%/generated/error-handling.c \
	%D%/generated/error-handling.h \
	%D%/generated/external.c \
	%D%/generated/external.h \
	%D%/generated/files.c \
	%D%/generated/files.h \
	%D%/generated/groups.c \
	%D%/generated/groups.h \
	%D%/generated/info.c \
	%D%/generated/info.h \
	%D%/generated/naming.c \
	%D%/generated/naming.h \
	%D%/generated/neighborhoods.c \
	%D%/generated/neighborhoods.h \
	%D%/generated/nonblocking-collectives.c \
	%D%/generated/nonblocking-collectives.h \
	%D%/generated/nonblocking-neighborhoods.c \
	%D%/generated/nonblocking-neighborhoods.h \
	%D%/generated/one-sided.c \
	%D%/generated/one-sided.h \
	%D%/generated/partitioned.c \
	%D%/generated/partitioned.h \
	%D%/generated/persistent-collectives.c \
	%D%/generated/persistent-collectives.h \
	%D%/generated/persistent-neighborhoods.c \
	%D%/generated/persistent-neighborhoods.h \
	%D%/generated/point-to-point.c \
	%D%/generated/point-to-point.h \
	%D%/generated/process.c \
	%D%/generated/process.h \
	%D%/generated/profiling.c \
	%D%/generated/profiling.h \
	%D%/generated/sessions.c \
	%D%/generated/sessions.h \
	%D%/generated/tools.c \
	%D%/generated/tools.h \
	%D%/generated/topologies.c \
	%D%/generated/topologies.h \
	%D%/group.c \
	%D%/group.h \
	%D%/handle.h \
	%D%/hints.c \
	%D%/hints.h \
	%D%/idup.c \
	%D%/info.c \
	%D%/info_env.c \
	%D%/info_env.h \
	%D%/init.c \
	%D%/init.h \
	%D%/keyval.h \
	%D%/laws.c \
	%D%/laws.h \
	%D%/local.c \
	%D%/local.h \
	%D%/memory.c \
	%D%/mode.h \
	%D%/one_sided.c \
	%D%/op.c \
	%D%/pack.c \
	%D%/packing.h \
	%D%/partitioned.c \
	%D%/port.c \
	%D%/spawn.c \
	%D%/persistent.c \
	%D%/probe.c \
	%D%/quick.h \
	%D%/quick_message.h \
	%D%/quick_window.h \
	%D%/raise.c \
	%D%/raise.h \
	%D%/receive.c \
	%D%/region.c \
	%D%/request.c \
	%D%/request_set.c \
	%D%/send.c \
	%D%/session.c \
	%D%/status.c \
	%D%/surface.h \
	%D%/topology.c \
	%D%/topology.h \
	%D%/topology_dist_graph.c \
	%D%/topology_graph.c \
	%D%/tool.c \
	%D%/tool.h \
	%D%/tool_event.c \
	%D%/tool_performance.c \
	%D%/type_attribute.h \
	%D%/uses.c \
	%D%/uses.h \
	%D%/win_object.c \
	%D%/window.c \
	%D%/window.h \
	%D%/window_hints.c \
	%D%/window_sync.c

# Each function that programs call begins at a cache line: a short entry then takes as few of them
# as it can.
lib/api/generated/%.o: AM_CFLAGS += -falign-functions=64

# The manual pages of the standard's functions.
dist_man3_MANS += %D%/man/MPI_Op.3
generator = $(PYTHON) $(srcdir)/%D%/generate.py
man/man3/stamp: $(wildcard $(srcdir)/lib/api/table/*) %D%/generate.py \
    %D%/generate_buffers.py %D%/generate_calls.py %D%/generate_traits.py
	$(AM_V_GEN)mkdir -p man/man3 && $(generator) --man man && touch $@
status:
	@$(generator) --status
install-pages: man/man3/stamp
	$(MKDIR_P) "$(DESTDIR)$(man3dir)"
	$(INSTALL_DATA) man/man3/*.3 "$(DESTDIR)$(man3dir)"
uninstall-pages:
	cd man/man3 && for page in *.3; do rm -f "$(DESTDIR)$(man3dir)/$$page"; done
clean-pages:
	rm -rf man
.PHONY: status install-pages uninstall-pages clean-pages
EXTRA_DIST += \
	%D%/generate.py \
	%D%/generate_buffers.py \
	%D%/generate_calls.py \
	%D%/generate_traits.py \
	%D%/table/abi.table \
	%D%/table/caching.table \
	%D%/table/collectives.table \
	%D%/table/communicators.table \
	%D%/table/datatypes.table \
	%D%/table/deprecated.table \
	%D%/table/environment.table \
	%D%/table/error-handling.table \
	%D%/table/external.table \
	%D%/table/files.table \
	%D%/table/groups.table \
	%D%/table/info.table \
	%D%/table/naming.table \
	%D%/table/neighborhoods.table \
	%D%/table/nonblocking-collectives.table \
	%D%/table/nonblocking-neighborhoods.table \
	%D%/table/one-sided.table \
	%D%/table/partitioned.table \
	%D%/table/persistent-collectives.table \
	%D%/table/persistent-neighborhoods.table \
	%D%/table/point-to-point.table \
	%D%/table/process.table \
	%D%/table/profiling.table \
	%D%/table/sessions.table \
	%D%/table/tools.table \
	%D%/table/topologies.table \
	%D%/table/vocabulary.table
