/* SPDX-License-Identifier: MIT */
/* The user's call, for every message about it: the function's name and the place of the call. An
 * API entry makes a struct call on its stack and passes it down, except on a fast path that ends
 * before a message is possible (api/quick.h). A function that waits for the rank records it. */
#ifndef BASE_CALL_H
#define BASE_CALL_H

struct call {
    const char *name;
    const void *site; /* the address that the entry returns to */
};

#define CALL(function_name) {(function_name), __builtin_return_address(0)}

#endif
