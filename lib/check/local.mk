# SPDX-License-Identifier: MIT
libheddle_a_SOURCES += \
	%D%/buffers.c \
	%D%/buffers.h \
	%D%/call.c \
	%D%/call.h \
	%D%/deadlock.c \
	%D%/deadlock.h \
	%D%/leaks.c \
	%D%/leaks.h
