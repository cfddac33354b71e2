/* SPDX-License-Identifier: MIT */
/* A thread's stack, and its lines in words. */
#ifndef BASE_TRACE_H
#define BASE_TRACE_H

#include <stdint.h>
#include <stdio.h>

struct places;

enum { TRACE_FRAMES_MAX = 48 };

struct trace {
    int count;
    uintptr_t frames[TRACE_FRAMES_MAX]; /* innermost first: where each function is */
};

/* The calling thread's stack from the frame whose address is `from` outwards; all of it when there
 * is no such frame (0). May be called by a signal handler. */
void trace_take(struct trace *trace, uintptr_t from);

/* The same as below from that frame on, to a stream, with sources that are already open. */
void trace_write(const struct trace *trace, int from, struct places *places, FILE *out);

/* Writes a line per frame, up to the rank's main: "    at multiply (fox.c:123)". Allocates: not for
 * signal handlers. */
void trace_print(const struct trace *trace, int fd);

#endif
