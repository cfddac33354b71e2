# SPDX-License-Identifier: MIT
EXTRA_DIST += %D%/README.md
libheddle_a_SOURCES += \
	%D%/cart.c \
	%D%/cart.h \
	%D%/dims.c \
	%D%/dims.h \
	%D%/dist_graph.c \
	%D%/dist_graph.h \
	%D%/graph.c \
	%D%/graph.h \
	%D%/neighbors.c \
	%D%/neighbors.h \
	%D%/placement.c \
	%D%/placement.h \
	%D%/reorder.c \
	%D%/reorder.h
