# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/atomic.h \
	%D%/call.c \
	%D%/call.h \
	%D%/chaos.c \
	%D%/chaos.h \
	%D%/clock.h \
	%D%/container.h \
	%D%/context.h \
	%D%/cpu.c \
	%D%/cpu.h \
	%D%/heap.c \
	%D%/heap.h \
	%D%/knob.c \
	%D%/knob.def \
	%D%/knob.h \
	%D%/libc.c \
	%D%/libc.h \
	%D%/limit.c \
	%D%/limit.h \
	%D%/list.h \
	%D%/loader.c \
	%D%/loader.h \
	%D%/lock_order.c \
	%D%/lock_order.h \
	%D%/machine.c \
	%D%/machine.h \
	%D%/memory.c \
	%D%/memory.h \
	%D%/memory_fail.c \
	%D%/must.c \
	%D%/must.h \
	%D%/note.c \
	%D%/note.h \
	%D%/place.c \
	%D%/place.h \
	%D%/random.h \
	%D%/sanitizer.h \
	%D%/symbol.c \
	%D%/symbol.h \
	%D%/trace.c \
	%D%/trace.h \
	%D%/tsan.c \
	%D%/tsan.h \
	%D%/width.h
