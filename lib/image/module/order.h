/* SPDX-License-Identifier: MIT */
/* The order in which a module's constructors run. For lib/image only. */
#ifndef IMAGE_ORDER_H
#define IMAGE_ORDER_H

#include "image/module/module.h"

/* The lists of the loader: what an executable runs before all constructors, constructors, and
 * destructors. */
struct function_array order_before(const struct module *module);
struct function_array order_constructors(const struct module *module);
struct function_array order_destructors(const struct module *module);

/* Sorts the module's functions: constructors in the order in which the loader runs them,
 * destructors in the reverse of that order. */
void order_functions(struct module *module);

#endif
