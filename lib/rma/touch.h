/* SPDX-License-Identifier: MIT */
/* A rank's own loads and stores beside operations on windows, with HEDDLE_RMA, in programs that
 * are compiled with -fheddle-races.
 *
 * Such a program calls heddle_access (image/start.h) before each access to memory that others may
 * know. In memory of a window, or in a buffer of an operation, it is compared with the operations
 * that are under way or that end in ways the thread does not know of (rma/race.h), and with loads
 * and stores of other threads and, in shared memory, of other ranks. Then it is noted for the
 * operations to come (rma/shadow.h). In a buffer that lies in no window it is not noted.
 *
 * Atomic and volatile accesses, mutexes and the like are reported by heddle_order: the thread
 * releases or acquires them.
 *
 * Messages report their buffers as struct buffers_follower (check/buffers.h). */
#ifndef RMA_TOUCH_H
#define RMA_TOUCH_H

#include "rma/window.h"
#include "type/data.h"

/* The calling rank has a window whose races are looked for, or is about to free it. Without memory
 * for that races of its own accesses are not found. */
void touch_open(struct window *window);
void touch_close(struct window *window);

/* The rank has attached that memory to its dynamic window, or detached it. What was done there
 * before is forgotten: the memory may serve for something else before it is attached again. */
void touch_change(struct window *window, const void *base, uintptr_t end);

/* Calls the function, under the lock, for each window of the rank that the buffer concerns: `home`,
 * those in whose memory it lies, and those that have buffers in use there. From now on the buffer
 * is one of the window's. */
typedef void touch_visitor(const struct window *window, const struct data *data,
                           bool is_in_memory, void *argument);
void touch_visit(const struct rank *self, const struct window *home, const struct data *data,
                 touch_visitor *visit, void *argument);

/* Calls the function, under the lock, for each window of the rank that has buffers: true if it
 * still has. */
typedef bool touch_ender(const struct window *window, void *argument);
void touch_end(const struct rank *self, touch_ender *end, void *argument);

/* A call of MPI reads or writes the data at once, as a load or store would. */
void touch_note(const struct rank *self, const struct data *data, bool is_store, const void *site);

/* Gives back what the rank keeps, when it has ended. */
void touches_free(struct rank *rank);

#endif
