/* SPDX-License-Identifier: MIT */
/* Assertions of the library's own invariants, never of the user's arguments. must() is always on.
 *
 * A law of a structure that costs more than a comparison is checked only where LAWS_ARE_CHECKED is
 * true: in builds with --enable-chaos or --enable-sanitizer. Each such structure has a function
 * NAME_check that asserts all its laws by must(), whatever the build. law() asserts one condition
 * at a state transition on a fast path, and is nothing in other builds. */
#ifndef BASE_MUST_H
#define BASE_MUST_H

#include "base/container.h"
#include "base/sanitizer.h"

#ifdef HEDDLE_CHAOS
#define LAWS_ARE_CHECKED 1
#else
#define LAWS_ARE_CHECKED (IS_FOR_THREAD_SANITIZER || IS_FOR_ADDRESS_SANITIZER)
#endif

_Noreturn void must_fail(const char *condition, const char *file, int line);

#define must(condition) \
    (likely(condition) ? (void)0 : must_fail(#condition, __FILE__, __LINE__))

/* How many elements of a list or table are examined by a check that runs after each call. */
enum { LAWS_STEPS_MAX = 64 };

#define law(condition)                                                      \
    (likely(!LAWS_ARE_CHECKED || (condition)) ? (void)0                     \
                                              : must_fail(#condition, __FILE__, __LINE__))

#endif
