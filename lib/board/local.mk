# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/agreement.h \
	%D%/arrivals.h \
	%D%/board.c \
	%D%/board.h \
	%D%/limits.h \
	%D%/check.c \
	%D%/relay.c \
	%D%/relay.h
