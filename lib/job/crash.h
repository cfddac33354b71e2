/* SPDX-License-Identifier: MIT */
/* Reports a rank that is killed by a signal of its own (a segmentation fault, abort, ...): a line
 * that names the rank, and its stack, function by function with source lines. The process then ends
 * by that signal, so that a shell sees status 128 + signal, and a core file is written if wanted.
 * In a job of heddle_run with survives_faults, only the job ends, unless the fault has left libc's
 * malloc locked. */
#ifndef JOB_CRASH_H
#define JOB_CRASH_H

#include <stddef.h>

/* Installs the handlers for the process. Handlers that are already there (a sanitizer's) stay. */
void crash_install(void);

/* Gives the calling thread a stack for the handler, so that a stack overflow is reported, too. The
 * memory has CRASH_STACK_BYTES and must exist until the thread ends. */
enum { CRASH_STACK_BYTES = 32768 };
void crash_use_stack(void *memory);

#endif
