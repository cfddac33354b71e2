/* SPDX-License-Identifier: MIT */
/* A fence that one thread has for all of its process, so that others need none where they go often.
 *
 * One side writes, asks all processors that run the process to order their memory, and reads; the
 * other only keeps its compiler from changing the order of its write and its read. Then not both
 * reads miss the other's write. The asking costs microseconds. */
#ifndef SYNC_MEMBARRIER_H
#define SYNC_MEMBARRIER_H

#include <stdbool.h>

/* Once before; false: the kernel does not do it. */
bool membarrier_register(void);
void membarrier_run(void);

#endif
