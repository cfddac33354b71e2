# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/args.c \
	%D%/args.h \
	%D%/cell.c \
	%D%/cell.h \
	%D%/driver.c \
	%D%/driver.h \
	%D%/large/alltoall.c \
	%D%/large/exchange.c \
	%D%/large/exchange.h \
	%D%/large/fold.c \
	%D%/large/fold.h \
	%D%/large/large.h \
	%D%/large/neighbor.c \
	%D%/large/reduce.c \
	%D%/large/relayed.c \
	%D%/large/relayed.h \
	%D%/large/rooted.c \
	%D%/large/share.c \
	%D%/large/share.h \
	%D%/meeting.c \
	%D%/meeting.h \
	%D%/observe.c \
	%D%/op.h \
	%D%/policy.c \
	%D%/policy.h \
	%D%/reason.def \
	%D%/request.c \
	%D%/request.h \
	%D%/small/allgather.c \
	%D%/small/alltoall.c \
	%D%/small/barrier.c \
	%D%/small/bcast.c \
	%D%/small/gather.c \
	%D%/small/neighbor.c \
	%D%/small/reduce.c \
	%D%/small/scan.c \
	%D%/small/scatter.c \
	%D%/small/small.h \
	%D%/verify/agree.c \
	%D%/verify/agree.h \
	%D%/verify/head.h \
	%D%/verify/unmatched.c \
	%D%/verify/unmatched.h \
	%D%/verify/wording.c \
	%D%/verify/wording.h
