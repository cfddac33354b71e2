/* SPDX-License-Identifier: MIT */
/* Whether data lie in living objects of the program: AddressSanitizer knows that in programs that
 * are compiled with it, also of the bytes that only the library reads or writes. Of variables that
 * are described and of blocks of the heap the ends are known otherwise (contents.h). */
#ifndef CHECK_BOUNDS_H
#define CHECK_BOUNDS_H

#include "check/contents.h"
#include "check/local_variable.h"
#include "type/data.h"

/* The first byte of the region that must not be used; NULL: there is none. Not there in programs
 * without AddressSanitizer. */
__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t bytes);

static inline bool bounds_are_of_sanitizer(void)
{
    return __asan_region_is_poisoned != NULL;
}

/* False: the bounds are unknown. */
static inline bool bounds_are_known(void)
{
    return bounds_are_of_sanitizer() || load_relaxed(&contents_are_known);
}

/* How many of the data's bytes, in their order, lie in living objects before one that does not.
 * `local` is the variable in which they are said to lie, or NULL. Returns the number of all bytes
 * where they are unknown. */
MPI_Count bounds_bytes_inside(const struct data *data, const struct local_variable *local);

#endif
