# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/depend.h \
	%D%/functions.c \
	%D%/functions.h \
	%D%/lock.c \
	%D%/loops.h \
	%D%/meet.c \
	%D%/ordered.c \
	%D%/queue.c \
	%D%/queue.h \
	%D%/task.c \
	%D%/team.c \
	%D%/team.h \
	%D%/unnamed.c
