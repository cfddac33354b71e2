# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/aio.c \
	%D%/callback.c \
	%D%/callback.h \
	%D%/child.c \
	%D%/clock.c \
	%D%/condition.c \
	%D%/directory.c \
	%D%/directory.h \
	%D%/exit.c \
	%D%/failure.c \
	%D%/file_lock.c \
	%D%/futex.c \
	%D%/libc.c \
	%D%/libc.h \
	%D%/locale.c \
	%D%/locale.h \
	%D%/mutex.c \
	%D%/objects.c \
	%D%/objects.h \
	%D%/once.c \
	%D%/signal.c \
	%D%/signal.h \
	%D%/sleep.c \
	%D%/sleep.h \
	%D%/source.c \
	%D%/thread.c \
	%D%/timer.c \
	%D%/timer.h
