/* SPDX-License-Identifier: MIT */
/* Cache lines: who has a copy, and what it costs to get one. A protocol with the states of MESI:
 * a line has an owner, who wrote it last, or only readers. */
#ifndef MODEL_LINES_H
#define MODEL_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "turns.h"

enum use { LOAD, STORE, UPDATE };

/* Lets the time of the access pass for the calling thread, after all that comes before it. */
void lines_touch(struct processor *self, const volatile void *address, size_t bytes, enum use use);

/* A copy of bytes, as memcpy makes it; from NULL: the target is only written. */
void lines_copy(struct processor *self, void *target, const void *from, size_t bytes);

/* A processor is about to sleep until a line is written that it has seen; false: one is gone. */
int lines_watch(struct processor *self);

/* All stores have left the store buffer. */
void lines_drain(struct processor *self);

/* The block's lines are new. */
void lines_forget(void);

#endif
