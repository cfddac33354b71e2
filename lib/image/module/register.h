/* SPDX-License-Identifier: MIT */
/* The steps of a module's registration. For lib/image only. */
#ifndef IMAGE_REGISTER_H
#define IMAGE_REGISTER_H

#include "image/module/module.h"

/* Ends the process, with a sentence, if there is not enough memory for modules. The allocator may
 * crash then, so this comes before its first use. */
void register_require_memory(void);

/* Returns a module for these tables, which may be empty, or ends the process without memory. */
struct module *register_create(const struct heddle_module *tables);

/* Fills in what the loader knows: addresses, segments, the path, thread-local variables. */
void register_describe(struct module *module, const struct dl_phdr_info *info);

/* Appends the module, and gives each filled slot its copy, or frees the module if it will come
 * again (opening_puts_off). The process ends, with a sentence, if that fails. */
void register_append(struct module *module);

#endif
