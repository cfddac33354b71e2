/* SPDX-License-Identifier: MIT */
/* Functions that code in copies calls instead of the loader's, which know the first copy alone. For
 * lib/image only. */
#ifndef IMAGE_WHOLE_CALLS_H
#define IMAGE_WHOLE_CALLS_H

#include <stdbool.h>

/* Returns the function that copies call instead of the one of that name, or NULL. */
char *whole_call_instead(const char *name);

/* True if the first copy calls that function, too. */
bool whole_call_is_everybodys(const char *name);

#endif
