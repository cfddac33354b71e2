/* SPDX-License-Identifier: MIT */
/* What the user called, for every message about it: the function's name and the place of the call.
 * An entry makes one on its stack and passes it down, unless the call is over before that
 * (api/quick.h); whoever waits on a rank's behalf records it. */
#ifndef BASE_CALL_H
#define BASE_CALL_H

struct call {
    const char *name;
    const void *site; /* the address that the entry returns to */
};

#define CALL(function_name) {(function_name), __builtin_return_address(0)}

#endif
