/* SPDX-License-Identifier: MIT */
/* Exit handlers that a slot's code registers run when the slot is finished.
 *
 * These functions interpose libc's. (atexit itself is linked into each module, as in libc's own
 * design, and calls __cxa_atexit.) Libraries that are not private register for the process, because
 * what one slot's thread makes lazily in them serves all slots. Code that is copied registers for
 * the slot whose copy it is, which differs from the thread's where the loader runs the constructors
 * of a library's first copy in the thread of the rank that opens it. */
#include <stdlib.h>

#include "base/libc.h"
#include "image/image.h"
#include "image/slot.h"
#include "image/whole/whole.h"

typedef int cxa_atexit(void (*function)(void *), void *argument, void *module);
typedef int exit_registrar(void (*function)(int, void *), void *argument);

int __cxa_atexit(void (*function)(void *), void *argument, void *module);

static int slot_of(const void *caller, const void *owner)
{
    const struct module *module = module_of(owner);

    return module != NULL && module->is_whole && caller == owner ? 0 : image_current();
}

static bool keep_handler(void (*function)(void *), void *argument, const void *caller)
{
    struct exit_handler handler = {
        .with_argument = function, .argument = argument, .owner = whole_original(caller)};

    return image_has_code(handler.owner) &&
           exit_list_add(&slot_at(slot_of(caller, handler.owner))->exits, handler);
}

__attribute__((visibility("default"), no_sanitize("thread", "address")))
int __cxa_atexit(void (*function)(void *), void *argument, void *module)
{
    const void *caller = module != NULL ? module : (const void *)function;

    if (!modules_are_none() && keep_handler(function, argument, caller))
        return 0;
    return ((cxa_atexit *)libc_function("__cxa_atexit"))(function, argument, module);
}

__attribute__((visibility("default"))) int on_exit(void (*function)(int, void *), void *argument)
{
    struct exit_handler handler = {.with_status = function, .argument = argument};

    /* Only programs call on_exit. The function's owner is unknown, because sanitizers wrap it. */
    if (exit_list_add(&slot_at(image_current())->exits, handler))
        return 0;
    return ((exit_registrar *)libc_function("on_exit"))(function, argument);
}
