# SPDX-License-Identifier: MIT
libheddle_a_SOURCES += \
	%D%/board.c \
	%D%/board.h
