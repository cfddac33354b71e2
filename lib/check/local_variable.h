/* SPDX-License-Identifier: MIT */
/* The local variable in which a buffer lies, as the compiler plugin has described it with the call
 * that has the buffer (check/descriptions.h). Nothing here waits, but for the first call, which
 * reads descriptions. */
#ifndef CHECK_LOCAL_VARIABLE_H
#define CHECK_LOCAL_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer_used;
struct call;

enum { LOCAL_NAME_BYTES = 60 };

struct local_variable {
    uintptr_t start; /* of the variable; of the argument, if is_start_known is false */
    size_t bytes;    /* of the variable */
    size_t offset;   /* of the argument in the variable */
    size_t element;  /* bytes of an element of the variable; 0: its elements have no numbers */
    bool is_start_known;
    char name[LOCAL_NAME_BYTES];
};

/* Finds the variable in which the call's argument of that name lies, or its only buffer if the name
 * is buffers_unnamed; `argument` is the address that the call has got. False: none is known, or
 * contents.h knows nothing. */
bool local_variable_find(const struct call *call, const char *name, const void *argument,
                         struct local_variable *found);
/* Finds that of a buffer's argument. */
bool local_variable_of(const struct call *call, const struct buffer_used *used,
                       struct local_variable *found);

#endif
