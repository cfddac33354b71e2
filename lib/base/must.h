/* SPDX-License-Identifier: MIT */
/* Assertions of the library's own invariants, never of the user's arguments. They are always on. */
#ifndef BASE_MUST_H
#define BASE_MUST_H

#include "base/container.h"

_Noreturn void must_fail(const char *condition, const char *file, int line);

#define must(condition) \
    (likely(condition) ? (void)0 : must_fail(#condition, __FILE__, __LINE__))

#endif
