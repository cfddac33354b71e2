# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md %D%/page.html
libheddle_a_SOURCES += \
	%D%/advice.c \
	%D%/advice.h \
	%D%/html.c \
	%D%/json.c \
	%D%/kept.h \
	%D%/model.c \
	%D%/model.h \
	%D%/model_derive.c \
	%D%/model_meetings.c \
	%D%/model_names.c \
	%D%/packets.c \
	%D%/packets.h \
	%D%/path.c \
	%D%/path.h \
	%D%/perfetto.c \
	%D%/summary.c \
	%D%/summary.h \
	%D%/summary_events.c \
	%D%/summary_write.c \
	%D%/timeline.c \
	%D%/timeline.h \
	%D%/write.c \
	%D%/writers.h

# The page becomes an array of its lines.
nodist_libheddle_a_SOURCES = %D%/page.c
CLEANFILES += %D%/page.c
%D%/page.c: %D%/page.html
	$(AM_V_GEN)mkdir -p %D% && { echo '#include "timeline/writers.h"'; \
	  echo 'const char *const html_page[] = {'; \
	  sed -e 's/[\\"]/\\&/g' -e 's/.*/"&",/' $(srcdir)/%D%/page.html; echo 'NULL};'; } >$@
