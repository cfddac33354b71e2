/* SPDX-License-Identifier: MIT */
/* What a rank that is killed by a signal of its own (a segmentation fault, abort, ...) leaves: a
 * line that names it, and where it was, function by function with source lines. The process then
 * ends by that signal, so that its status is 128 + signal to a shell, and a core file is written if
 * wanted. In a job of heddle_run that is to survive it, the job ends instead. */
#ifndef DRIVER_CRASH_H
#define DRIVER_CRASH_H

#include <stddef.h>

/* For the process; handlers that are already there (a sanitizer's) stay. */
void crash_install(void);

/* For the calling thread: a stack for the handler, so that a stack overflow is reported too. The
 * caller gives the memory, CRASH_STACK_BYTES of it, until the thread ends. */
enum { CRASH_STACK_BYTES = 32768 };
void crash_use_stack(void *memory);

#endif
