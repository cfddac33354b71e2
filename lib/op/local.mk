# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/kernel.c \
	%D%/kernel.h \
	%D%/op.c \
	%D%/op.def \
	%D%/op.h \
	%D%/op_user.c \
	%D%/op_user.h
