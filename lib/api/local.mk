# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/argument/check.c \
	%D%/argument/check.h \
	%D%/argument/check_message.h \
	%D%/argument/check_object.c \
	%D%/argument/check_object.h \
	%D%/argument/handle.h \
	%D%/argument/info_env.c \
	%D%/argument/info_env.h \
	%D%/argument/keyval.h \
	%D%/argument/local.c \
	%D%/argument/local.h \
	%D%/argument/mode.h \
	%D%/collective/collective.c \
	%D%/collective/collective.h \
	%D%/collective/collective_common.c \
	%D%/collective/collective_neighbor.c \
	%D%/collective/collective_reduce.c \
	%D%/collective/collective_sides.h \
	%D%/collective/op.c \
	%D%/communicator/comm.c \
	%D%/communicator/comm_make.c \
	%D%/communicator/group.c \
	%D%/communicator/group.h \
	%D%/communicator/hints.c \
	%D%/communicator/hints.h \
	%D%/communicator/idup.c \
	%D%/communicator/topology.c \
	%D%/communicator/topology.h \
	%D%/communicator/topology_dist_graph.c \
	%D%/communicator/topology_graph.c \
	%D%/datatype/datatype.c \
	%D%/datatype/datatype.h \
	%D%/datatype/datatype_array.c \
	%D%/datatype/datatype_construct.c \
	%D%/datatype/datatype_query.c \
	%D%/datatype/pack.c \
	%D%/datatype/packing.h \
	%D%/entry/followed.c \
	%D%/entry/followed.h \
	%D%/entry/laws.c \
	%D%/entry/laws.h \
	%D%/entry/quick.h \
	%D%/entry/surface.h \
	%D%/environment/abi.c \
	%D%/environment/env.c \
	%D%/environment/init.c \
	%D%/environment/init.h \
	%D%/environment/memory.c \
	%D%/environment/port.c \
	%D%/environment/session.c \
	%D%/environment/spawn.c \
	%D%/error/errhandler.c \
	%D%/error/error.c \
	%D%/error/error_table.c \
	%D%/error/error_table.h \
	%D%/error/error_text.def \
	%D%/error/raise.c \
	%D%/error/raise.h \
	%D%/file/file.c \
	%D%/file/file.h \
	%D%/file/file_access.c \
	%D%/file/file_view.c \
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
	%D%/generated/requests.def \
	%D%/generated/sessions.c \
	%D%/generated/sessions.h \
	%D%/generated/tools.c \
	%D%/generated/tools.h \
	%D%/generated/topologies.c \
	%D%/generated/topologies.h \
	%D%/message/buffer.c \
	%D%/message/completion.h \
	%D%/message/exchange.c \
	%D%/message/generalized.c \
	%D%/message/partitioned.c \
	%D%/message/persistent.c \
	%D%/message/probe.c \
	%D%/message/quick_message.h \
	%D%/message/receive.c \
	%D%/message/request.c \
	%D%/message/request_set.c \
	%D%/message/send.c \
	%D%/message/status.c \
	%D%/object/attribute.c \
	%D%/object/info.c \
	%D%/object/type_attribute.h \
	%D%/observe/advice.c \
	%D%/observe/advice.h \
	%D%/observe/explain.c \
	%D%/observe/explain.h \
	%D%/observe/region.c \
	%D%/observe/uses.c \
	%D%/observe/uses.h \
	%D%/tool/tool.c \
	%D%/tool/tool.h \
	%D%/tool/tool_event.c \
	%D%/tool/tool_performance.c \
	%D%/window/check_window.h \
	%D%/window/one_sided.c \
	%D%/window/quick_window.h \
	%D%/window/win_object.c \
	%D%/window/window.c \
	%D%/window/window.h \
	%D%/window/window_hints.c \
	%D%/window/window_sync.c

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
