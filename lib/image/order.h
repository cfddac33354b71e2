/* SPDX-License-Identifier: MIT */
/* order: which of a module's constructors runs before which. image's own files only. */
#ifndef IMAGE_ORDER_H
#define IMAGE_ORDER_H

#include "image/module.h"

/* Puts the module's functions in the order in which the loader runs its constructors, and in the
 * reverse of that in which it runs its destructors. */
void order_functions(struct module *module);

#endif
