/* SPDX-License-Identifier: MIT */
/* A report names a buffer by its call, and here by the variable in which it lies, or by the call
 * that allocated it. */
#ifndef CHECK_NAMED_H
#define CHECK_NAMED_H

#include <stdint.h>

enum { NAMED_BYTES = 240 };

/* Writes ", `halo`," for the beginning of a global or static variable, ", `halo` from its byte 24
 * on," for another address in it, and nothing for one that is in none. Where contents.h knows what
 * the program has, it is ", `halo` from its element [3] on,", and ", in memory allocated in make
 * (halo.c:41)," for the heap. The address is one of the calling rank's memory. Returns text, which
 * has NAMED_BYTES. */
const char *named_describe(uintptr_t address, char text[]);

/* The address in the original for one in the calling rank's copy of a private variable, and others
 * as they are. */
uintptr_t named_original(uintptr_t address);

#endif
