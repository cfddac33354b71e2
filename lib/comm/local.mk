# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/intercomm.c \
	%D%/intercomm.h \
	%D%/check.c \
	%D%/check.h \
	%D%/comm.c \
	%D%/comm.h \
	%D%/comm_world.h \
	%D%/context.c \
	%D%/context.h \
	%D%/division.c \
	%D%/division.h \
	%D%/dup.c \
	%D%/form.c \
	%D%/group.c \
	%D%/group.h \
	%D%/join.c \
	%D%/join.h \
	%D%/lobby.c \
	%D%/lobby.h \
	%D%/make.h \
	%D%/merge.c \
	%D%/port.c \
	%D%/port.h \
	%D%/port_wait.c \
	%D%/port_wait.h \
	%D%/service.c \
	%D%/split.c \
	%D%/round.c \
	%D%/round.h \
	%D%/vote.c \
	%D%/vote.h
