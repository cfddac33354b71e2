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
    uintptr_t start; /* of the argument, if that of the variable is not known */
    size_t bytes;    /* of the variable */
    size_t offset;   /* of the argument */
    size_t element;  /* the bytes of one; 0: they have no number */
    bool is_start_known;
    char name[LOCAL_NAME_BYTES];
};

/* The variable in which the argument of that name lies, or of any name if that is NULL; the
 * argument is that address. False: none is known, or contents.h knows nothing. */
bool local_variable_find(const struct call *call, const char *name, const void *argument,
                         struct local_variable *found);
bool local_variable_of(const struct call *call, const struct buffer_used *used,
                       struct local_variable *found);

#endif
