/* SPDX-License-Identifier: MIT */
/* Space for thread-local variables of guests. This object is linked last into the shared library,
 * so that its variable has the highest addresses of the library's block of thread-local variables,
 * which lies below that of the process's first executable. */
#include "image/guest.h"

enum { SPACE_BYTES = 1024 };

static _Thread_local char space[SPACE_BYTES] __attribute__((used));

char *guest_space(size_t *bytes)
{
    *bytes = sizeof space;
    return space;
}
