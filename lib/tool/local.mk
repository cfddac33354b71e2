# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/category.c \
	%D%/category.def \
	%D%/category.h \
	%D%/control.c \
	%D%/control.h \
	%D%/enumeration.c \
	%D%/enumeration.h \
	%D%/event.c \
	%D%/event.h \
	%D%/handle.c \
	%D%/handle.h \
	%D%/performance.c \
	%D%/performance.def \
	%D%/performance.h \
	%D%/performance_list.c \
	%D%/registration.c \
	%D%/registration.h \
	%D%/tool.c \
	%D%/tool.h \
	%D%/type.def
