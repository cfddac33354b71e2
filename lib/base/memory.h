/* SPDX-License-Identifier: MIT */
/* Memory of the library. It comes from jemalloc, or from the C library if configure was asked for
 * that or a sanitizer needs to see every block. Functions that take memory return NULL if there is
 * none; memory_give accepts NULL.
 *
 * HEDDLE_FAIL_MEMORY=n makes the n-th request of each rank fail, or only that of the rank that
 * HEDDLE_FAIL_RANK names, so that tests reach the paths without memory. With -n all later requests
 * fail as well. Everything that may find no memory counts as a request: a block of memory, address
 * space, a slot of a slab, a thread, a stream into memory. Each thread counts its own requests, so
 * that a run can be repeated. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/knob.h"

void *memory_take(size_t bytes);
void *memory_take_zeroed(size_t bytes);
void *memory_take_aligned(size_t alignment, size_t bytes); /* zeroed */
void *memory_grow(void *old, size_t bytes);
char *memory_copy_text(const char *text);
void memory_give(void *block);

/* The program sees these blocks, zeroed. To ThreadSanitizer all that the program did to one comes
 * before what it does to those that are taken later, because they may lie in the same place. */
void *memory_take_shown(size_t alignment, size_t bytes);
void memory_give_shown(void *block);

/* Opens a stream that writes a text, like open_memstream. Returns NULL, and sets *text to NULL, if
 * there is no memory. */
FILE *memory_open_stream(char **text, size_t *bytes);

/* Copies a text that such a stream made and frees the original. Accepts NULL. */
char *memory_take_over(char *text);

/* The memory of one job. What a thread takes while it uses a heap belongs to that heap and must be
 * given by a thread that uses it, before memory_mix. heap_destroy frees everything that was not
 * given.
 *
 * Edges
 *   heaps.all  the list of all heaps; making one publishes it. */
struct heap;

struct heap *heap_create(void); /* NULL: no memory */
void heap_destroy(struct heap *heap); /* no thread may use it any more */

/* Makes the calling thread use this heap from now on, or the process's own memory if heap is NULL,
 * as at the thread's start. Returns the heap used before. */
struct heap *memory_use(struct heap *heap);

/* From now on a thread may give blocks of any heap, because ranks of jobs with heaps of their own
 * have begun to communicate. Giving is slower then. */
void memory_mix(void);
bool memory_is_mixed(void);

/* A thread that uses one heap as long as it lives says so at its beginning and at its end. It keeps
 * freed blocks in between, as other threads do that use the process's memory. */
void memory_begin_thread(struct heap *heap);
void memory_end_thread(void);

/* Counts the calling thread's requests for memory as those of that rank from now on. Until then,
 * and in threads that belong to no rank, the rank is MEMORY_OF_NO_RANK. */
enum { MEMORY_OF_ALL_RANKS = -2, MEMORY_OF_NO_RANK = -1 };
void memory_count_for(int rank);

/* Lets the n-th of the requests that the calling thread makes from now on fail, or with -n all from
 * that one on, whatever the knobs say; 0: the knobs decide. Returns how many it has made since the
 * call before. */
long memory_fail_at(long n);

/* Counts a request for memory and returns whether it has to fail. Code that takes memory by other
 * means than these functions asks before it does. */
bool memory_fails_now(void);
extern __attribute__((visibility("hidden"))) _Atomic(bool) memory_may_fail; /* in some thread */
static inline bool memory_fails(void)
{
    return unlikely(knobs.fail_memory != 0 || load_relaxed(&memory_may_fail)) &&
           memory_fails_now();
}

/* Reserves address space in whole pages, and makes zeroed memory of its beginning, which costs
 * nothing until it is touched. Release gives all of it back. */
void *memory_reserve(size_t bytes);
bool memory_open(void *start, size_t bytes);
void memory_release(void *start, size_t bytes);

/* False: the process has no room for the beginnings of the library, for which jemalloc asks in
 * parts and crashes if there is none. Asked before anything is taken. */
bool memory_is_there(void);

/* Returns the end of a sentence about missing memory: it names the shell's limit, if one is set. */
const char *memory_hint(void);

#endif
