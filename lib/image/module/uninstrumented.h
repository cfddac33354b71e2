/* SPDX-License-Identifier: MIT */
/* Variables of system headers that many units define, such as static members of templates. A
 * library compiled without the wrapper may have the same variable, and then both must mean one: all
 * ranks share it. For lib/image only. */
#ifndef IMAGE_UNINSTRUMENTED_H
#define IMAGE_UNINSTRUMENTED_H

#include "image/module/module.h"

/* Shares the variable, whose owner is NULL if it is another module's than those that are
 * registered. False: it is none of these, it is private already, or the user wants none. */
bool uninstrumented_share(const char *library, struct module *owner, const char *address,
                     const char *name);

/* Says in one line what has been shared since the last call, if anything. */
void uninstrumented_say(void);

#endif
