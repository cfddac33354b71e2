/* SPDX-License-Identifier: MIT */
/* Libraries that the program itself opens after slots have been filled. */
#ifndef IMAGE_LATE_H
#define IMAGE_LATE_H

#include "image/module.h"

/* True if the calling thread opens a library by a call of dlopen that runs its constructors
 * afterwards. */
bool late_is_awaited(void);

/* Ends what heddle_opening has begun, and runs no constructors. */
void late_end_opening(void);

/* Copies a newly appended module into each filled slot. The thread that opens the module calls it
 * with the modules locked for writing. */
void late_arrival(struct module *module);

#endif
