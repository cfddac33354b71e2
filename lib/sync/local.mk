# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/guard.c \
	%D%/guard.h \
	%D%/lock.c \
	%D%/lock.h \
	%D%/membarrier.c \
	%D%/membarrier.h \
	%D%/mpsc.c \
	%D%/mpsc.h \
	%D%/park.c \
	%D%/park.h \
	%D%/shuttle.h \
	%D%/slab.c \
	%D%/slab.h
