/* SPDX-License-Identifier: MIT */
/* Libraries that use names of a guest. For lib/image only.
 *
 * A library is loaded once, and the loader binds a name in it once. If two programs have the name
 * and the library, the library would use the first program's in ranks of the second, where its
 * variables mean nothing to that program. */
#ifndef IMAGE_GUEST_NAMES_H
#define IMAGE_GUEST_NAMES_H

#include "image/guest/guest.h"

/* Returns 0, or -1 with a note if a library of the guest is bound to another program's function or
 * variable of a name that the guest has as well. */
int guest_names_check(const struct guest *guest);

/* Does so for libraries that a rank of the program has opened; NULL: of the process's first
 * executable. Such libraries find names of all programs that open libraries. */
int guest_names_check_opened(const struct guest *guest, const struct needed *opened);

#endif
