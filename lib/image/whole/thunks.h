/* SPDX-License-Identifier: MIT */
/* How code that is not copied calls functions of modules that are (image/whole/whole.h). For
 * lib/image only.
 *
 * Code that the plugin has compiled runs once for all slots. Its words for a function of a copied
 * module, in tables of offsets, in data and in virtual tables, lead to a thunk, which adds the
 * thread's displacement to the function's address and goes there. A word for a virtual table of
 * such a module leads to a stand-in, a table of thunks.
 *
 * A function has one thunk and a table one stand-in, so addresses that such code takes are equal in
 * all modules and slots. They differ from those that the copied code itself takes. */
#ifndef IMAGE_THUNKS_H
#define IMAGE_THUNKS_H

#include "image/module/module.h"

/* Leads the words of a module that is not copied whole. Call it before its constructors run, when
 * what it uses is known, in the loader, which lets one thread at a time in. Returns 0, or -1 with a
 * note. */
int thunks_lead(const struct module *module);

#endif
