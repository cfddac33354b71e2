/* SPDX-License-Identifier: MIT */
/* What a slot's code asks to be run at exit is run when the slot is finished.
 *
 * These stand in front of libc's functions. (atexit itself comes with each module, as in libc's
 * own design, and calls __cxa_atexit.) Libraries that are not private register for the process:
 * what they made lazily in one slot's thread serves all. */
#include <stdlib.h>

#include "base/libc.h"
#include "image/slot.h"

typedef int cxa_atexit(void (*function)(void *), void *argument, void *module);
typedef int exit_registrar(void (*function)(int, void *), void *argument);

int __cxa_atexit(void (*function)(void *), void *argument, void *module);

static bool is_of_private_module(const void *address)
{
    bool is_private;

    modules_lock();
    is_private = module_of(address) != NULL;
    modules_unlock();
    return is_private;
}

static bool keep(void (*function)(void *), void *argument, const void *caller)
{
    struct exit_handler handler = {
        .with_argument = function, .argument = argument, .owner = caller};

    return is_of_private_module(caller) &&
           exit_list_add(&slot_at(image_current())->exits, handler);
}

__attribute__((visibility("default"), no_sanitize("thread", "address")))
int __cxa_atexit(void (*function)(void *), void *argument, void *module)
{
    const void *caller = module != NULL ? module : (const void *)function;

    if (!modules_are_none() && keep(function, argument, caller))
        return 0;
    return ((cxa_atexit *)libc_function("__cxa_atexit"))(function, argument, module);
}

__attribute__((visibility("default"))) int on_exit(void (*function)(int, void *), void *argument)
{
    struct exit_handler handler = {.with_status = function, .argument = argument};

    /* Only programs call it. Whose function it is does not show: sanitizers put theirs around. */
    if (exit_list_add(&slot_at(image_current())->exits, handler))
        return 0;
    return ((exit_registrar *)libc_function("on_exit"))(function, argument);
}
