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

/* Address space that costs nothing until it is touched; zeroed; whole pages. */
void *memory_reserve(size_t bytes);
void memory_release(void *start, size_t bytes);

#endif
