# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/access.c \
	%D%/access.h \
	%D%/accord.c \
	%D%/accord.h \
	%D%/check.c \
	%D%/cover.c \
	%D%/cover.h \
	%D%/datarep.c \
	%D%/datarep.h \
	%D%/description.c \
	%D%/description.h \
	%D%/failure.c \
	%D%/failure.h \
	%D%/file.c \
	%D%/file.h \
	%D%/file_access.c \
	%D%/filetype.c \
	%D%/filetype.h \
	%D%/hints.c \
	%D%/hints.h \
	%D%/joint.c \
	%D%/joint.h \
	%D%/merge.c \
	%D%/merge.h \
	%D%/overlap.c \
	%D%/overlap.h \
	%D%/pending.c \
	%D%/pointer.h \
	%D%/runs.c \
	%D%/runs.h \
	%D%/seek.c \
	%D%/staging.c \
	%D%/staging.h \
	%D%/state.c \
	%D%/state.h \
	%D%/strided.c \
	%D%/strided.h \
	%D%/view.c \
	%D%/view.h \
	%D%/weave.c \
	%D%/weave.h \
	%D%/window.c \
	%D%/window.h \
	%D%/worker.c \
	%D%/worker.h
