# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/command.c \
	%D%/command.h \
	%D%/soft.c \
	%D%/soft.h \
	%D%/spawn.c \
	%D%/spawn.h \
	%D%/universe.c \
	%D%/universe.h
