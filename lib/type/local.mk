# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/array.c \
	%D%/build.h \
	%D%/construct.c \
	%D%/data.c \
	%D%/data.h \
	%D%/element.h \
	%D%/external.c \
	%D%/external.h \
	%D%/half.h \
	%D%/nest.c \
	%D%/nest.h \
	%D%/overlap.c \
	%D%/overlap.h \
	%D%/pair.c \
	%D%/pair.h \
	%D%/predefined.c \
	%D%/predefined.def \
	%D%/quad.h \
	%D%/sequence.c \
	%D%/sequence.h \
	%D%/rank_types.c \
	%D%/rank_types.h \
	%D%/signature.c \
	%D%/signature.h \
	%D%/type.c \
	%D%/type.h \
	%D%/value.c \
	%D%/value.h \
	%D%/wording.c \
	%D%/wording.h
