# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/atexit.c \
	%D%/check.c \
	%D%/check.h \
	%D%/clash.c \
	%D%/clash.h \
	%D%/construct.c \
	%D%/construct.h \
	%D%/copy.c \
	%D%/copy.h \
	%D%/defer.c \
	%D%/defer.h \
	%D%/exit_list.c \
	%D%/exit_list.h \
	%D%/hold.h \
	%D%/image.c \
	%D%/image.h \
	%D%/late.c \
	%D%/late.h \
	%D%/libc_variable.def \
	%D%/module.c \
	%D%/module.h \
	%D%/needed.c \
	%D%/needed.h \
	%D%/objects.c \
	%D%/objects.h \
	%D%/order.c \
	%D%/order.h \
	%D%/record.h \
	%D%/register.c \
	%D%/relocation.c \
	%D%/relocation.h \
	%D%/reserve.c \
	%D%/room.c \
	%D%/room.h \
	%D%/slot.h \
	%D%/start.h \
	%D%/strangers.c \
	%D%/strangers.h \
	%D%/tls.c \
	%D%/tls.h \
	%D%/watch.c \
	%D%/watch.h \
	%D%/stride.c \
	%D%/stride.h
