/* SPDX-License-Identifier: MIT */
/* Space for thread-local variables of guests. This object is linked last into the shared library,
 * so that its variable has the highest addresses of the library's block of thread-local variables,
 * which lies below that of the process's first executable. */
#include "image/guest/guest.h"

/* With what else the library has, it fits into the 1664 bytes that glibc's loader has to spare, so
 * that a program which was started without the library can open it; 8 bytes are left. */
enum { SPACE_BYTES = 944 };

static _Thread_local char space[SPACE_BYTES] __attribute__((used));

char *guest_space(size_t *bytes)
{
    *bytes = sizeof space;
    return space;
}
