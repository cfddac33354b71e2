/* SPDX-License-Identifier: MIT */
/* Buffers between user data with gaps and files. They are kept when they are given back, since to
 * touch new memory costs as much as to fill it. */
#ifndef IO_STAGING_H
#define IO_STAGING_H

struct io_state;

/* Half of a level-2 cache or less, so that what was gathered is still there when the system copies
 * it (bench/api/files). */
enum { BUFFER_BYTES = 512 << 10 };

void *staging_take(struct io_state *state); /* NULL, with a note: no memory */
void staging_give(struct io_state *state, void *buffer); /* accepts NULL */
void staging_give_all(struct io_state *state);

#endif
