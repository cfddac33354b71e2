# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/copy.c \
	%D%/copy.h \
	%D%/cursor.c \
	%D%/cursor.h \
	%D%/gather.c \
	%D%/gather.h \
	%D%/layout.c \
	%D%/layout.h \
	%D%/lines.h \
	%D%/list.c \
	%D%/order.c \
	%D%/order.h \
	%D%/runs.c \
	%D%/runs.h \
	%D%/transpose.c \
	%D%/transpose.h \
	%D%/walk.c \
	%D%/walk.h
