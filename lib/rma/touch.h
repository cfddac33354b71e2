/* SPDX-License-Identifier: MIT */
/* A rank's own loads and stores beside operations on windows, with HEDDLE_RMA, in programs that
 * are compiled with -fheddle-races.
 *
 * Such a program calls heddle_access (image/start.h) before each access to memory that others may
 * know. It is compared with the operations that are under way then (rma/race.h). Each of them was
 * called before and is not complete, so nothing that the program can do has ordered the two. An
 * operation that is called after the access may be ordered behind it, by a message for instance,
 * and nothing is said of it.
 *
 *   the access is to           | under way is      | told of are
 *   memory of a window         | put, accumulate   | stores, and loads
 *                              | get, MPI_NO_OP    | stores, in epochs of fence and start
 *   a buffer of the rank's own | what reads it     | stores
 *                              | what writes it    | stores and loads
 *
 * Programs may poll a window in an epoch of locks (MPI 5.0, 12.7, unified model, 2 and 3): such a
 * load is told of only if a barrier of the world puts it behind the operation's call, and a store
 * beside a get never is.
 *
 * A rank looks at its own part of each window, in shared windows at all parts. Its threads count as
 * one: their accesses are the rank's.
 *
 * The lock of `struct touches` protects its nodes; who holds it may take the lock of a part.
 *
 * Edges
 *   touches.nodes  a thread that makes the rank's touches or a node publishes it to the others. */
#ifndef RMA_TOUCH_H
#define RMA_TOUCH_H

#include "rma/window.h"
#include "type/data.h"

/* The calling rank has a window whose races are looked for, or is about to free it. Without memory
 * for that races of its own accesses are not found. */
void touch_open(struct window *window);
void touch_close(struct window *window);

/* The data are a buffer of an operation of the calling rank. */
void touch_add_buffer(struct window *window, const struct data *data);
/* No operation of the calling rank on that window is under way. */
void touch_drop_buffers(struct window *window);

/* How many collective operations on MPI_COMM_WORLD the rank has begun. */
uint64_t touch_begun(const struct rank *self);

/* Gives back what the rank keeps, when it has ended. */
void touches_free(struct rank *rank);

#endif
