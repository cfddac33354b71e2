/* SPDX-License-Identifier: MIT */
/* Functions that the objects of runtime/start call through weak references, because a program may
 * be linked with another library. */
#ifndef IMAGE_START_H
#define IMAGE_START_H

#include <stdbool.h>
#include <stddef.h>

#include "image/record.h"

#define IMAGE_START_CALL __attribute__((visibility("default")))

/* Defined in the start object: NULL if its main becomes the ranks' main. */
extern __attribute__((weak)) const char *const heddle_runs_main_once;

/* An executable's description of itself, defined in the start object. */
struct heddle_program {
    unsigned version;
    int (*main)(int argc, char **argv, char **envp);
    const char *runs_main_once; /* NULL: its main becomes the ranks' main */
};
extern __attribute__((weak)) const struct heddle_program heddle_program;

/* True in a program of the wrapper that starts its jobs itself, by heddle_run. */
static inline bool start_runs_main_once(void)
{
    return &heddle_program != NULL && heddle_program.runs_main_once != NULL;
}

/* Called by each module's first constructor. */
IMAGE_START_CALL void heddle_register(const struct heddle_module *tables);

/* Called by a unit's constructor with the list of variables that AddressSanitizer receives. */
IMAGE_START_CALL void heddle_watch(const void *globals, size_t count);

/* Called before and after a dlopen in the calling thread, by code of the module that has the
 * address `caller`. The two functions after it get what heddle_opening has returned. `handle` is
 * NULL if dlopen has failed. If heddle_opens_again returns true it has closed the handle, and the
 * caller begins again with heddle_opening; otherwise the caller calls heddle_opened. */
IMAGE_START_CALL void *heddle_opening(const char *library, int mode, const void *caller);
IMAGE_START_CALL bool heddle_opens_again(void *handle, void *opening);
IMAGE_START_CALL void heddle_opened(void *handle, void *opening);

/* Returns the address in the original for one in a copy of a library, and others as they are. */
IMAGE_START_CALL const void *heddle_original(const void *address);

/* Returns the address of a variable in the calling thread's slot, for the address of the
 * original. */
IMAGE_START_CALL void *heddle_own(void *original);

/* Called before a load or a store at the site, or before a loop that makes one of all those bytes,
 * in programs that are compiled with -fheddle-races (rma/touch.h). */
enum touch_kind { TOUCH_LOAD, TOUCH_STORE, TOUCH_LOAD_IN_LOOP };
IMAGE_START_CALL void heddle_access(const void *address, size_t bytes, enum touch_kind kind,
                                    const void *site);

/* In such programs: all that a thread has done before it releases a name, which is an address,
 * comes before all that a thread does after it later acquires that name. */
IMAGE_START_CALL void heddle_order(const void *name, bool is_release);

#endif
