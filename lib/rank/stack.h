/* SPDX-License-Identifier: MIT */
/* Stacks for the threads of ranks. One that is given back is kept for the next job of the process:
 * its uppermost pages stay in memory, so that a short job wants none from the kernel.
 *
 * A sanitizer adds what it needs itself to a stack that pthread_create makes, not to ours. */
#ifndef RANK_STACK_H
#define RANK_STACK_H

#include <stddef.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define STACKS_ARE_OURS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define STACKS_ARE_OURS 0
#endif
#endif
#ifndef STACKS_ARE_OURS
#define STACKS_ARE_OURS 1
#endif

enum { STACK_BYTES_MIN = 128 << 10 };

struct stack {
    struct stack *next;
    char *lowest; /* below it is a page that nobody can touch */
    size_t bytes;
};

/* Of about so many bytes. NULL: no memory. */
struct stack *stack_take(size_t bytes);

/* No thread runs on it any more. NULL is fine. */
void stack_give(struct stack *stack);

#endif
