# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/exit.c \
	%D%/failure.c \
	%D%/libc.c \
	%D%/libc.h \
	%D%/locale.c \
	%D%/locale.h \
	%D%/signal.c \
	%D%/signal.h \
	%D%/thread.c \
	%D%/timer.c \
	%D%/timer.h
