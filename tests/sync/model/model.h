/* SPDX-License-Identifier: MIT */
/* A model checker for the lock-free structures of the library: it runs a small program of up to
 * four threads in every way that the memory model of C11 allows, on the library's own source.
 *
 * The source is compiled unchanged with -fsanitize=thread, and linked with entry.c in place of
 * ThreadSanitizer's runtime: the compiler calls an entry for each atomic operation, with its memory
 * order, and for each plain access. The threads are coroutines of one thread. Each stops before
 * each of its atomic operations, and the explorer decides who goes on.
 *
 *   explore.h  which thread runs next, and all other ways, but not those that differ only in the
 *              order of what commutes (dynamic partial-order reduction)
 *   coroutine.h  the threads
 *   memory.h   which store a load reads, all choices of it, and races of plain accesses
 *   entry.c    the compiler's entries
 *   kernel.c   futexes, membarrier and memory
 *   programs.c the list of the programs, and those of lib/sync; boards.c those of lib/board
 *   ranks.h    those of the floors above; ranks.c, messages.c, windows.c, files.c
 *   around.c   what their sources call and is not modelled, and absent.c what they must not call
 *   model.py   runs them, without and with each order weakened, and with the faults of faults.py
 *
 * The model is RC11 (Lahav et al. 2017) but for these. The modification order of a location is the
 * order in which its stores are executed, so that orders of stores to several locations that form a
 * circle (2+2W) are not tried. A weak compare-exchange fails only where a strong one may. A fence
 * neither acquires nor releases, and a load that is sequentially consistent does not heed it: what
 * relies on that is told as wrong. */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* begin and end run alone, before and after the threads. run runs in threads 1 to `threads`. All
 * that they share lies in memory of model_take or of the library's memory functions, which is
 * zeroed and goes when the execution ends. */
struct model_program {
    const char *name;
    int threads;
    void (*begin)(void);
    void (*run)(int thread);
    void (*end)(void); /* may be NULL */
    uint64_t outcomes; /* 0, or those that all executions together have; see model_outcome */
};

extern const struct model_program model_programs[];
extern const int model_program_count;

void *model_take(size_t bytes);

/* The execution has an outcome, 0 to 63. */
void model_outcome(int number);

/* The execution is wrong unless the condition holds. */
#define model_assert(condition) \
    ((condition) ? (void)0 : model_fail("%s:%d: %s", __FILE__, __LINE__, #condition))
_Noreturn void model_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* For loops that wait: the thread goes on when one of the locations that it has loaded since it
 * last called model_begin_poll or model_yield has a newer value, which its next load then reads.
 * sched_yield is as model_yield. */
void model_yield(void);
void model_begin_poll(void);

#endif
