/* SPDX-License-Identifier: MIT */
/* Records of the threads that a rank has created, for thread.c and join.c. */
#ifndef RANK_THREAD_RECORD_H
#define RANK_THREAD_RECORD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/trace.h"

struct causal_thread;
struct rank;
struct taker;

/* A thread counts as runnable (rank/sleep/waiter.h) until it ends: LIFE_OWN. A thread that joins
 * it takes over that place when the joined thread ends, and does not count until then:
 * LIFE_AWAITED. */
enum life { LIFE_OWN, LIFE_AWAITED, LIFE_OVER };

/* The state that a new thread takes over from its creator, and the function that it runs. The
 * record belongs to the thread while the thread lives; afterwards the rank uses it again. The
 * thread cannot free it: under a sanitizer the thread starts here before the sanitizer knows of
 * it, which is also why the functions that run then are not instrumented.
 *
 * Edges
 *   thread_record.start  a thread that has started publishes its ids.
 *   thread_record.life   a joining thread against the end of the joined one.
 *   thread_record.free   a thread that has ended hands its record back to the rank. */
struct thread_record {
    struct thread_record *next;
    _Atomic(bool) is_free;
    _Atomic(pid_t) thread_id; /* 0: it has not started */
    _Atomic(int) life;
    bool is_of_pool;          /* rank->pool */
    pthread_t thread;
    struct rank *rank;
    int slot;
    void (*enter)(const void *inherited); /* NULL: the thread takes nothing over */
    const void *inherited;
    void *(*start)(void *);
    void *argument;
    struct causal_thread *_Atomic causal; /* its clock; NULL: none yet */
    struct causal_thread *spare; /* an ended thread's clock that it is to use, or NULL */
    struct taker *taker; /* NULL: it takes no turns */
    struct trace created; /* where; empty in a process that ends with its job */
};

/* The name, for the orders that checks know, of what a thread has done that has ended. */
static inline const void *thread_end_name(pthread_t thread)
{
    return (const void *)(uintptr_t)thread;
}

#endif
