/* SPDX-License-Identifier: MIT */
/* Elements that the processor's atomic instructions combine: of 1, 2, 4 or 8 bytes.
 *
 * They are relaxed, because an accumulate orders nothing but itself: the epochs do that. */
#ifndef RMA_NATIVE_H
#define RMA_NATIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "op/op.h"

enum { NATIVE_BYTES_MAX = 8 };

/* True if elements of that many bytes are native at that address. */
static inline bool native_is(const void *address, MPI_Count bytes)
{
    return bytes <= NATIVE_BYTES_MAX && bytes > 0 && (bytes & (bytes - 1)) == 0 &&
           ((uintptr_t)address & (uintptr_t)(bytes - 1)) == 0;
}

/* How to combine one element. */
enum native_way {
    NATIVE_READ,
    NATIVE_REPLACE,
    NATIVE_ADD, /* integers; overflow wraps */
    NATIVE_AND,
    NATIVE_OR,
    NATIVE_XOR,
    NATIVE_KERNEL, /* compare and swap with what the kernel says */
};

enum native_way native_way(const struct op *op, const struct type *type);

/* Combine `count` neighbouring elements; `result` gets the old ones unless it is NULL. Neither
 * `origin` nor `result` need be aligned. */
void native_combine(enum native_way way, op_kernel *kernel, MPI_Count bytes, void *target,
                    const void *origin, void *result, MPI_Count count);

/* Writes the old element to `result`; true if it was `compare` and has been replaced. */
bool native_compare_and_swap(MPI_Count bytes, void *target, const void *origin,
                             const void *compare, void *result);

#endif
