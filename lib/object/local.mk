# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/attribute.c \
	%D%/attribute.h \
	%D%/errhandler.c \
	%D%/errhandler.h \
	%D%/file.h \
	%D%/info.c \
	%D%/info.h \
	%D%/object.c \
	%D%/object.h \
	%D%/session.c \
	%D%/session.h \
	%D%/window.h
