/* SPDX-License-Identifier: MIT */
/* Finds the pointers in a module's initial data, and those among them that lead to private
 * variables. Only words that the loader relocated can hold addresses. */
#ifndef IMAGE_RELOCATION_H
#define IMAGE_RELOCATION_H

#include "image/module/module.h"

/* Collects the pointers. Call it before the module's constructors, while the data is still as
 * linked. Returns 0, or -1 with a note. */
int relocation_collect(struct module *module);

/* Leads words of a module, if it is copied whole, to the slots' own functions and variables of
 * the C library, once those are there (image/whole/own_libc.h). Call it before the pointers are
 * classified. */
void relocation_lead_to_own(struct module *module);

/* Classifies the pointers. Call it when all modules that they can lead to are known. */
void relocation_classify(struct module *module);

#endif
