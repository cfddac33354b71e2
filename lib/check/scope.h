/* SPDX-License-Identifier: MIT */
/* Variables of functions that have returned. */
#ifndef CHECK_SCOPE_H
#define CHECK_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/call.h"

/* Did a function that has returned have its variables there? True for addresses on the stack of the
 * rank's main thread, in which the call is, that lie below the function that makes the call. False
 * for any address that is not known to be one. */
bool scope_has_ended(const struct call *call, uintptr_t address);

#endif
