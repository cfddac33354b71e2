/* SPDX-License-Identifier: MIT */
/* How the library was built. It is in what is installed, and not in libheddle.a: a commit changes
 * it, and would otherwise link all unit tests again. */
#ifndef BASE_BUILT_H
#define BASE_BUILT_H

/* One line: the commit, the compilers and the parts. Weak, because unit tests have none. */
extern const char built_text[] __attribute__((weak));

#endif
