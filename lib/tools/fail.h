/* SPDX-License-Identifier: MIT */
/* How mpiexec ends before there is a program. */
#ifndef TOOLS_FAIL_H
#define TOOLS_FAIL_H

enum { STATUS_USAGE = 2, STATUS_NOT_EXECUTABLE = 126, STATUS_NOT_FOUND = 127 };

/* Prints "mpiexec: " and the sentence. */
_Noreturn void fail(int status, const char *format, ...);

/* Returns the memory, or fails if it is NULL. */
void *needed(void *memory);

#endif
