/* SPDX-License-Identifier: MIT */
/* Libraries that the program itself opens after slots have been filled. */
#ifndef IMAGE_LATE_H
#define IMAGE_LATE_H

#include "image/module.h"

/* True if the calling thread opens a library by a call of dlopen that runs its constructors
 * afterwards. */
bool late_is_awaited(void);

/* Runs the constructors of a library, which was there already, and of those it needs, for the
 * calling thread's slot, as heddle_opened does. */
void late_construct(void *handle);

/* Ends what heddle_opening has begun, and runs no constructors. */
void late_end_opening(void);

/* Copies a newly appended module into each filled slot. The thread that opens the module calls it
 * in a function that loader_hold calls, with the modules locked for writing. */
int late_arrival(struct module *module);

/* Ends the process with the sentence that is noted. The loader cannot be made to fail from a
 * constructor, and a library that is private in only some slots would give wrong results. */
_Noreturn void late_refuse(void) __attribute__((cold));

#endif
