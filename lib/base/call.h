/* SPDX-License-Identifier: MIT */
/* The user's call, for every message about it: the function's name and the place of the call. An
 * API entry makes a struct call on its stack and passes it down, except on a fast path that ends
 * before a message is possible (api/entry/quick.h). A function that waits for the rank records it.
 *
 * A call from Fortran comes through a procedure of lib/fortran, to which the entry returns. That
 * procedure leaves the place of the program's call in the thread's word. */
#ifndef BASE_CALL_H
#define BASE_CALL_H

#include <stdbool.h>

#include "base/atomic.h"

struct call {
    const char *name;
    const void *site; /* the address that the entry returns to, or the procedure of Fortran */
    bool is_large;    /* the form with MPI_Count arguments, whose name ends in _c */
};

/* Some rank of the process has, or had, a chooser or a timeline. Both hear of the head and the end
 * of each call (api/entry/followed.h) that is not quick (api/entry/quick.h). */
extern __attribute__((visibility("hidden"))) _Atomic(bool) calls_are_followed;

/* NULL outside of calls from Fortran. */
extern _Thread_local const void *call_fortran_site;

/* The hook of lib/fortran: the calling thread's word. */
const void **heddle_fortran_site(void);

enum { CALL_NAME_BYTES = 64 };

/* The name of a function, or of a procedure of lib/fortran, as the program has it: in Fortran
 * MPI_SEND, for both forms and all interfaces. Returns text, or the name. */
const char *call_name(const char *name, bool is_of_fortran, char text[]);

/* To be used in an entry, or what is inlined into it. */
#define CALL_SITE \
    (call_fortran_site != 0 ? call_fortran_site : __builtin_return_address(0))
#define CALL(function_name) {(function_name), CALL_SITE, false}
#define CALL_LARGE(function_name) {(function_name), CALL_SITE, true}

#endif
