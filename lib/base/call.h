/* SPDX-License-Identifier: MIT */
/* The user's call, for every message about it: the function's name and the place of the call. An
 * API entry makes a struct call on its stack and passes it down, except on a fast path that ends
 * before a message is possible (api/quick.h). A function that waits for the rank records it. */
#ifndef BASE_CALL_H
#define BASE_CALL_H

#include <stdbool.h>

struct call {
    const char *name;
    const void *site; /* the address that the entry returns to */
    bool is_large;    /* the form with MPI_Count arguments, whose name ends in _c */
};

#define CALL(function_name) {(function_name), __builtin_return_address(0), false}
#define CALL_LARGE(function_name) {(function_name), __builtin_return_address(0), true}

#endif
