/* SPDX-License-Identifier: MIT */
/* Programs that are compiled with -fheddle-races call these before each load and store. An archive
 * has them, so only modules that name them get them, each its own. Under another MPI library they
 * do nothing. */
#include <stddef.h>

#include "image/start.h"

#pragma weak heddle_access

__attribute__((visibility("hidden"))) void heddle_load(const void *address, size_t bytes);
__attribute__((visibility("hidden"))) void heddle_store(const void *address, size_t bytes);

void heddle_load(const void *address, size_t bytes)
{
    if (heddle_access != NULL)
        heddle_access(address, bytes, false, __builtin_return_address(0));
}

void heddle_store(const void *address, size_t bytes)
{
    if (heddle_access != NULL)
        heddle_access(address, bytes, true, __builtin_return_address(0));
}
