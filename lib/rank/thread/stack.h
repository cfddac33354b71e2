/* SPDX-License-Identifier: MIT */
/* Stacks for the threads of ranks. A stack that is given back is kept for the next job of the
 * process. Its uppermost pages stay in memory, so that a short job needs none from the kernel.
 *
 * A sanitizer adds what it needs itself to a stack that pthread_create makes, not to ours. */
#ifndef RANK_STACK_H
#define RANK_STACK_H

#include <stddef.h>

#include "base/sanitizer.h"

#define STACKS_ARE_OURS (!IS_FOR_THREAD_SANITIZER && !IS_FOR_ADDRESS_SANITIZER)

enum { STACK_BYTES_MIN = 128 << 10 };

struct stack {
    struct stack *next;
    char *lowest; /* below it is a guard page */
    size_t bytes;
};

/* Returns how large the user wants the stacks of threads (ulimit -s). */
size_t stack_usual_bytes(void);

/* Takes a stack of about that many bytes. NULL: no memory. */
struct stack *stack_take(size_t bytes);

/* No thread runs on it any more. NULL is fine. */
void stack_give(struct stack *stack);

#endif
