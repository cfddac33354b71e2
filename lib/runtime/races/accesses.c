/* SPDX-License-Identifier: MIT */
/* Programs that are compiled with -fheddle-races call these before each load and store, and around
 * what orders threads: mutexes, atomic and volatile variables (plugin/accesses.cc). An archive has
 * them, so only modules that name them get them, each its own. Under another MPI library they do
 * nothing. */
#include <stddef.h>

#include "image/start.h"

#pragma weak heddle_access
#pragma weak heddle_order

#define HIDDEN __attribute__((visibility("hidden")))
HIDDEN void heddle_load(const void *address, size_t bytes);
HIDDEN void heddle_load_in_loop(const void *address, size_t bytes);
HIDDEN void heddle_store(const void *address, size_t bytes);
HIDDEN void heddle_release(const void *name);
HIDDEN void heddle_acquire(const void *name);

/* The library looks for it before a rank of the module begins. The record has no gaps, because the
 * section is read as one array, and is variable, as other units' records are for the loader. */
__attribute__((section("heddle_records"), used, retain,
               aligned(__alignof__(struct heddle_record))))
static struct heddle_record tells_accesses = {
    .name = "",
    .file = "",
    .kind = RECORD_TELLS_ACCESSES,
};

void heddle_load(const void *address, size_t bytes)
{
    if (heddle_access != NULL)
        heddle_access(address, bytes, TOUCH_LOAD, __builtin_return_address(0));
}

void heddle_store(const void *address, size_t bytes)
{
    if (heddle_access != NULL)
        heddle_access(address, bytes, TOUCH_STORE, __builtin_return_address(0));
}

void heddle_load_in_loop(const void *address, size_t bytes)
{
    if (heddle_access != NULL)
        heddle_access(address, bytes, TOUCH_LOAD_IN_LOOP, __builtin_return_address(0));
}

void heddle_release(const void *name)
{
    if (heddle_order != NULL)
        heddle_order(name, true);
}

void heddle_acquire(const void *name)
{
    if (heddle_order != NULL)
        heddle_order(name, false);
}
