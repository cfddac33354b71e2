/* SPDX-License-Identifier: MIT */
/* Memory of the library: from jemalloc, or from the C library where configure was told so, or a
 * sanitizer wants to see every block. NULL when there is none; giving NULL is fine. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

void *memory_take(size_t bytes);
void *memory_take_zeroed(size_t bytes);
void *memory_take_aligned(size_t alignment, size_t bytes); /* zeroed */
void *memory_grow(void *old, size_t bytes);
char *memory_copy_text(const char *text);
void memory_give(void *block);

/* A copy of what open_memstream has made, which is given back; NULL is fine. */
char *memory_take_over(char *text);

/* The memory of one job. What a thread takes while it uses a heap belongs to that; it must be given
 * by a thread that uses the same. Destroying a heap gives back whatever nobody gave. */
struct heap;

struct heap *heap_create(void); /* NULL: no memory */
void heap_destroy(struct heap *heap); /* no thread uses it any more */

/* The calling thread uses this one from here on; NULL, as at its start: the process's own memory.
 * Returns what it used before. */
struct heap *memory_use(struct heap *heap);

/* Address space that costs nothing until it is touched; zeroed; whole pages. */
void *memory_reserve(size_t bytes);
void memory_release(void *start, size_t bytes);

#endif
