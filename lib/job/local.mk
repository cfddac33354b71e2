# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/activity.c \
	%D%/activity.h \
	%D%/bindings.c \
	%D%/bindings.h \
	%D%/cpu_time.c \
	%D%/crash.c \
	%D%/crash.h \
	%D%/environment.c \
	%D%/environment.h \
	%D%/explore.c \
	%D%/explore.h \
	%D%/explore_order.c \
	%D%/explore_program.c \
	%D%/explore_program.h \
	%D%/explored.c \
	%D%/explored.h \
	%D%/faults.c \
	%D%/faults.h \
	%D%/gathered.h \
	%D%/input.c \
	%D%/input.h \
	%D%/job.h \
	%D%/looks.c \
	%D%/looks.h \
	%D%/loose.c \
	%D%/loose.h \
	%D%/matrix.c \
	%D%/matrix.h \
	%D%/outfile.c \
	%D%/outfile.h \
	%D%/output.c \
	%D%/output.h \
	%D%/plan.c \
	%D%/plan.h \
	%D%/progress.c \
	%D%/progress.h \
	%D%/recorded.c \
	%D%/recorded.h \
	%D%/result.c \
	%D%/run.c \
	%D%/run.h \
	%D%/same.c \
	%D%/sarif.c \
	%D%/sarif.h \
	%D%/schedule.c \
	%D%/schedule.h \
	%D%/schedule_chance.c \
	%D%/schedule_log.c \
	%D%/schedule_words.c \
	%D%/shared.c \
	%D%/shared.h \
	%D%/spawn.c \
	%D%/spawn.h \
	%D%/stacks.c \
	%D%/stacks.h \
	%D%/start.c \
	%D%/start.h \
	%D%/threads.c \
	%D%/threads.h \
	%D%/traffic.c \
	%D%/traffic.h \
	%D%/verdict.c \
	%D%/verdict.h

dist_man3_MANS += %D%/man/heddle_run.3
