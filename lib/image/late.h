/* SPDX-License-Identifier: MIT */
/* late: libraries that the program opens itself, after slots have been filled. */
#ifndef IMAGE_LATE_H
#define IMAGE_LATE_H

#include "image/module.h"

/* The module has just been appended, by the thread that opens it; the modules are locked to
 * change. Each filled slot gets its copy. */
void late_arrival(struct module *module);

#endif
