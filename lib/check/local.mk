# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/block_table.c \
	%D%/block_table.h \
	%D%/blocks.c \
	%D%/blocks.h \
	%D%/bounds.c \
	%D%/bounds.h \
	%D%/buffers.c \
	%D%/buffers.h \
	%D%/call.c \
	%D%/call.h \
	%D%/circle.c \
	%D%/circle.h \
	%D%/contents.c \
	%D%/contents.h \
	%D%/deadlock.c \
	%D%/deadlock.h \
	%D%/descriptions.c \
	%D%/descriptions.h \
	%D%/diverted.c \
	%D%/diverted.h \
	%D%/follower.c \
	%D%/follower.h \
	%D%/leaks.c \
	%D%/leaks.h \
	%D%/local_variable.c \
	%D%/local_variable.h \
	%D%/named.c \
	%D%/named.h \
	%D%/pending.c \
	%D%/pending.h \
	%D%/pending_tell.c \
	%D%/reliance.c \
	%D%/reliance.h \
	%D%/scope.c \
	%D%/scope.h \
	%D%/reliance_search.c \
	%D%/reliance_search.h \
	%D%/snapshot.c \
	%D%/snapshot.h
