/* SPDX-License-Identifier: MIT */
/* Requests for memory that fail on purpose. */
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/sanitizer.h"

/* A thread counts what it asks for. `rank` counts from 1: 0 is no rank. `first` is the number of
 * the request that fails, and -first that of the first of all that fail. */
static _Thread_local struct {
    int rank;
    long count;
    long first;
} memory_requests;

_Atomic(bool) memory_may_fail;

NOT_INSTRUMENTED void memory_count_for(int rank)
{
    memory_requests.rank = rank - MEMORY_OF_NO_RANK;
    memory_requests.count = 0;
}

long memory_fail_at(long n)
{
    long made = memory_requests.count;

    memory_requests.first = n;
    memory_requests.count = 0;
    if (n != 0)
        store_relaxed(&memory_may_fail, true);
    return made;
}

/* A function of its own, so that a debugger can stop where memory fails. */
static __attribute__((noinline)) bool fail_on_purpose(int rank, bool is_first)
{
    char line[96], name[24] = "no rank";
    int length;

    if (!is_first)
        return true;
    if (rank != MEMORY_OF_NO_RANK)
        snprintf(name, sizeof name, "rank %d", rank);
    length = snprintf(line, sizeof line, "heddle: request %ld for memory of %s fails on purpose\n",
                      memory_requests.count, name);
    return write(STDERR_FILENO, line, (size_t)length) != 0;
}

/* The thread's own number goes first, then that of the knobs, if it is for the thread's rank. */
static long first_to_fail(int rank)
{
    if (memory_requests.first != 0)
        return memory_requests.first;
    return knobs.fail_rank == rank || knobs.fail_rank == MEMORY_OF_ALL_RANKS ? knobs.fail_memory
                                                                             : 0;
}

bool memory_fails_now(void)
{
    int rank = memory_requests.rank + MEMORY_OF_NO_RANK;
    long first = first_to_fail(rank), count = ++memory_requests.count;

    return first != 0 && (count == labs(first) || (count > labs(first) && first < 0)) &&
           fail_on_purpose(rank, count == labs(first));
}
