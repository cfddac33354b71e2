/* SPDX-License-Identifier: MIT */
#include "base/must.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

void must_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "heddle: %s:%d: this must hold: %s\n", file, line, condition);
    raise(SIGABRT); /* ends the process, not only a job in it */
    abort();
}
