/* SPDX-License-Identifier: MIT */
/* relocation: which places in the initial data hold pointers, and which of these lead to private
 * variables. What the loader relocated is all that can hold an address. */
#ifndef IMAGE_RELOCATION_H
#define IMAGE_RELOCATION_H

#include "image/module.h"

/* While the data is pristine: before the module's constructors. 0, or -1 with a note. */
int relocation_collect(struct module *module);

/* When all modules are known that the pointers can lead to. */
void relocation_classify(struct module *module);

#endif
