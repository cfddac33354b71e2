/* SPDX-License-Identifier: MIT */
/* Libraries that the program itself opens after slots have been filled. */
#ifndef IMAGE_LATE_H
#define IMAGE_LATE_H

#include "image/module.h"

/* True if the calling thread opens a library by a call of dlopen that runs its constructors
 * afterwards. */
bool late_is_awaited(void);

/* Begin and end what heddle_opening and heddle_opened do around a dlopen. They copy no libraries
 * that the wrapper has not linked, and run no constructors. */
void late_begin_opening(void);
void late_end_opening(void);

/* Copies a newly appended module into each filled slot. The thread that opens the module calls it
 * in a function that loader_hold calls, with the modules locked for writing. */
int late_arrival(struct module *module);

/* Ends the process with the sentence that is noted. The loader cannot be made to fail from a
 * constructor, and a library that is private in only some slots would give wrong results. */
_Noreturn void late_refuse(void) __attribute__((cold));

#endif
