# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/completion.c \
	%D%/completion.h \
	%D%/generalized.c \
	%D%/generalized.h \
	%D%/request.c \
	%D%/request.h \
	%D%/status.h
