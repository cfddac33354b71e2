/* SPDX-License-Identifier: MIT */
/* Thread-local variables whose initial value is the address of a private variable, and those of
 * guests. A new thread has the original's address, and must get that of its own slot. */
#ifndef IMAGE_TLS_H
#define IMAGE_TLS_H

#include <stddef.h>

#include "image/module/module.h"

/* Moves the calling thread's variables from one displacement to another. It changes only variables
 * that still hold their initial value, displaced by `from` or as the loader set it. */
void tls_move(const struct module *module, ptrdiff_t from, ptrdiff_t to);

/* Gives the calling thread the initial values of a guest's variables. */
void tls_install(const struct module *guest);

#endif
