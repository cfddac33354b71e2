/* SPDX-License-Identifier: MIT */
#include "base/must.h"

#include <stdio.h>
#include <stdlib.h>

void must_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "heddle: %s:%d: this must hold: %s\n", file, line, condition);
    abort();
}
