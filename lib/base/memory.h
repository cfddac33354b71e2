/* SPDX-License-Identifier: MIT */
/* Memory of the library. It comes from jemalloc, or from the C library if configure was told so or
 * a sanitizer needs to see every block. Functions that take memory return NULL if there is none;
 * memory_give accepts NULL. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

void *memory_take(size_t bytes);
void *memory_take_zeroed(size_t bytes);
void *memory_take_aligned(size_t alignment, size_t bytes); /* zeroed */
void *memory_grow(void *old, size_t bytes);
char *memory_copy_text(const char *text);
void memory_give(void *block);

/* Copies a text that open_memstream made and frees the original. Accepts NULL. */
char *memory_take_over(char *text);

/* The memory of one job. What a thread takes while it uses a heap belongs to that heap and must be
 * given by a thread that uses it. heap_destroy frees everything that was not given. */
struct heap;

struct heap *heap_create(void); /* NULL: no memory */
void heap_destroy(struct heap *heap); /* no thread may use it any more */

/* Makes the calling thread use this heap from now on, or the process's own memory if heap is NULL,
 * as at the thread's start. Returns the heap used before. */
struct heap *memory_use(struct heap *heap);

/* Reserves zeroed address space in whole pages; it costs nothing until it is touched. */
void *memory_reserve(size_t bytes);
void memory_release(void *start, size_t bytes);

#endif
