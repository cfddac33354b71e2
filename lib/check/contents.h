/* SPDX-License-Identifier: MIT */
/* Compares the datatype of a buffer with what the buffer holds, with HEDDLE_BUFFERS: the compiler
 * warns of what it knows (plugin/types.cc), and here comes what is only known when running, such as
 * memory from the heap and datatypes that another function has made.
 *
 * Three things are known of a buffer, as far as the compiler plugin has described them
 * (check/descriptions.h): the C type that the argument points to, in the call itself; the elements
 * and the bytes of the variable in which it lies; those of the block of the heap, whose bytes are
 * known in any program (check/blocks.h).
 *
 *   type    the C type of the argument decides if it is known, because the program may use its
 *           memory for several types. Only the element that it points to is compared then: that may
 *           be the first member of something. Silent are bytes and packed data, characters, unions,
 *           pointers to void, integers of one size, and all that is not known; of a buffer 64
 *           elements are compared, of each a few hundred parts
 *   bounds  a run of bytes that begins in an object must end in it; a program that steps from one
 *           to another by addresses does nothing wrong, even if one variable follows the other
 *           without a gap. bounds.h asks here
 *
 * Nothing here waits, but for the first call, which reads descriptions. Each job of a process may
 * use it, whichever has begun. It changes nothing but what blocks.h keeps. */
#ifndef CHECK_CONTENTS_H
#define CHECK_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "type/data.h"

struct buffer_used;
struct call;

/* False until a job of the process has HEDDLE_BUFFERS. */
extern __attribute__((visibility("hidden"))) _Atomic(bool) contents_are_known;

/* Begins to record blocks, if HEDDLE_BUFFERS says so; before the program's code, best. */
void contents_begin(void);

/* An object of the program: a variable, or a block of the heap. */
struct content {
    uintptr_t start; /* in the calling rank */
    size_t bytes;
    const char *layout; /* of its elements (image/described.h); NULL: not known */
    const void *site; /* of the call that allocated it; NULL: a variable */
    uint64_t number; /* of the record of a block (blocks.h) */
};

/* The object that has the address. False: none is known. */
bool content_find(uintptr_t address, struct content *found);

/* False: what content_find has said may be wrong, and blocks.h has forgotten it. Ask before
 * anything is reported of the object. */
bool content_is_certain(const struct content *object);

enum { ALLOCATED_BYTES = 136 };

/* Writes " in make (halo.c:41)", where a call allocates memory, or nothing for one of the standard
 * library of C++: the program's own call is not known then. Returns text, which has
 * ALLOCATED_BYTES. */
const char *allocated_describe(const void *site, char text[]);

/* Compares the types of a buffer, in the call that has the argument: 0, or MPI_ERR_TYPE with a
 * sentence, or as buffers_tell does. */
int contents_compare(const struct call *call, const struct buffer_used *used);

#endif
