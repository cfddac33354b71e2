# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/abort.c \
	%D%/abort.h \
	%D%/alarm.c \
	%D%/alarm.h \
	%D%/pool.c \
	%D%/pool.h \
	%D%/rank.c \
	%D%/rank.h \
	%D%/connected.c \
	%D%/connected.h \
	%D%/ending.c \
	%D%/ending.h \
	%D%/family.c \
	%D%/family.h \
	%D%/floor.h \
	%D%/helper.c \
	%D%/helper.h \
	%D%/idle.c \
	%D%/idle.h \
	%D%/lock.c \
	%D%/lock.h \
	%D%/name.c \
	%D%/name.h \
	%D%/wait_report.c \
	%D%/wait_report.h \
	%D%/waiter.c \
	%D%/waiter.h \
	%D%/stack.c \
	%D%/stack.h \
	%D%/choice.h \
	%D%/counters.c \
	%D%/counters.h \
	%D%/thread.c \
	%D%/thread.h \
	%D%/usage.c \
	%D%/usage.h \
	%D%/wait.c \
	%D%/wait.h \
	%D%/wake.c \
	%D%/wake.h \
	%D%/warnings.c \
	%D%/warnings.h \
	%D%/world.c \
	%D%/world.h
