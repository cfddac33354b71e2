/* SPDX-License-Identifier: MIT */
/* The table of blocks.h: records by the parts of the address space in which blocks begin. For
 * blocks.c only.
 *
 * Any thread may call these once block_table_make has succeeded, which blocks.c calls once. They
 * keep errno, as free does. A record is 48 bytes; the table has 32 MB of addresses, of which pages
 * are used as the heap grows, 8 bytes for 128 of small blocks. */
#ifndef CHECK_BLOCK_TABLE_H
#define CHECK_BLOCK_TABLE_H

#include <stdbool.h>

#include "check/blocks.h"

/* False: no memory. */
bool block_table_make(void);

/* `usable` is what the allocator says of the size. Without memory the block has no record. */
void block_table_add(void *start, size_t usable, size_t bytes, const void *site);

/* Forgets a block, and returns what it was, or zeros. A function of the C library that allocates by
 * calling another leaves several records; the newest is returned. */
struct heap_block block_table_take(void *start, size_t usable);

/* Changes *found if there is a block with the address, and a number above that of *found. */
void block_table_find(uintptr_t address, struct heap_block *found);

/* The number of the newest record. */
uint64_t block_table_latest(void);

#endif
