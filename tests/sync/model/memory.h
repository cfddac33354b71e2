/* SPDX-License-Identifier: MIT */
/* The memory of an execution: the stores to each location in modification order, and what each
 * thread may still read.
 *
 * A thread has a view: for each location the first store that it may read, because it has read or
 * written that one, or has acquired a view of a thread that had. It also has a clock (Mattern
 * 1989), by which plain accesses that no edge orders are found. A store carries the view and the
 * clock of its thread if it releases, and a load that acquires takes them. A store of the thread's
 * own is always in its view. */
#ifndef MODEL_MEMORY_H
#define MODEL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { THREADS_MAX = 5, LOCATIONS_MAX = 320, NOWHERE = -1 }; /* thread 0 runs begin and end */

enum { ORDER_ACQUIRE = 1, ORDER_RELEASE = 2, ORDER_SC = 4 };

/* For the first execution of a program. Thread 0 runs alone until memory_fork. Memory that it has
 * freed is not looked for. */
void memory_reset(void);

/* The other threads begin after what thread 0 has done. memory_fork_again makes the memory what it
 * was then, for the next execution. */
void memory_fork(void);
void memory_fork_again(void);

/* Thread 0 goes on after threads 1 to `threads`. */
void memory_join(int threads);

/* Returns the number of the location. Its first store is what the memory has now. */
int memory_location(uintptr_t address, int bytes);

/* How many stores a load may read; number 0 is the newest. */
int memory_choices(int thread, int location, int orders);
uint64_t memory_value(int location, int choice);
int memory_stores(int location); /* how many there are */
void memory_load(int thread, int location, int orders, int choice);
/* is_update: the store of a read-modify-write, which has loaded the newest. */
void memory_store(int thread, int location, int orders, uint64_t value, bool is_update);

/* For fairness: is there a newer store than the thread has loaded, at one of the locations that it
 * has loaded since memory_look? After memory_look its next load reads a newer one there. */
void memory_begin_poll(int thread);
bool memory_has_news(int thread);
void memory_look(int thread);

/* compiler_fence and membarrier_run. What the barrier shows to another thread is seen by it after
 * its next compiler fence: the compiler may have moved what comes before. The barrier takes over
 * what the other had seen and stored at its last compiler fence, or before its last store that
 * releases: the compiler may move a later store behind what follows. */
void memory_fence(int thread);
void memory_barrier(int thread, int threads);

/* The thread sees all stores so far that are sequentially consistent, and what others had seen at
 * such fences. */
void memory_fence_sc(int thread);

/* A plain access. NULL, or what is wrong with it. */
const char *memory_access(int thread, uintptr_t address, size_t bytes, bool is_write);
const char *memory_free(int thread, uintptr_t address);

/* Memory for the program; it is zeroed. */
void *memory_arena_take(size_t alignment, size_t bytes);

#endif
