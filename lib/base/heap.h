/* SPDX-License-Identifier: MIT */
/* Blocks of memory from the heap that the calling thread uses, or from the process's own memory
 * (base/memory.h). */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* NULL: no memory. */
void *heap_take(size_t bytes, size_t alignment, bool zeroed);
void *heap_grow(void *old, size_t bytes);
void heap_give(void *block);

#endif
