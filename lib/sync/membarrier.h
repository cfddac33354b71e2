/* SPDX-License-Identifier: MIT */
/* A memory fence that one thread runs on behalf of its whole process, so that a frequent path needs
 * none.
 *
 * The rare side writes, calls membarrier_run, and reads. The frequent side writes, calls
 * compiler_fence (base/atomic.h), and reads. Then at least one of the sides reads what the other
 * wrote. Both calls name the edge that they belong to. membarrier_run costs microseconds.
 *
 * (Dekker's pattern with an asymmetric fence: Dice, Huang and Yang 2001; Linux's membarrier(2).) */
#ifndef SYNC_MEMBARRIER_H
#define SYNC_MEMBARRIER_H

#include <stdbool.h>

/* Call membarrier_register before the first membarrier_run. It returns false if the kernel has no
 * membarrier. */
bool membarrier_register(void);
void membarrier_run(void);

#endif
