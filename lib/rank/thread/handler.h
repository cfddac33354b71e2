/* SPDX-License-Identifier: MIT */
/* Does a thread run one of the program's handlers of signals? The handler may have interrupted the
 * library anywhere, with any lock taken by its own thread, so what the program reports there must
 * not wait for a lock.
 *
 * Each thread asks and reports for itself alone. Nothing here waits, and nothing is kept by rank or
 * world. An abort that leaves a handler also ends the thread. */
#ifndef RANK_HANDLER_H
#define RANK_HANDLER_H

#include <stdbool.h>
#include <stdint.h>

/* After a handler on a stack of its own (sigaltstack) that has left by siglongjmp, it may be true
 * for good. */
bool thread_is_in_handler(void);

/* Called around a handler of the program, with the address of the caller's frame. The first one
 * returns what the second one gets. */
uint32_t thread_begin_handler(const void *frame);
void thread_end_handler(uint32_t before);

#endif
