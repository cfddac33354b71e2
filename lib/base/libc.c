/* SPDX-License-Identifier: MIT */
#include "base/libc.h"

#include <stddef.h>

#include "base/loader.h"
#include "base/must.h"
#include "base/sanitizer.h"

NOT_INSTRUMENTED libc_any *libc_function(const char *name)
{
    libc_any *function = (libc_any *)loader_symbol(RTLD_NEXT, name);

    must(function != NULL);
    return function;
}
