/* SPDX-License-Identifier: MIT */
/* A thread's stack, and its description line by line. */
#ifndef BASE_TRACE_H
#define BASE_TRACE_H

#include <stdint.h>
#include <stdio.h>

struct places;

enum { TRACE_FRAMES_MAX = 48 };

struct trace {
    int count;
    uintptr_t frames[TRACE_FRAMES_MAX]; /* innermost first; an address inside each function */
};

/* Takes the calling thread's stack from the frame whose address is `from` outwards, or all of it if
 * there is no such frame (0). Signal handlers may call it. */
void trace_take(struct trace *trace, uintptr_t from);

/* Where the stack of the function ends whose call returns to that address: its variables lie there
 * and above. 0: the calling thread has no such call. */
uintptr_t trace_stack_of(const void *site);

/* Writes the frames from number `from` on to a stream, in trace_print's format, with places that
 * are already open. */
void trace_write(const struct trace *trace, int from, struct places *places, FILE *out);

/* Writes a line for each frame, up to the rank's main: "    at multiply (fox.c:123)". It allocates
 * memory, so signal handlers must not call it. */
void trace_print(const struct trace *trace, int fd);

#endif
