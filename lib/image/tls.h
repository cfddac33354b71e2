/* SPDX-License-Identifier: MIT */
/* tls: thread-local variables that start with the address of a private one. Each thread begins with
 * the original's, and is given the one of its own slot. */
#ifndef IMAGE_TLS_H
#define IMAGE_TLS_H

#include <stddef.h>

#include "image/module.h"

/* The calling thread's variables: those that still hold what they start with in a slot of the one
 * displacement, or what the loader gave them, hold what they start with in one of the other. */
void tls_move(const struct module *module, ptrdiff_t from, ptrdiff_t to);

#endif
