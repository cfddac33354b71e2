/* SPDX-License-Identifier: MIT */
/* The stacks of a world's threads: those of its ranks, and those that the ranks have created.
 *
 * Each takes its own in a handler of SIGURG; a system call that is interrupted so may end early.
 * One that has the signal blocked gives none.
 *
 * Edges
 *   stack.state  who asks gives the stack to the handler to fill, and gets it back. */
#ifndef DRIVER_STACKS_H
#define DRIVER_STACKS_H

#include <pthread.h>

#include "base/atomic.h"
#include "base/trace.h"

struct rank;
struct world;

enum stack_state { STACK_ASKED, STACK_GIVEN, STACK_NONE };

struct thread_stack {
    const struct rank *rank;
    bool is_main; /* the thread of the rank's main */
    _Atomic(int) state;
    /* When it has been given. */
    pthread_t thread;
    struct trace trace;
};

struct stacks {
    int count;
    bool is_open; /* a thread may still come with its stack */
    struct thread_stack all[]; /* in the order of ranks, the main thread's first */
};

/* For the process; a handler that is already there stays. */
void stacks_install(void);

/* By a thread that is none of the world's ranks, while they are not being joined. NULL: no
 * memory. */
struct stacks *stacks_take(struct world *world);
void stacks_give(struct stacks *stacks);

static inline bool stack_is_given(const struct thread_stack *stack)
{
    return load_acquire(&stack->state) == STACK_GIVEN; /* edge stack.state */
}

#endif
