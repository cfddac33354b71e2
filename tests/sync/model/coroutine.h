/* SPDX-License-Identifier: MIT */
/* The threads of an execution, as coroutines: one runs until its next operation, which the explorer
 * then lets it do when it likes. Each has the thread-local variables of the program for itself. */
#ifndef MODEL_COROUTINE_H
#define MODEL_COROUTINE_H

#include <setjmp.h>
#include <stdbool.h>
#include <ucontext.h>

#include "explore.h"

enum { STACK_BYTES = 64 << 10, LOCAL_BYTES_MAX = 4096 };

/* The steps that come before: for each thread the last, counted from 1. */
struct past {
    int last[THREADS_MAX];
};

/* A thread has an operation to do next, or sleeps in the kernel, or has ended. */
enum state { STATE_READY, STATE_ASLEEP, STATE_OVER };

struct coroutine {
    enum state state;
    struct op next;
    struct past past;
    jmp_buf resume;
    bool has_begun;
    ucontext_t first;
    _Alignas(64) unsigned char stack[STACK_BYTES];
    unsigned char locals[LOCAL_BYTES_MAX]; /* thread-local variables */
};

extern struct coroutine coroutines[THREADS_MAX];
extern int running; /* 0: none */

void coroutine_init(void);

/* Lets a new thread run until its first operation. */
void coroutine_begin(int thread, void (*run)(int thread));

/* Lets a thread do its operation, and run until its next. */
void coroutine_resume(int thread);

#endif
