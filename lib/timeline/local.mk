# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/json.c \
	%D%/kept.h \
	%D%/model.c \
	%D%/model.h \
	%D%/model_meetings.c \
	%D%/model_names.c \
	%D%/perfetto.c \
	%D%/timeline.c \
	%D%/timeline.h \
	%D%/write.c \
	%D%/writers.h
