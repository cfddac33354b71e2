/* SPDX-License-Identifier: MIT */
/* Basic macros: container_of, array lengths, the size of a cache line, and branch hints. */
#ifndef BASE_CONTAINER_H
#define BASE_CONTAINER_H

#include <assert.h>
#include <stdalign.h>
#include <stddef.h>

/* Data that different threads write lie so far apart. 64-bit ARM has processors with lines of 128
 * bytes and of 64, and a program runs on both: the larger distance suits all. */
#ifndef CACHE_LINE_BYTES
#if defined(__aarch64__)
#define CACHE_LINE_BYTES 128
#else
#define CACHE_LINE_BYTES 64
#endif
#endif
enum { CACHE_LINE = CACHE_LINE_BYTES };

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))
#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)

/* A function that each of its callers has a copy of, cut to the constants that it passes. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
