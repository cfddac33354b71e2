/* SPDX-License-Identifier: MIT */
/* Pages of memory. The kernel says how large they are: 4 KiB on x86-64, and 4, 16 or 64 KiB on
 * 64-bit ARM, where one program runs with each of these. */
#ifndef BASE_PAGE_H
#define BASE_PAGE_H

#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* Returns a power of two. */
static inline size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* Return the beginning of the page that an address lies in, and the first address from there on
 * that begins a page. */
static inline char *page_start(const char *address)
{
    return (char *)((uintptr_t)address & -(uintptr_t)page_bytes());
}
static inline char *page_end(const char *address)
{
    return page_start(address + page_bytes() - 1);
}

/* Returns the bytes of the pages that this many bytes take. */
static inline size_t page_whole(size_t bytes)
{
    return (bytes + page_bytes() - 1) & -page_bytes();
}

#endif
