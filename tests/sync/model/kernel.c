/* SPDX-License-Identifier: MIT */
/* The kernel and lib/base, as far as lib/sync needs them. A futex reads the newest store, and lets
 * its caller sleep in one step: the kernel does that under a lock that the waker takes, too. */
#include <limits.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/must.h"
#include "explore.h"
#include "memory.h"

struct knobs knobs;
_Atomic(bool) memory_may_fail;

static long futex(const void *word, int operation, uint32_t value, const void *site)
{
    struct op op = {.kind = OP_WAKE, .expected = value, .site = site};

    op.location = memory_location((uintptr_t)word, sizeof(uint32_t));
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT)
        op.kind = OP_SLEEP;
    explore_stop(&op);
    if (op.kind == OP_SLEEP)
        memory_load(explore_self(), op.location, 0, 0); /* the kernel has read the word */
    return 0;
}

static long barrier(int command, int threads, const void *site)
{
    struct op op = {.kind = OP_BARRIER, .location = NOWHERE, .site = site};

    if (command != MEMBARRIER_CMD_PRIVATE_EXPEDITED)
        return 0;
    explore_stop(&op);
    memory_barrier(explore_self(), threads);
    return 0;
}

long syscall(long number, ...)
{
    const void *site = __builtin_return_address(0);
    va_list arguments;
    long result = 0;

    va_start(arguments, number);
    if (number == SYS_futex) {
        const void *word = va_arg(arguments, const void *);
        int operation = va_arg(arguments, int);

        result = futex(word, operation, va_arg(arguments, uint32_t), site);
    } else if (number == SYS_membarrier) {
        result = barrier(va_arg(arguments, int), THREADS_MAX - 1, site);
    } else {
        model_fail("system call %ld is not in the model", number);
    }
    va_end(arguments);
    return result;
}

int prctl(int operation, ...)
{
    (void)operation;
    return -1;
}

void model_yield(void)
{
    struct op op = {.kind = OP_YIELD, .location = NOWHERE, .site = __builtin_return_address(0)};

    explore_stop(&op);
    memory_look(explore_self());
}

void model_begin_poll(void)
{
    memory_begin_poll(explore_self());
}

int sched_yield(void)
{
    model_yield();
    return 0;
}

/* ---- lib/base -------------------------------------------------------------------------------- */

void must_fail(const char *condition, const char *file, int line)
{
    model_fail("%s:%d: %s", file, line, condition);
}

void *model_take(size_t bytes)
{
    return memory_arena_take(CACHE_LINE, bytes);
}

void *memory_take(size_t bytes)
{
    return memory_arena_take(16, bytes);
}

/* Its bytes are written by the thread that takes it. */
static void *take_zeroed(size_t alignment, size_t bytes)
{
    void *block = memory_arena_take(alignment, bytes);

    (void)memory_access(explore_self(), (uintptr_t)block, bytes, true);
    return block;
}

void *memory_take_zeroed(size_t bytes)
{
    return take_zeroed(16, bytes);
}

void *memory_take_aligned(size_t alignment, size_t bytes)
{
    return take_zeroed(alignment, bytes);
}

void memory_give(void *block)
{
    const char *wrong = block != NULL ? memory_free(explore_self(), (uintptr_t)block) : NULL;

    if (wrong != NULL)
        model_fail("%s: memory is freed", wrong);
}

bool memory_fails_now(void)
{
    return false;
}

void *memory_reserve(size_t bytes)
{
    return memory_arena_take(CACHE_LINE, bytes);
}

bool memory_open(void *start, size_t bytes)
{
    (void)start, (void)bytes;
    return true;
}

void memory_release(void *start, size_t bytes)
{
    (void)bytes;
    memory_give(start);
}
