# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/access.c \
	%D%/access.h \
	%D%/accumulate.c \
	%D%/accumulate.h \
	%D%/check.c \
	%D%/epoch.c \
	%D%/epoch.h \
	%D%/freed.c \
	%D%/freed.h \
	%D%/native.c \
	%D%/native.h \
	%D%/order.c \
	%D%/order.h \
	%D%/passive.c \
	%D%/passive.h \
	%D%/pending.c \
	%D%/pending.h \
	%D%/poll.h \
	%D%/pscw.c \
	%D%/pscw.h \
	%D%/race.c \
	%D%/race.h \
	%D%/race_end.c \
	%D%/race_fence.c \
	%D%/race_record.c \
	%D%/race_record.h \
	%D%/race_tell.c \
	%D%/region.c \
	%D%/region.h \
	%D%/reported.c \
	%D%/reported.h \
	%D%/results.c \
	%D%/results.h \
	%D%/shadow.c \
	%D%/shadow.h \
	%D%/stream.c \
	%D%/stream.h \
	%D%/target.c \
	%D%/target.h \
	%D%/touch.c \
	%D%/touch.h \
	%D%/touches.c \
	%D%/touches.h \
	%D%/window.c \
	%D%/window.h
