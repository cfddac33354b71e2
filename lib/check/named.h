/* SPDX-License-Identifier: MIT */
/* A report names a buffer by its call, and here by the variable in which it lies, or by the call
 * that allocated it. */
#ifndef CHECK_NAMED_H
#define CHECK_NAMED_H

#include <stdint.h>

#include "check/local_variable.h"

enum { NAMED_BYTES = 240 };

struct named_buffer {
    uintptr_t address;                  /* in the calling rank's memory */
    const struct local_variable *local; /* in which it lies; NULL: none is known */
};

/* Names a buffer of the call. *local has to live as long as the result. */
struct named_buffer named_of(const struct call *call, const struct buffer_used *used,
                             struct local_variable *local);

/* Writes ", `halo`," for the beginning of a global or static variable, ", `halo` from its byte 24
 * on," for another address in it, and nothing for one that is in none. Where contents.h knows what
 * the program has, it is ", `halo` from its element [3] on,", and ", in memory allocated in make
 * (halo.c:41)," for the heap. For a local variable it is ", the local variable `halo`,". Returns
 * text, which has NAMED_BYTES. */
const char *named_describe(const struct named_buffer *named, char text[]);

/* The address in the original for one in the calling rank's copy of a private variable, and others
 * as they are. */
uintptr_t named_original(uintptr_t address);

#endif
