# SPDX-License-Identifier: MIT
libheddle_a_SOURCES += \
	%D%/abort.c \
	%D%/abort.h \
	%D%/exit.c \
	%D%/failure.c \
	%D%/locale.c \
	%D%/locale.h \
	%D%/pool.c \
	%D%/pool.h \
	%D%/rank.c \
	%D%/rank.h \
	%D%/signal.c \
	%D%/signal.h \
	%D%/situation.c \
	%D%/situation.h \
	%D%/sleeper.c \
	%D%/sleeper.h \
	%D%/stack.c \
	%D%/stack.h \
	%D%/tally.c \
	%D%/tally.h \
	%D%/thread.c \
	%D%/thread.h \
	%D%/timer.c \
	%D%/timer.h \
	%D%/wait.c \
	%D%/wait.h \
	%D%/world.c \
	%D%/world.h
