/* SPDX-License-Identifier: MIT */
/* Registers with AddressSanitizer the slots' copies of variables, so that its reports name them.
 *
 * Each unit that is compiled for the sanitizer hands over a list of its variables. The library
 * passes a list to the sanitizer for each copy of them, once only, because the sanitizer forgets
 * nothing. */
#ifndef IMAGE_WATCH_H
#define IMAGE_WATCH_H

#include <stddef.h>

#include "image/module/module.h"

void watch_init(struct watched *watched);

/* Call it when a copy has been made at this displacement. */
void watch_copy(struct module *module, ptrdiff_t displacement);

#endif
