/* SPDX-License-Identifier: MIT */
/* The stacks of a world's threads: those of its ranks and those that the ranks have created.
 *
 * Each thread stores its own stack in a handler of SIGURG. A sleep that the signal interrupts goes
 * on (libc/sleep.h). Another system call may end early: if the job is about to end, the thread then
 * stays in the handler. A thread that blocks the signal stores no stack.
 *
 * Edges
 *   stack.state  the asking thread passes the stack to the handler to fill, and gets it back. */
#ifndef JOB_STACKS_H
#define JOB_STACKS_H

#include <pthread.h>

#include "base/atomic.h"
#include "base/trace.h"

struct rank;
struct world;

enum stack_state { STACK_ASKED, STACK_GIVEN, STACK_NONE };

struct thread_stack {
    const struct rank *rank;
    bool is_main; /* the thread of the rank's main */
    bool is_last; /* the job is about to end */
    _Atomic(int) state;
    /* Valid in state STACK_GIVEN. */
    pthread_t thread;
    struct trace trace;
};

struct stacks {
    int count;
    bool is_last;
    bool is_open; /* a thread may still store its stack */
    struct thread_stack all[]; /* ordered by rank, the main thread first */
};

/* Installs the handler for the process; a handler that is already there stays. */
void stacks_install(void);

/* Collects the stacks. The caller must not be one of the world's ranks, and the ranks must not be
 * being joined. is_last: the caller ends the job afterwards. Returns NULL if there is no memory. */
struct stacks *stacks_take(struct world *world, bool is_last);
void stacks_give(struct stacks *stacks);

/* Called by a signal handler of a rank's thread when the job is about to end. If the signal has cut
 * a system call short, such as a sleep, the program is not to go on: this returns when the job has
 * been aborted, or never if the process ends then. */
void stacks_stay(const struct rank *self, const void *context);

static inline bool stack_is_given(const struct thread_stack *stack)
{
    return load_acquire(&stack->state) == STACK_GIVEN; /* edge stack.state */
}

#endif
